import { useComputed } from '@preact/signals'
import type { InboxItem } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import type { Viewer } from '../../../app/people/attending.ts'
import { titleOf } from '../../../app/people/people.ts'
import { plainWords } from '../../../app/plain-words.ts'
import { t } from '../../../locales/translate.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Avatar, Badge } from '../../../ui/display.tsx'
import { ChatsIcon, PhoneIcon } from '../../../ui/icons.tsx'
import { HandIcon, SnoozeIcon, WriteIcon } from '../../../ui/icons-work.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { briefly, Time, toDate } from '../../../ui/time.tsx'
import type { BulkModel } from './bulk-model.ts'
import { tagColorOf } from './label-colour.ts'
import type { ListModel } from './list-model.ts'
import { ModeBadge } from './mode-badge.tsx'
import { ReplyDue } from './reply-due.tsx'
import { TeamMark } from './team-mark.tsx'
import { maySelect } from './use-list-commands.ts'
import { waitingFor } from './waiting.ts'

interface RowProps {
  readonly desk: Pick<Desk, 'typing' | 'attending' | 'session' | 'drafting'>
  readonly list: Pick<ListModel, 'current'>
  readonly bulk: Pick<BulkModel, 'has' | 'toggle'>
  readonly item: InboxItem
  /** The list's filters, kept in the links so that the list stays the same next to the conversation. */
  readonly search: string
  /** Minute counter: waiting times are updated when it changes. */
  readonly minute: number
}

/** A conversation in the list. Computed values limit re-renders to changes of its own data. */
export function Row({ desk, list, bulk, item, search }: RowProps) {
  const { id } = item
  const isCurrent = useComputed(() => list.current.value === id).value
  const isChosen = useComputed(() => bulk.has(id)).value
  const isTyping = useComputed(() => desk.typing.is(id, 'visitor')).value
  const viewers = useComputed(() => desk.attending.viewersOf(id)).value
  const isDrafted = useComputed(() => desk.drafting.isMine(id)).value
  const drafters = useComputed(() => desk.drafting.colleaguesIn(id)).value
  const name = titleOf(item)
  return (
    <div class={`row-place ${isChosen ? 'is-chosen' : ''}`}>
      {maySelect(desk) && (
        <span class="row-check">
          <Checkbox
            label={t('inbox.select', { name })}
            isLabelHidden
            checked={isChosen}
            onSwitch={(_, event) => bulk.toggle(id, event.shiftKey)}
          />
        </span>
      )}
      <a
        class={`row ${item.unread > 0 ? 'is-unread' : ''}`}
        href={`/app/inbox/${id}${search}`}
        data-id={id}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Face item={item} name={name} />
        <span class="row-body">
          <span class="row-line">
            <span class="row-name" dir="auto">
              {name}
            </span>
            {item.assignee && <Assignee {...item.assignee} />}
            <Time at={item.updated_at} />
          </span>
          <span class="row-line">
            <Preview item={item} isTyping={isTyping && !item.call} />
            {item.unread > 0 && (
              <span class="count">
                {item.unread}
                <span class="visually-hidden"> {t('inbox.unread')}</span>
              </span>
            )}
          </span>
          <Facts item={item} viewers={viewers} isDrafted={isDrafted} drafters={drafters} />
        </span>
      </a>
    </div>
  )
}

function Face({ item, name }: Pick<RowProps, 'item'> & { readonly name: string }) {
  const { visitor } = item
  return (
    <span class="row-face">
      <Avatar name={name} id={visitor?.id ?? item.id} isOnline={visitor?.online} />
      {visitor?.online && <span class="visually-hidden">{t('inbox.online')} </span>}
    </span>
  )
}

function Assignee({ id, name }: NonNullable<InboxItem['assignee']>) {
  return (
    <span class="row-assignee" title={t('inbox.assignedTo', { name })}>
      <Avatar name={name} id={String(id)} size="small" />
      <span class="visually-hidden">{t('inbox.assignedTo', { name })}</span>
    </span>
  )
}

