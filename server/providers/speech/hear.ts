import type { Fault, ReasonCode } from '#contracts/faults.ts'

/** Sound of a caller: 16-bit mono samples. */
export interface HeardFrame {
  readonly pcm: Int16Array
  /** Its beginning on the clock of the line, ms. */
  readonly at: number
}

/** Something that a service has heard; `at` is the end of it on the clock of the line, ms. */
export type HeardEvent =
  | {
      /**
       * `partial` may still change, `final` does not and is empty where nothing was understood; `speech` is the beginning of
       * a voice, `end-of-turn` the service's opinion that the caller has finished.
       */
      readonly kind: 'partial' | 'final' | 'end-of-turn' | 'speech'
      readonly text: string
      readonly language?: string
      readonly at: number
    }
  /** An utterance is lost; whatever is said from now on is heard again. */
  | { readonly kind: 'failed'; readonly fault: Fault<ReasonCode>; readonly at: number }

export interface HearOptions {
  /** Samples a second of the frames. */
  readonly rate: number
  /** BCP 47, the most likely one first. */
  readonly languages: readonly string[]
  /** Names and terms that are likely to be said. */
  readonly hints?: readonly string[]
  /** Ends the listening: nothing that is under way is waited for. */
  readonly signal: AbortSignal
}

/** Listening to one caller, for as long as the call. */
export interface Hearing {
  push(frame: HeardFrame): void
  /** The caller seems to have ended: whatever was pushed is to become a `final`. */
  finish(): void
  /** The caller spoke on after all: a `final` that has not come yet is not made, and its sound counts again. */
  reopen(): void
  readonly events: AsyncIterable<HeardEvent>
}

/** Turns sound into text. */
export interface Transcriber {
  open(options: HearOptions): Hearing
  /** True if it takes a whole call and says `partial`; else it is given utterances only, each with its `finish`. */
  readonly isStreaming: boolean
  /** True if it says `end-of-turn`. */
  readonly endsTurns: boolean
}
