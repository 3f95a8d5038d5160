import type { AnsweredBy, CallType } from '#contracts/enums.ts'
import type { Tx } from '../../db/write.ts'

/** Facts about a call that a provider needs. Times are seconds, numbers E.164 and null for a web call. */
export interface Line {
  readonly callId: number
  readonly type: CallType
  readonly customerNumber: string | null
  readonly assistantNumber: string | null
  /** Language of the assistant, two letters, and the others that it speaks. */
  readonly language: string
  readonly otherLanguages: readonly string[]
  /** The provider lets it ring no longer than this. */
  readonly ringingTime: number
  /** The provider ends the call this long after it was answered. */
  readonly maxDuration: number
  /** The assistant hangs up when nobody has spoken for this long. */
  readonly maxSilence: number
  /** The assistant waits until the customer has spoken. */
  readonly customerSpeaksFirst: boolean
}

/** An event on the line. `at` is its time, ms since 1970. */
export type LineEvent =
  | { readonly kind: 'ringing' | 'busy' | 'no-answer' | 'failed'; readonly at: number }
  | {
      readonly kind: 'answered'
      readonly by: AnsweredBy
      readonly at: number
      /** First line of the transcript, where something has to be said about the whole of it. */
      readonly notice?: string
    }
  | {
      readonly kind: 'hung_up'
      /** `limit`: the longest duration was reached. */
      readonly by: 'customer' | 'assistant' | 'limit'
      readonly at: number
    }

/** Time from the end of the customer's voice until something, ms; null where that never came. */
export interface Timing {
  /** Until their words were known. */
  readonly heardMs: number
  /** Until the first word of the answer, and until the first sound of it. */
  readonly thoughtMs: number | null
  readonly soundMs: number | null
}

/** Words that were spoken on a line. */
export interface Spoken {
  /** `operator`: a person who has taken the call from the assistant. */
  readonly speaker: 'assistant' | 'customer' | 'operator'
  /** Of the operator, as it was then. */
  readonly name?: string | null
  readonly content: string
  /** Start, ms since 1970. */
  readonly at?: number | null
  /** Of an answer to something that was said aloud. */
  readonly timing?: Timing
  /** The caller has cut it short. */
  readonly isCut?: boolean
}

/** Parley's end of every line: what providers tell it and ask it. */
export interface Switchboard {
  /** A call that is still going on; undefined when it is over or gone. */
  line(callId: number): Line | undefined
  /** Something happened. False when that changes nothing, because it came late, twice or out of order. */
  report(tx: Tx, callId: number, event: LineEvent): boolean
  /**
   * Writes down what was said in one turn, if anything; turns count from 0. False when that turn is written already or the
   * call is over.
   */
  write(tx: Tx, callId: number, turn: number, spoken: readonly Spoken[]): boolean
}

/** A call that has ended, as it was spoken. */
export interface SpokenCall {
  readonly callId: number
  readonly spoken: readonly Spoken[]
}

/** A recording of a call. */
export interface Recording {
  /** A WAV file. */
  readonly audio: Uint8Array
  /** Start of each utterance, ms, as far as it is known. */
  readonly starts?: readonly number[]
}

/**
 * Somebody who connects telephones. What happens on a line is reported to the switchboard as it happens, and may be
 * reported late, twice and in any order.
 */
export interface VoiceProvider {
  /** Kept with each call. */
  readonly name: string
  /**
   * Begins a call. Asking again for the same call begins no second one.
   * @throws when it is certain that no telephone will ring.
   */
  dial(line: Line): Promise<void> | void
  /** The way to end a line that is going on: known now, when its call may be about to be deleted, and gone later. */
  ending(callId: number): () => Promise<void> | void
  /** The recording of a call that has ended; undefined when there is none. One that records as it goes on has no such thing. */
  recordingOf?(call: SpokenCall): Promise<Recording | undefined>
}
