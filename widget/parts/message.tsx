import { textOf } from '../conversation.ts'
import type { Shown } from '../timeline.ts'
import type { View } from '../view.ts'

/** Text that may contain markup or a URL. */
const MARKED = /[*_`~#>|[\]\\]|:\/\/|^\s*(-|\d+[.)])\s/m

/** State of a message of the visitor. */
export type DeliveryState = 'sending' | 'queued' | 'sent' | 'seen'

export interface MessageProps {
  readonly view: View
  readonly message: Shown
  readonly isNewDay: boolean
  /** True for the first of consecutive messages by one author. */
  readonly isFirst: boolean
  /** Last of them: its time is shown. */
  readonly isDated: boolean
  /** State of the visitor's last message. */
  readonly fate: DeliveryState | undefined
}

/** One message: author, content and delivery state, followed by the handover line if there is one. */
export function Message(props: MessageProps) {
  const { view, message, isNewDay, isFirst } = props
  const { author, status, seq, attachments = [], parcels = [], sources = [] } = message
  const { created_at } = message
  const { model, texts, more, needMore } = view
  const content = textOf(message)
  const { conversation } = model.state
  const isEmpty = status === 'streaming' && content === ''
  const files = [...attachments, ...parcels]
  const names = files.map(({ name }) => name).join(', ')
  if (names || sources.length > 0 || author === 'operator') needMore()

  return (
    <>
      {isNewDay && created_at && more && <more.Day texts={texts} at={created_at} />}
      <div class="message" data-author={author} data-status={status}>
        {isFirst && <Author {...props} />}
        {(isEmpty || (content && content !== names)) && (
          <div class="said">
            <div
              class="bubble"
              dir="auto"
              title={created_at && more?.when(texts, created_at, 'medium')}
            >
              {isEmpty ? <Dots /> : <Words {...props} text={content} />}
            </div>
            {more && created_at && author !== 'visitor' && status !== 'streaming' && (
              <more.Copy view={view} text={content} />
            )}
          </div>
        )}
        {more && <more.Files {...props} files={files} />}
        {more && sources.length > 0 && <more.Sources view={view} sources={sources} />}
        <Note {...props} />
      </div>
      {conversation && seq === conversation.handover && more && <more.Handover {...view} />}
    </>
  )
}

/** Author line; visible to everyone for an operator, otherwise only to assistive technology. */
function Author(props: MessageProps) {
  const { view, message } = props
  const { author, author_name } = message
  if (author === 'operator') return view.more && <view.more.Person {...props} />
  return <p class="sr">{author === 'visitor' ? view.texts.you : author_name}</p>
}

/** Three dots: a message is being written. */
export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      •••
    </span>
  )
}

/** Renders links and Markdown once the part for it is loaded; plain text until then. */
function Words(props: MessageProps & { readonly text: string }) {
  const { text } = props
  const { more, needMore } = props.view
  if (!MARKED.test(text)) return text
  needMore()
  return more ? <more.Words {...props} /> : text
}

function Note(props: MessageProps) {
  const { view, message } = props
  const { texts, model, more } = view
  const { client_id, status, reason, created_at } = message
  if (status === 'failed') return <p class="note">{texts.failed}</p>
  if (status === 'waiting' || status === 'refused') {
    const isRefused = status === 'refused'
    return (
      <p class="note problem">
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
  if (status === 'streaming' || !created_at || !more) return null
  return <more.Time {...props} />
}
