import type { Shown } from '../timeline.ts'
import type { View } from '../view.ts'

/** Text that may contain markup or a URL. */
const MARKED = /[*_`~#>|[\]\\]|:\/\/|^\s*(-|\d+[.)])\s/m

interface MessageProps {
  readonly view: View
  readonly message: Shown
  /** First of those that one author wrote in a row. */
  readonly isFirst: boolean
  /** True to show the time and the delivery state. */
  readonly isDated: boolean
  /** True for the visitor's last message that an operator has read. */
  readonly isSeen: boolean
}

/** One message: author, content and delivery state, followed by the handover line if there is one. */
export function Message(props: MessageProps) {
  const { view, message, isFirst } = props
  const { author, content, status, seq, attachments = [], parcels = [], sources = [] } = message
  const { model, origin, more, needMore } = view
  const { conversation } = model.state
  const isEmpty = status === 'streaming' && content === ''
  const files = [...attachments, ...parcels]
  const names = files.map(({ name }) => name).join(', ')
  if (names || sources.length > 0 || author === 'operator') needMore()

  return (
    <>
      <div class="message" data-author={author} data-status={status}>
        {isFirst && <Author {...props} />}
        {(isEmpty || (content && content !== names)) && (
          <div class="bubble" dir="auto">
            {isEmpty ? <Dots /> : <Words {...props} />}
          </div>
        )}
        {more && <more.Files files={files} origin={origin} />}
        {more && sources.length > 0 && <more.Sources view={view} sources={sources} />}
        <Note {...props} />
      </div>
      {conversation && seq === conversation.handover && more && <more.Handover {...view} />}
    </>
  )
}

/** Author line; visible to everyone for an operator, otherwise only to assistive technology. */
function Author({ view: { texts, more }, message: { author, author_name } }: MessageProps) {
  if (author === 'operator') return more && <more.Person texts={texts} name={author_name} />
  return <p class="sr">{author === 'visitor' ? texts.you : author_name}</p>
}

/** Three dots: a message is being written. */
export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      •••
    </span>
  )
}

/** Renders links, and the Markdown of an answer, as soon as the part for it is loaded; plain text until then. */
function Words({ view, message: { author, content } }: MessageProps) {
  const { more, needMore } = view
  if (!MARKED.test(content)) return content
  needMore()
  return more ? <more.Words view={view} author={author} text={content} /> : content
}

function Note({ view, message, isDated, isSeen }: MessageProps) {
  const { texts, model, more } = view
  const { author, client_id, content, status, reason, created_at } = message
  if (status === 'failed') return <p class="note">{texts.failed}</p>
  if (status === 'waiting' || status === 'refused') {
    const isRefused = status === 'refused'
    return (
      <p class="note problem" role="alert">
        {reason || texts.unsent}{' '}
        {!isRefused && (
          <button type="button" onClick={() => model.retry(client_id!)}>
            {texts.retry}
          </button>
        )}{' '}
        <button type="button" onClick={() => model.edit(client_id!)}>
          {texts.edit}
        </button>
      </p>
    )
  }
  if (!isDated || status === 'streaming' || !created_at) return null
  const fate = status === 'sending' ? texts.sending : isSeen ? texts.seen : texts.sent
  return (
    <p class="note">
      {status === 'interrupted' && `${texts.interrupted} `}
      {new Date(created_at).toLocaleTimeString(texts.language, { timeStyle: 'short' })}
      {author === 'visitor' && ` · ${fate}`}
      {author === 'assistant' && more && <more.Copy view={view} text={content} />}
    </p>
  )
}
