import { phrasesFor } from './phrases.ts'
import { smallTalkIn } from './small-talk.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Whether a message asks for a person, in so many words. */
export function asksForPerson(message: string, language: string): boolean {
  return smallTalkIn(message, language)?.kind === 'person'
}

/** Whether an answer of the built-in model says that a person will follow up, because it could not help. */
export function promisesPerson(answer: string): boolean {
  return PROMISES.some((promise) => answer.includes(promise))
}

const PROMISES = Object.keys(STOP_WORDS).flatMap((language) => {
  const { person, noted, unknown, partly, overBudget } = phrasesFor(language)
  return [person, noted, unknown, partly, overBudget]
})
