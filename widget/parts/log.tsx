import type { VNode } from 'preact'
import { belongTogether, type Shown, timeline } from '../timeline.ts'
import type { View } from '../view.ts'
import { Dots, Message } from './message.tsx'

/** Rendered messages, reused until something about them changes, so that long conversations stay cheap. */
const drawn = new WeakMap<Shown, { readonly about: string; readonly node: VNode }>()

/** The conversation. Not a live region: only complete messages are announced, not single words. */
export function Log(view: View) {
  const { model, texts, settings, more, needMore, isBehind, scrollToEnd } = view
  const { assistant, conversation, outbox, typing } = model.state
  const { messages = [], handover, ai_enabled, seen_seq = 0 } = conversation ?? {}
  const shown = model.isRemembering() ? [] : timeline(assistant, messages, outbox)
  const isAnswering = messages.at(-1)?.status === 'streaming'
  if (settings.raw.starters || settings.raw.replies) needMore()

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <div class="log" role="log" aria-live="off" aria-label={texts.log} tabIndex={0}>
        {shown.map((message, index) => {
          const next = shown[index + 1]
          const isFirst = !belongTogether(shown[index - 1], message)
          const isDated = !belongTogether(message, next)
          const isSeen = (message.seq ?? Number.POSITIVE_INFINITY) <= seen_seq
          const about = [
            isFirst,
            isDated,
            isSeen,
            handover,
            ai_enabled,
            texts.language,
            !more,
          ].join()
          const known = drawn.get(message)
          if (known?.about === about) return known.node
          const key = message.client_id ?? message.id
          const node = <Message key={key} {...{ view, message, isFirst, isDated, isSeen }} />
          drawn.set(message, { about, node })
          return node
        })}
        {(shown.length === 0 || (typing && !isAnswering)) && (
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
        <button type="button" class="newer" onClick={scrollToEnd}>
          ↓ {texts.newer}
        </button>
      )}
    </>
  )
}
