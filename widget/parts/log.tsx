import { belongTogether, timeline } from '../timeline.ts'
import type { View } from '../view.ts'
import { Dots, Message } from './message.tsx'

/** The conversation. Not live itself: whole messages are announced apart, so nobody hears single words. */
export function Log(view: View) {
  const { model, texts, isBehind, scrollToEnd } = view
  const { assistant, conversation, outbox, typing } = model.state
  const messages = conversation?.messages ?? []
  const shown = model.isRemembering() ? [] : timeline(assistant, messages, outbox)
  const isAnswering = messages.at(-1)?.status === 'streaming'

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <div class="log" role="log" aria-live="off" aria-label={texts.log} tabIndex={0}>
        {shown.map((message, index) => {
          const next = shown[index + 1]
          return (
            <Message
              key={message.client_id ?? message.id}
              view={view}
              message={message}
              isFirst={!belongTogether(shown[index - 1], message)}
              isDated={!next || (message.author === 'visitor' && next.author !== 'visitor')}
            />
          )
        })}
        {(shown.length === 0 || (typing && !isAnswering)) && (
          <div class="message" data-author={typing}>
            <div class="bubble">
              <Dots />
              <span class="sr">{typing ? texts.typing : texts.loading}</span>
            </div>
          </div>
        )}
      </div>
      {isBehind && (
        <button type="button" class="newer" onClick={scrollToEnd}>
          ↓ {texts.newer}
        </button>
      )}
    </>
  )
}
