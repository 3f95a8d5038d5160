import { phrasesFor } from './phrases.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Reports whether an answer of the built-in model promises a follow-up by a person because it could not help. */
export function promisesPerson(answer: string): boolean {
  return PROMISES.some((promise) => answer.includes(promise))
}

/** Reports whether an answer of the built-in model says that it does not know, or not all of it. */
export function isUnknown(answer: string): boolean {
  return UNKNOWN.some((phrase) => answer.includes(phrase))
}

const UNKNOWN = Object.keys(STOP_WORDS).flatMap((language) => {
  const { unknown, partly } = phrasesFor(language)
  return [unknown, partly]
})

const PROMISES = Object.keys(STOP_WORDS).flatMap((language) => {
  const { person, noted, unknown, partly, overBudget } = phrasesFor(language)
  return [person, noted, unknown, partly, overBudget]
})
