import type { AnsweredBy, CallType } from '#contracts/enums.ts'
import type { Tx } from '../../db/write.ts'

/** Data about a call needed by a provider. Times are seconds; numbers are E.164, null for a web call. */
export interface Line {
  readonly callId: number
  readonly type: CallType
  readonly customerNumber: string | null
  readonly assistantNumber: string | null
  /** Main language of the assistant, two letters, and its other languages. */
  readonly language: string
  readonly otherLanguages: readonly string[]
  /** Maximum ringing time, enforced by the provider. */
  readonly ringingTime: number
  /** Maximum duration from the answer on, enforced by the provider. */
  readonly maxDuration: number
  /** Silence after which the assistant hangs up. */
  readonly maxSilence: number
  /** The assistant waits for the customer to speak first. */
  readonly customerSpeaksFirst: boolean
}

/** An event on the line. `at` is its time, ms since 1970. */
export type LineEvent =
  | { readonly kind: 'ringing' | 'busy' | 'no-answer' | 'failed'; readonly at: number }
  | {
      readonly kind: 'answered'
      readonly by: AnsweredBy
      readonly at: number
      /** First line of the transcript, for a remark about the whole call. */
      readonly notice?: string
    }
  | {
      readonly kind: 'hung_up'
      /** `limit`: the maximum duration was reached. */
      readonly by: 'customer' | 'assistant' | 'limit'
      readonly at: number
    }

/** Latencies from the end of the customer's speech, ms; null if the step was never reached. */
export interface Timing {
  /** Until their words were recognised. */
  readonly heardMs: number
  /** Until the first word of the answer, and until its first audio. */
  readonly thoughtMs: number | null
  readonly soundMs: number | null
}

/** Words spoken on a line. */
export interface Spoken {
  /** `operator`: a person who has taken the call from the assistant. */
  readonly speaker: 'assistant' | 'customer' | 'operator'
  /** Name of the operator at that time. */
  readonly name?: string | null
  /** Id of that operator. */
  readonly operatorId?: number
  readonly content: string
  /** Start, ms since 1970. */
  readonly at?: number | null
  /** Only for answers to spoken words. */
  readonly timing?: Timing
  /** The caller interrupted it. */
  readonly isCut?: boolean
  /** Explanation of an answer, JSON; missing for answers that are explained later. */
  readonly explanation?: string
}

/** Interface that providers use to read and report the state of lines. */
export interface Switchboard {
  /** A call in progress; undefined if it has ended or was deleted. */
  line(callId: number): Line | undefined
  /** Reports an event. Returns false if it changes nothing, because it is late, repeated or out of order. */
  report(tx: Tx, callId: number, event: LineEvent): boolean
  /** Adds the words of one turn to the transcript, if any; turns count from 0. Returns false if that turn was already written or the call is over. */
  write(tx: Tx, callId: number, turn: number, spoken: readonly Spoken[]): boolean
}

/** An ended call with its transcript. */
export interface SpokenCall {
  readonly callId: number
  readonly spoken: readonly Spoken[]
}

/** A recording of a call. */
export interface Recording {
  /** A WAV file. */
  readonly audio: Uint8Array
  /** Start of each utterance, ms, as far as known. */
  readonly starts?: readonly number[]
}

/** A provider of telephone calls. Line events are reported to the switchboard as they occur; reports may be late, repeated and in any order. */
export interface VoiceProvider {
  /** Stored with each call. */
  readonly name: string
  /**
   * Places a call. Repeated for the same call, it does not place a second one.
   * @throws if it is certain that no telephone will ring.
   */
  dial(line: Line): Promise<void> | void
  /** Returns a function that ends a line in progress; obtain it while the call exists, as the call may be deleted before it is used. */
  ending(callId: number): () => Promise<void> | void
  /** The recording of an ended call; undefined if there is none. Not implemented by providers that record during the call. */
  recordingOf?(call: SpokenCall): Promise<Recording | undefined>
}
