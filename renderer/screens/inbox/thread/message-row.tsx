import type { ComponentProps } from 'preact'
import type { Approval } from '#contracts/proposal-fields.ts'
import type { DeskMessage } from '#contracts/tool-calls.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Avatar, Badge } from '../../../ui/display.tsx'
import { AlertIcon, AssistantIcon, CheckIcon } from '../../../ui/icons.tsx'
import { SeenIcon } from '../../../ui/icons-work.tsx'
import { Time } from '../../../ui/time.tsx'
import type { EntryDraft } from '../../knowledge/entries/form-model.ts'
import { ApprovedNote, EditedNote } from './approved-note.tsx'
import { type ActionNeeds, MessageActions } from './message-actions.tsx'
import { MessageText } from './message-text.tsx'
import { SentFiles, unplaced } from './sent-files.tsx'
import { Sources } from './sources.tsx'
import { shownTranslation, Translation } from './translation.tsx'

interface MessageRowProps {
  readonly desk: ActionNeeds
  /** UUID of the conversation. */
  readonly conversation: string
  readonly message: DeskMessage
  /** Current name of the visitor. */
  readonly visitor: string
  /** Path of the assistant's picture. */
  readonly assistantPicture?: string | null | undefined
  /** True if it starts a run of messages by the same author. */
  readonly isFirst: boolean
  /** An operator's approval of the assistant's draft. */
  readonly approval?: Approval | undefined
  /** The message as an entry of a knowledge base; undefined if it cannot become one. */
  readonly draftOf?: (() => EntryDraft) | undefined
  /** An operator's edit before it was sent. */
  readonly edit?: ComponentProps<typeof EditedNote>['edit'] | undefined
  /** True if a link points to it. */
  readonly isTarget?: boolean
  readonly seen?: 'sent' | 'seen' | undefined
  /** Asks the assistant to continue the message, if it can. */
  readonly onContinue?: (() => void) | undefined
}

/** A message in the thread. */
export function MessageRow(props: MessageRowProps) {
  const { desk, conversation, message, visitor, isFirst, approval, edit, isTarget, seen } = props
  return (
    <article
      class={`message is-${message.author} ${isFirst ? 'is-first' : ''} ${isTarget ? 'is-target' : ''}`}
    >
      {isFirst && (
        <Byline message={message} visitor={visitor} assistantPicture={props.assistantPicture} />
      )}
      <Body message={message} />
      {shownTranslation(message) && <Translation message={message} />}
      <SentFiles files={unplaced(message)} />
      <Sources sources={message.sources ?? []} />
      <MessageActions
        desk={desk}
        conversation={conversation}
        message={message}
        draftOf={props.draftOf}
      />
      <Status message={message} onContinue={props.onContinue} />
      {approval && <ApprovedNote approval={approval} content={message.content} />}
      {edit && <EditedNote edit={edit} content={message.content} />}
      {seen && <Seen state={seen} />}
    </article>
  )
}

/** Text of the message; empty if it only repeats the names of its files. */
function Body({
  message: { author, content, status, attachments },
}: Pick<MessageRowProps, 'message'>) {
  if (attachments && content === attachments.map(({ name }) => name).join(', ')) return null
  return (
    <div class="bubble" dir="auto">
      <MessageText author={author} text={content} attachments={attachments} />
      {status === 'streaming' && <span class="caret" aria-hidden="true" />}
    </div>
  )
}

function Byline({
  message,
  visitor,
  assistantPicture,
}: Pick<MessageRowProps, 'message' | 'visitor' | 'assistantPicture'>) {
  const { author, author_name, author_picture, created_at } = message
  return (
    <p class="byline">
      {author === 'operator' && (
        <Avatar name={author_name} id={author_name} picture={author_picture} size="small" />
      )}
      {author === 'assistant' &&
        (assistantPicture ? (
          <Avatar name={author_name} id={author_name} picture={assistantPicture} size="small" />
        ) : (
          <AssistantIcon size={14} />
        ))}
      <span class="byline-name" dir="auto">
        {author === 'visitor' ? visitor : author_name}
      </span>
      {author === 'assistant' && <Badge tone="ai">{t('thread.ai')}</Badge>}
      <Time at={created_at} as="clock" />
    </p>
  )
}

function Status({
  message: { status },
  onContinue,
}: Pick<MessageRowProps, 'message' | 'onContinue'>) {
  if (status === 'interrupted') {
    return (
      <p class="message-note">
        {t('thread.interrupted')}
        {onContinue && (
          <Button kind="quiet" size="small" onClick={onContinue}>
            {t('thread.goOn')}
          </Button>
        )}
      </p>
    )
  }
  if (status !== 'failed') return null
  return (
    <p class="message-note is-danger">
      <AlertIcon size={14} /> {t('thread.failed')}
    </p>
  )
}

function Seen({ state }: { readonly state: 'sent' | 'seen' }) {
  const Icon = state === 'seen' ? SeenIcon : CheckIcon
  return (
    <p class={`message-note is-${state}`}>
      <Icon size={14} /> {t(`thread.${state}`)}
    </p>
  )
}
