import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CloseIcon, ContactsIcon } from '../../../ui/icons.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { ContactConversations } from '../../contacts/contact-conversations.tsx'
import { ContactDetails } from '../../contacts/contact-details.tsx'
import { ContactHead } from '../../contacts/contact-head.tsx'
import { createDetailsModel } from '../../contacts/details-model.ts'
import { VisitedPages } from '../../contacts/visited-pages.tsx'
import { hasOutcome, OutcomeFacts } from '../../records/outcome-facts.tsx'
import type { ThreadModel } from '../thread/thread-model.ts'
import { ConversationFacts, VisitorFacts } from './details-facts.tsx'
import { DetailsGroup } from './details-group.tsx'
import { Variables } from './variables.tsx'

interface DetailsProps {
  readonly desk: Pick<Desk, 'api' | 'toasts' | 'storage' | 'session'>
  readonly model: ThreadModel
  readonly thread: ConversationDetail
  readonly onClose: () => void
}

/** The visitor, their pages, and the conversation's variables. */
export function Details({ desk, model, thread, onClose }: DetailsProps) {
  const { visitor, pages, earlier, variables } = thread
  const { storage } = desk
  return (
    <aside class="details" aria-label={t('details.details')}>
      <header class="details-head">
        <h2>{t('details.details')}</h2>
        <IconButton icon={CloseIcon} label={t('thread.hideDetails')} onClick={onClose} />
      </header>
      <div class="details-scroll">
        {visitor && <Person desk={desk} model={model} visitor={visitor} />}
        {visitor && (
          <DetailsGroup name="visitor" title={t('details.visitor')} storage={storage}>
            <Facts>
              <VisitorFacts visitor={visitor} />
            </Facts>
          </DetailsGroup>
        )}
        {pages.length > 0 && (
          <DetailsGroup
            name="pages"
            title={t('details.pages')}
            count={pages.length}
            storage={storage}
          >
            <VisitedPages pages={pages} />
          </DetailsGroup>
        )}
        <DetailsGroup name="conversation" title={t('details.conversation')} storage={storage}>
          <ConversationFacts thread={thread} />
        </DetailsGroup>
        {hasOutcome(thread.outcome) && (
          <DetailsGroup name="outcome" title={t('outcome.title')} storage={storage}>
            <OutcomeFacts outcome={thread.outcome} />
          </DetailsGroup>
        )}
        <DetailsGroup
          name="variables"
          title={t('details.variables')}
          count={Object.keys(variables).length}
          storage={storage}
        >
          <Variables desk={desk} variables={variables} />
        </DetailsGroup>
        {visitor && (
          <DetailsGroup
            name="earlier"
            title={t('details.earlier')}
            count={earlier.length}
            storage={storage}
          >
            {earlier.length === 0 ? (
              <p class="details-none">{t('details.earlierNone')}</p>
            ) : (
              <ContactConversations conversations={earlier} />
            )}
          </DetailsGroup>
        )}
      </div>
    </aside>
  )
}

interface PersonProps extends Pick<DetailsProps, 'desk' | 'model'> {
  readonly visitor: NonNullable<ConversationDetail['visitor']>
}

function Person({ desk, model, visitor }: PersonProps) {
  const mayEdit = desk.session.may('contacts')
  const details = useModel(
    () =>
      createDetailsModel({
        ...desk,
        contact: visitor.id,
        isReadOnly: !mayEdit,
        onChange: ({ name = null, email = null, phone = null, notes = null }) =>
          model.correct({ name, email, phone, notes }),
      }),
    [visitor.id],
  )
  return (
    <section class="details-person" aria-label={t('details.contact')}>
      <ContactHead model={details} contact={visitor} />
      <ContactDetails model={details} details={visitor} />
      {mayEdit && (
        <LinkButton href={`/app/contacts/${visitor.id}`} size="small" icon={ContactsIcon}>
          {t('details.openContact')}
        </LinkButton>
      )}
    </section>
  )
}
