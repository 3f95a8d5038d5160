import type { View } from '../view.ts'
import { calls } from './calls.ts'
import { textsOf } from './offers.ts'
import { wordsOf } from './words.ts'

/** Replies to an answer that is older than this are stale, ms. */
const MAX_AGE = 3_600_000

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
  const said = (conversation?.messages ?? [])
    .filter(({ author }) => author === 'visitor')
    .map(({ content }) => content)
  const isTheirs = last?.author === 'assistant' && conversation?.ai_enabled
  const isCutOff = isTheirs && last.status === 'interrupted'
  const isFresh =
    isTheirs &&
    last.status === 'complete' &&
    Date.now() - new Date(last.created_at).getTime() < MAX_AGE
  const suggested = isCutOff
    ? [goOn]
    : said.length === 0
      ? textsOf(raw.starters)
      : isFresh
        ? textsOf(raw.replies).filter((text) => !said.includes(text))
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