function Preview({ item, isTyping }: Pick<RowProps, 'item'> & { readonly isTyping: boolean }) {
  if (isTyping) return <span class="row-preview is-typing">{t('inbox.typing')}</span>
  const { last_message, open_question } = item
  // What is still open says more than the assistant's apology.
  if (open_question !== null && last_message?.author === 'assistant')
    return (
      <span class="row-preview" dir="auto">
        {open_question}
      </span>
    )
  if (!last_message) return <span class="row-preview">{t('inbox.noMessages')}</span>
  const { author, content } = last_message
  return (
    <span class="row-preview" dir="auto">
      {author !== 'visitor' && (
        <span class="row-author">
          {author === 'operator' ? t('inbox.you') : t('inbox.assistant')}:{' '}
        </span>
      )}
      {author === 'visitor' ? content : plainWords(content)}
    </span>
  )
}

interface Watched {
  /** Colleagues who have it open. */
  readonly viewers: readonly Viewer[]
}

interface FactsProps extends Watched, Pick<RowProps, 'item'> {
  /** True if the operator has an unsent text in it. */
  readonly isDrafted: boolean
  /** Names of the colleagues who have one. */
  readonly drafters: string
}

/** Status of the conversation, most important first. */
function Facts({ item, viewers, isDrafted, drafters }: FactsProps) {
  const { ended_at, snoozed_until, needs_person, ai_mode, waiting_since, labels, type } = item
  const isOpen = ended_at === null
  return (
    <span class="row-line">
      <span class="row-facts">
        {isDrafted && (
          <Badge tone="person" icon={WriteIcon}>
            {t('inbox.draft')}
          </Badge>
        )}
        {!isOpen && <Badge>{t('inbox.ended')}</Badge>}
        {isOpen && snoozed_until !== null && (
          <Badge icon={SnoozeIcon}>
            {t('inbox.snoozedUntil', { time: briefly(toDate(snoozed_until)) })}
          </Badge>
        )}
        {item.call && (
          <Badge tone="ok" icon={PhoneIcon}>
            {t('inbox.onCall')}
          </Badge>
        )}
        {isOpen && needs_person && (
          <Badge tone="attention" icon={HandIcon}>
            {t('inbox.needsPerson')}
          </Badge>
        )}
        {isOpen && <ModeBadge mode={ai_mode} />}
        {drafters !== '' && (
          <Badge icon={WriteIcon}>{t('inbox.draftOf', { names: drafters })}</Badge>
        )}
        {type === 'messenger' && <Badge icon={ChatsIcon}>{t('inbox.messenger')}</Badge>}
        {type === 'test' && <Badge>{t('inbox.test')}</Badge>}
        {item.team && (
          <span class="row-team">
            <TeamMark {...item.team} />
            <bdi>{t('actions.teamNamed', { name: item.team.name })}</bdi>
          </span>
        )}
        {labels.map(({ id, name, colour }) => (
          <Tag key={id} color={tagColorOf(colour)} isSmall>
            {name}
          </Tag>
        ))}
        <span class="row-assistant" dir="auto">
          {item.assistant_name}
        </span>
      </span>
      {viewers.length > 0 ? (
        <Viewers viewers={viewers} />
      ) : (
        isOpen &&
        (item.reply_due ? (
          <ReplyDue due={item.reply_due} />
        ) : (
          waiting_since !== null && (
            <span class="row-waiting" title={t('inbox.filter.awaiting')}>
              {t('inbox.waiting', { time: waitingFor(toDate(waiting_since)) })}
            </span>
          )
        ))
      )}
    </span>
  )
}

function Viewers({ viewers }: Watched) {
  const names = viewers.map(({ name }) => name).join(', ')
  const isReplying = viewers.some((one) => one.isReplying)
  return (
    <span class={`row-viewers ${isReplying ? 'is-replying' : ''}`}>
      {isReplying ? t('inbox.replying', { names }) : t('inbox.viewing', { names })}
    </span>
  )
}
