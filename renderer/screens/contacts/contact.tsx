import './contacts.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ContactDetail } from '#contracts/contacts.ts'
import { visitorName } from '../../app/people/people.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { ChatIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { VisitorFacts } from '../inbox/details/details-facts.tsx'
import { Variables } from '../inbox/details/variables.tsx'
import { useWayBack } from '../records/way-back.ts'
import { ContactDetails } from './contact-details.tsx'
import { ContactHead } from './contact-head.tsx'
import { ContactMenu } from './contact-menu.tsx'
import { type ContactModel, createContactModel } from './contact-model.ts'
import { MergeDialog } from './merge/merge-dialog.tsx'
import { SplitDialog } from './merge/split-dialog.tsx'
import { OtherAddresses } from './other-addresses.tsx'
import { ContactTimeline } from './timeline/timeline.tsx'
import { VisitedPages } from './visited-pages.tsx'

/** A contact's record: details, conversations and visited pages. */
export function ContactRecord({ desk, params }: ScreenProps) {
  const id = params['id'] ?? ''
  const model = useModel(() => createContactModel({ ...desk, id }), [id])
  const back = { href: useWayBack(desk, '/app/contacts'), label: t('contacts.back') }
  useEffect(() => void model.load(), [model])
  const contact = model.contact.value
  if (contact)
    return <ContactRecordDetail desk={desk} model={model} contact={contact} back={back} />
  return (
    <Page>
      <PageHead title={t('contacts.contact')} back={back} />
      {model.error.value !== undefined ? (
        <ErrorState title={t('contacts.missing')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      ) : (
        <Loading label={t('contacts.loadingOne')} as="tiles" />
      )}
    </Page>
  )
}

interface ContactRecordDetailProps extends Pick<ScreenProps, 'desk'> {
  readonly model: ContactModel
  readonly contact: ContactDetail
  readonly back: { readonly href: string; readonly label: string }
}

function ContactRecordDetail({ desk, model, contact, back }: ContactRecordDetailProps) {
  const { conversations, pages, variables } = contact
  const latest = conversations[0]
  const opened = useSignal<'merge' | 'split'>()
  const close = () => {
    opened.value = undefined
  }
  return (
    <Page>
      <PageHead title={visitorName(contact)} back={back}>
        {latest && (
          <LinkButton href={`/app/inbox/${latest.id}`} kind="primary" icon={ChatIcon}>
            {t('contacts.openLatest')}
          </LinkButton>
        )}
        <ContactMenu
          desk={desk}
          contact={contact}
          onOpen={(dialog) => {
            opened.value = dialog
          }}
        />
      </PageHead>
      {opened.value === 'merge' && <MergeDialog desk={desk} contact={contact} onClose={close} />}
      {opened.value === 'split' && <SplitDialog desk={desk} contact={contact} onClose={close} />}
      <div class="contact-record">
        <Card>
          <div class="contact-card">
            <ContactHead model={model.details} contact={contact} />
            <ContactDetails model={model.details} details={contact} />
            <OtherAddresses contact={contact} />
          </div>
        </Card>
        <div class="contact-main">
          <ContactTimeline model={model.timeline} />
          <Card title={t('contacts.pages')}>
            {pages.length > 0 ? (
              <VisitedPages pages={pages} />
            ) : (
              <p class="quiet">{t('contacts.noPages')}</p>
            )}
          </Card>
        </div>
        <div class="contact-side">
          <Card title={t('contacts.about')}>
            <Facts>
              <VisitorFacts visitor={contact} />
              <Fact term={t('contacts.assistant')}>
                <bdi>{contact.assistant_name}</bdi>
              </Fact>
              <Fact term={t('contacts.firstSeen')}>
                <Time at={contact.created_at} as="full" />
              </Fact>
            </Facts>
          </Card>
          <Card title={t('contacts.variables')}>
            <Variables desk={desk} variables={variables} />
          </Card>
        </div>
      </div>
    </Page>
  )
}
