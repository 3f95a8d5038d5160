import type { VNode } from 'preact'
import { belongTogether, dayOf, type Shown, timeline } from '../timeline.ts'
import type { View } from '../view.ts'
import { type DeliveryState, Dots, Message } from './message.tsx'

/** Rendered messages, reused until something about them changes, so that long conversations stay cheap. */
const drawn = new WeakMap<Shown, { readonly about: string; readonly node: VNode }>()

/** The conversation. Not a live region: only complete messages are announced, not single words. */
export function Log(view: View) {
  const { model, texts, settings, more, needMore, isBehind, scrollToEnd } = view
  const { assistant, conversation, outbox, typing } = model.state
  const { messages = [], handover, ai_enabled, seen_seq = 0 } = conversation ?? {}
  const shown = model.isRemembering() ? [] : timeline(assistant, messages, outbox)
  const lastOwn = shown.findLast(({ author }) => author === 'visitor')
  const answer = messages.find(({ status }) => status === 'streaming')
  if (settings.raw.starters || settings.raw.replies) needMore()

  /** Says what has become of a message of the visitor. */
  function deliveryStateOf({ status, seq = 0 }: Shown): DeliveryState {
    if (status === 'sending') return status
    if (answer && answer.seq < seq) return 'queued'
    return seq <= seen_seq ? 'seen' : 'sent'
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <div class="log" role="log" aria-live="off" aria-label={texts.log} tabIndex={0}>
        {more && <more.Hello {...view} />}
        {shown.map((message, index) => {
          const before = shown[index - 1]
          const isNewDay = !before || dayOf(before) !== dayOf(message)
          const isFirst = !belongTogether(before, message)
          const isDated = !belongTogether(message, shown[index + 1])
          const fate = message === lastOwn ? deliveryStateOf(message) : undefined
          const about = [
            dayOf({}),
            isNewDay,
            isFirst,
            isDated,
            fate,
            handover,
            ai_enabled,
            texts.language,
            !more,
          ].join()
          const known = drawn.get(message)
          if (known?.about === about) return known.node
          const key = message.client_id ?? message.id
          const node = (
            <Message key={key} {...{ view, message, isNewDay, isFirst, isDated, fate }} />
          )
          drawn.set(message, { about, node })
          return node
        })}
        {(shown.length === 0 || (typing && !answer)) && (
          <div class="message" data-author={typing}>
            <div class="bubble">
              <Dots />
              <span class="sr">{typing ? texts.typing : texts.loading}</span>
            </div>
          </div>
        )}
        {more && <more.Suggestions {...view} />}
      </div>
      {isBehind && (
        <button type="button" class="newer primary" aria-label={texts.newer} onClick={scrollToEnd}>
          ↓{!answer && ` ${texts.newer}`}
        </button>
      )}
    </>
  )
}
