import type { Spoken } from '../../../providers/voice/provider.ts'
import type { Recorder } from './recorder.ts'

interface Options {
  readonly recorder?: Pick<Recorder, 'place'> | undefined
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
}

/** Reports the customer's words, each part once, with its position in the recording. */
export function createPassing({ recorder, onSpoken }: Options) {
  /** The reported part of the words that are not answered yet. */
  let passedOn = ''
  let from: number | undefined

  return {
    /** The customer is speaking. */
    begin(): void {
      from ??= recorder?.place()
    },
    /** It was not speech. */
    giveUp(): void {
      from = undefined
    },
    /** The customer's words since the last answer. */
    passOn(said: string): void {
      const isMore = said.startsWith(passedOn)
      const content = (isMore ? said.slice(passedOn.length) : said).trim()
      passedOn = said
      if (content !== '') onSpoken({ speaker: 'customer', content }, from)
      from = undefined
    },
    /** An answer started, or these words were already reported. */
    answered(said: string): void {
      passedOn = said
    },
  }
}
