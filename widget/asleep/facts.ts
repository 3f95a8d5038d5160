import type { View } from '../view.ts'
import { asleepWordsOf } from './words-of.ts'

/** Facts for screen readers while Parley cannot be reached: that it is so, and what the pack says about each message. */
export function asleepFacts(view: View): Map<string, string> {
  const { asleep, outbox } = view.model.state
  const words = asleepWordsOf(view)
  const facts = new Map([['asleep', words.asleep]])
  for (const { client_id: id } of outbox) {
    const quotes = asleep!.answerTo(id)
    const answer = quotes?.map(({ text }) => text)
    facts.set(`asleep ${id}`, answer ? [words.automatic, ...answer].join('\n') : words.asleepWaits)
  }
  return facts
}
