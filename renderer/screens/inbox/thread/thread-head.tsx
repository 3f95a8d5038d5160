import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { namesOf, titleOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Avatar, Badge } from '../../../ui/display.tsx'
import { BackIcon, PanelIcon } from '../../../ui/icons.tsx'
import { EyesIcon } from '../../../ui/icons-work.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { tagColorOf } from '../list/label-colour.ts'
import { ReplyDue } from '../list/reply-due.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { Dial } from './dial.tsx'
import type { DialModel } from './dial-model.ts'
import { QuickActions } from './quick-actions.tsx'

/** Visitor and state of a conversation, from the thread or from its row in the list. */
type Known = Pick<ConversationDetail, 'id' | 'type' | 'ended_at' | 'reply_due'> & {
  readonly visitor:
    | (Pick<Visitor, 'id' | 'name' | 'online'> & Partial<Pick<Visitor, 'phone' | 'page_title'>>)
    | null
}

type Visitor = NonNullable<ConversationDetail['visitor']>

interface ThreadHeadProps {
  readonly desk: Desk
  readonly dial: DialModel
  /** False while the address already names another conversation. */
  readonly isCurrent: () => boolean
  readonly known: Known
  /** Undefined until it has loaded: its actions come with it. */
  readonly thread: ConversationDetail | undefined
  readonly areDetailsOpen: boolean
  readonly onToggleDetails: () => void
}

/** Header of a thread: the visitor and the conversation's state. */
export function ThreadHead(props: ThreadHeadProps) {
  const { desk, known } = props
  const name = titleOf(known)
  return (
    <header class="thread-head">
      <a class="icon-button thread-back" href="/app/inbox" aria-label={t('thread.backToList')}>
        <BackIcon />
      </a>
      <Avatar name={name} id={known.visitor?.id ?? known.id} isOnline={known.visitor?.online} />
      <div class="thread-who">
        <h2 tabIndex={-1} dir="auto">
          {name}
        </h2>
        <ThreadStatus desk={desk} known={known} />
      </div>
      {known.ended_at !== null && <Badge>{t('thread.ended')}</Badge>}
      {props.thread && <Actions {...props} thread={props.thread} />}
    </header>
  )
}

function Actions(props: ThreadHeadProps & { readonly thread: ConversationDetail }) {
  const { desk, dial, isCurrent, thread, areDetailsOpen, onToggleDetails } = props
  const [key] = desk.commands.keysOf('conversation.details')
  const mayChange = desk.session.may('conversations.change')
  return (
    <>
      {/* The answering mode. */}
      {mayChange && <Dial desk={desk} model={dial} isCurrent={isCurrent} />}
      {mayChange && <QuickActions desk={desk} thread={thread} />}
      <ConversationMenu desk={desk} thread={thread} areDetailsOpen={areDetailsOpen} />
      <span class="thread-details">
        <IconButton
          icon={PanelIcon}
          label={areDetailsOpen ? t('thread.hideDetails') : t('thread.showDetails')}
          shortcut={key}
          aria-expanded={areDetailsOpen}
          onClick={onToggleDetails}
        />
      </span>
    </>
  )
}

/** Presence of the visitor, assignee, labels, and other viewers. */
function ThreadStatus({ desk, known }: Pick<ThreadHeadProps, 'desk' | 'known'>) {
  const { visitor, type, reply_due } = known
  const item = desk.inbox.find(known.id)
  const viewers = desk.attending.viewersOf(known.id)
  // Redraws the time that is left.
  useMinute()
  return (
    <div class="thread-standing">
      {reply_due && <ReplyDue due={reply_due} />}
      <span class="thread-presence">
        {type === 'messenger'
          ? visitor?.phone
            ? t('thread.onMessenger', { phone: visitor.phone })
            : t('inbox.messenger')
          : visitor
            ? visitor.online
              ? t('thread.onlineNow')
              : t('thread.offline')
            : t('thread.fromAssistantPage')}
        {visitor?.online && visitor.page_title && ` · ${visitor.page_title}`}
      </span>
      {item?.team && (
        <Tag color={tagColorOf(item.team.colour)} isSmall>
          {t('actions.teamNamed', { name: item.team.name })}
        </Tag>
      )}
      {item?.labels.map((label) => (
        <Tag key={label.id} color={tagColorOf(label.colour)} isSmall>
          {label.name}
        </Tag>
      ))}
      {viewers.length > 0 && (
        <span class="thread-viewers" title={t('thread.viewers', { names: namesOf(viewers) })}>
          <EyesIcon size={14} />
          <span class="visually-hidden">{t('thread.viewers', { names: '' })}</span>{' '}
          {namesOf(viewers)}
        </span>
      )}
    </div>
  )
}
