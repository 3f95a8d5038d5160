import { useMemo } from 'preact/hooks'
import type { Message } from '#contracts/messages.ts'
import { Badge } from '../../ui/display.tsx'
import { AlertIcon, AssistantIcon, PersonIcon } from '../../ui/icons.tsx'
import { PlainText, RichText } from '../../ui/rich-text.tsx'
import { Time } from '../../ui/time.tsx'

interface MessageRowProps {
  readonly message: Message
  /** Whether it begins a run of messages of its author. */
  readonly isFirst: boolean
}

/** One message. It is drawn again only when it has changed. */
export function MessageRow({ message, isFirst }: MessageRowProps) {
  return useMemo(
    () => (
      <li>
        <article class={`message is-${message.author} ${isFirst ? 'is-first' : ''}`}>
          {isFirst && <Byline message={message} />}
          <div class="bubble" dir="auto">
            {message.author === 'assistant' ? (
              <RichText text={message.content} />
            ) : (
              <PlainText text={message.content} />
            )}
            {message.status === 'streaming' && <span class="caret" aria-hidden="true" />}
          </div>
          <Status message={message} />
        </article>
      </li>
    ),
    [message, isFirst],
  )
}

function Byline({ message }: Pick<MessageRowProps, 'message'>) {
  const { author, author_name, created_at } = message
  return (
    <p class="byline">
      {author === 'assistant' && <AssistantIcon size={14} />}
      {author === 'operator' && <PersonIcon size={14} />}
      <span class="byline-name">{author_name}</span>
      {author === 'assistant' && <Badge tone="ai">AI</Badge>}
      <Time at={created_at} as="clock" />
    </p>
  )
}

function Status({ message: { status } }: Pick<MessageRowProps, 'message'>) {
  if (status === 'interrupted') {
    return <p class="message-note">Cut off here. The rest was never sent.</p>
  }
  if (status === 'failed') {
    return (
      <p class="message-note is-danger">
        <AlertIcon size={14} /> The assistant could not answer. Perhaps you can.
      </p>
    )
  }
  return null
}
