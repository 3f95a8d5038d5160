import { setTimeout as delay } from 'node:timers/promises'

/** Sentences that callers say, each of which the recogniser understands without Parley. */
export const ASKED = [
  'what are your opening hours',
  'where can i find you',
  'how much is a loaf of bread',
  'do you deliver on sunday',
  'do you take credit cards',
  'when do you close',
  'is there a place to park',
  'thank you and goodbye',
]

/** Sentences that the assistant says, each in one piece. */
export const SAID = [
  'Welcome to our bakery.',
  'Good morning this is the library.',
  'Thank you for calling the garage.',
  'You have reached the dentist.',
]

/** The espeak-ng voice that the server chooses, and its words per minute. */
export const SYSTEM_VOICE = { voice: 'en-gb', pace: 175 }

/** Timeout for anything that has to be said or heard, ms. */
const PATIENCE_MS = 15_000

/** Waits for a condition; false when it is not met in time. */
export async function comes(isThere: () => boolean | Promise<boolean>): Promise<boolean> {
  const begun = performance.now()
  while (!(await isThere())) {
    if (performance.now() - begun > PATIENCE_MS) return false
    await delay(10)
  }
  return true
}

/** The same, but fails. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await comes(isTrue))) throw new Error('Nothing came')
}
