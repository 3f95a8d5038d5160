import type { View } from '../view.ts'
import { textsOf } from './offers.ts'
import { wordsOf } from './words.ts'

/** What may be said next, to be chosen instead of written: questions to begin with, replies below an answer. */
export function Suggestions({ model, texts, settings }: View) {
  const { conversation, outbox, draft } = model.state
  const { raw } = settings
  const last = conversation?.messages.at(-1)
  const isBegun = conversation?.messages.some(({ author }) => author === 'visitor')
  const isTheirs = last?.author === 'assistant' && last.status !== 'streaming'
  const suggested = !isBegun ? textsOf(raw.starters) : isTheirs ? textsOf(raw.replies) : []
  if (suggested.length === 0 || outbox.length > 0 || draft || conversation?.ended) return null
  if (model.isRemembering()) return null
  return (
    <ul class="suggestions" aria-label={wordsOf(texts).suggestions}>
      {suggested.map((text) => (
        <li key={text}>
          <button type="button" dir="auto" onClick={() => model.send(text, [])}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
