import type { Spoken } from '../../../providers/voice/provider.ts'
import type { Recorder } from './recorder.ts'

interface Options {
  readonly recorder?: Pick<Recorder, 'place'> | undefined
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
}

/** Passes on what the customer says, each part of it once, with its place in the recording. */
export function createPassing({ recorder, onSpoken }: Options) {
  /** Of what nobody has answered yet, as much as was passed on. */
  let passedOn = ''
  let from: number | undefined

  return {
    /** The customer speaks. */
    begin(): void {
      from ??= recorder?.place()
    },
    /** It was nothing. */
    giveUp(): void {
      from = undefined
    },
    /** The customer has said all this since the last answer. */
    passOn(said: string): void {
      const isMore = said.startsWith(passedOn)
      const content = (isMore ? said.slice(passedOn.length) : said).trim()
      passedOn = said
      if (content !== '') onSpoken({ speaker: 'customer', content }, from)
      from = undefined
    },
    /** An answer has begun, or this was passed on already. */
    answered(said: string): void {
      passedOn = said
    },
  }
}
