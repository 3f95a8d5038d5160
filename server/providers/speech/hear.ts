import type { Fault, ReasonCode } from '#contracts/faults.ts'

/** Audio of a caller: 16-bit mono samples. */
export interface HeardFrame {
  readonly pcm: Int16Array
  /** Its start on the line clock, ms. */
  readonly at: number
}

/** A transcription event; `at` is the end of its audio on the line clock, ms. */
export type HeardEvent =
  | {
      /**
       * `partial` may still change; `final` does not, and is empty if nothing was understood; `speech` is the start of speech,
       * `end-of-turn` the service's guess that the caller has finished.
       */
      readonly kind: 'partial' | 'final' | 'end-of-turn' | 'speech'
      readonly text: string
      readonly language?: string
      readonly at: number
    }
  /** An utterance was lost; transcription continues with the audio that follows. */
  | { readonly kind: 'failed'; readonly fault: Fault<ReasonCode>; readonly at: number }

export interface HearOptions {
  /** Sample rate of the frames, Hz. */
  readonly rate: number
  /** BCP 47, most likely first. */
  readonly languages: readonly string[]
  /** Names and terms that are likely to occur. */
  readonly hints?: readonly string[]
  /** Ends the transcription at once, abandoning pending results. */
  readonly signal: AbortSignal
}

/** Transcription of one caller, for the duration of a call. */
export interface Hearing {
  push(frame: HeardFrame): void
  /** The caller seems to have finished: all audio pushed so far is to result in a `final`. */
  finish(): void
  /** The caller continued after all: a pending `final` is dropped, and its audio becomes part of the next one. */
  reopen(): void
  readonly events: AsyncIterable<HeardEvent>
}

/** Speech recognition. */
export interface Transcriber {
  open(options: HearOptions): Hearing
  /** True if it takes a whole call and emits `partial`; otherwise it is given separate utterances, each with its `finish`. */
  readonly isStreaming: boolean
  /** True if it emits `end-of-turn`. */
  readonly endsTurns: boolean
}
