import type { Shown } from '../timeline.ts'
import type { View } from '../view.ts'
import { Files } from './files.tsx'
import { LinkedText } from './linked-text.tsx'

interface MessageProps {
  readonly view: View
  readonly message: Shown
  /** First of those that one author wrote in a row. */
  readonly isFirst: boolean
  /** Whether it is time to say when it was, and whether it arrived. */
  readonly isDated: boolean
}

/** One message: who wrote it, what it says, and what became of it; and after it, who answers from now on. */
export function Message({ view, message, isFirst, isDated }: MessageProps) {
  const { author, author_name, content, status, seq, attachments: files = [] } = message
  const { texts, model, origin } = view
  const { conversation } = model.state
  const isEmpty = status === 'streaming' && content === ''

  return (
    <>
      <div class="message" data-author={author} data-status={status}>
        {isFirst && (
          <p class={author === 'operator' ? 'author' : 'sr'}>
            {author === 'visitor' ? texts.you : author_name}
            {author === 'operator' && <b>{texts.person}</b>}
          </p>
        )}
        {(isEmpty || (content && content !== files.map(({ name }) => name).join(', '))) && (
          <div class="bubble" dir="auto">
            {isEmpty ? <Dots /> : <LinkedText text={content} />}
          </div>
        )}
        <Files files={files} origin={origin} />
        <Note view={view} message={message} isDated={isDated} />
      </div>
      {conversation && seq === conversation.handover && (
        <p class="handover">{conversation.ai_enabled ? texts.withAssistant : texts.withPerson}</p>
      )}
    </>
  )
}

/** Three dots: something is being written. */
export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      •••
    </span>
  )
}

function Note({ view: { texts, model }, message, isDated }: Omit<MessageProps, 'isFirst'>) {
  const { author, client_id, status, reason, created_at } = message
  if (status === 'interrupted' || status === 'failed') return <p class="note">{texts[status]}</p>
  if (status === 'waiting' || status === 'refused') {
    const isRefused = status === 'refused'
    const act = isRefused ? model.edit : model.retry
    return (
      <p class="note problem" role="alert">
        {reason || texts.unsent}{' '}
        <button type="button" onClick={() => act(client_id!)}>
          {isRefused ? texts.edit : texts.retry}
        </button>
      </p>
    )
  }
  if (!isDated || status === 'streaming' || !created_at) return null
  const fate = author === 'visitor' && (status === 'sending' ? texts.sending : texts.sent)
  return (
    <p class="note">
      {new Date(created_at).toLocaleTimeString(texts.language, { timeStyle: 'short' })}
      {fate && ` · ${fate}`}
    </p>
  )
}
