import type { View } from '../view.ts'
import { calls } from './calls.ts'
import { textsOf } from './offers.ts'
import { wordsOf } from './words.ts'

/**
 * Suggested messages to choose from: starters before the first message, replies below an answer, or the continuation of
 * an
 * answer that was cut off.
 */
export function Suggestions({ model, texts, settings }: View) {
  const { conversation, outbox, draft } = model.state
  const { raw } = settings
  const { suggestions, goOn } = wordsOf(texts)
  const last = conversation?.messages.at(-1)
  const isBegun = conversation?.messages.some(({ author }) => author === 'visitor')
  const isTheirs = last?.author === 'assistant' && last.status !== 'streaming'
  const isCutOff = isTheirs && last.status === 'interrupted' && conversation?.ai_enabled
  const suggested = isCutOff
    ? [goOn]
    : !isBegun
      ? textsOf(raw.starters)
      : isTheirs
        ? textsOf(raw.replies)
        : []
  if (suggested.length === 0 || outbox.length > 0 || draft || conversation?.ended) return null
  if (model.isRemembering()) return null
  const choose = (text: string) =>
    isCutOff
      ? calls(model.tools.api)
          .goOn(conversation.id)
          .catch(() => model.set({ problem: texts.unreachable }))
      : model.send(text, [])
  return (
    <ul class="suggestions" aria-label={suggestions}>
      {suggested.map((text) => (
        <li key={text}>
          <button type="button" dir="auto" onClick={() => choose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
