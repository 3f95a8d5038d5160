import type { Fault, ReasonCode } from '#contracts/faults.ts'
import type { HeardFrame } from './hear.ts'

/** A function that the model may call. */
export interface ConverserTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ConverseOptions {
  /** Samples a second of the caller's frames. */
  readonly rate: number
  readonly instructions: string
  readonly tools: readonly ConverserTool[]
  /** The service's id of the voice, empty for its own; null for answers in text, which another voice speaks. */
  readonly voice: string | null
  /**
   * With `server` the service hears where turns end, answers by itself and falls silent when it is interrupted; with `ours`
   * it answers when it is told to.
   */
  readonly turns: 'server' | 'ours'
  /** Loudness from which on the service takes sound for a voice, from 0 to 1. */
  readonly threshold?: number
  /** BCP 47, for the caller's words. */
  readonly language?: string
  /** Ends the conversation. */
  readonly signal: AbortSignal
}

/** Tokens that a response has used. */
export interface ConverserUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Share of those that was sound. */
  readonly inputAudioTokens: number
  readonly outputAudioTokens: number
}

/** Something that happens in a conversation; `at` is on the clock of the line, ms. */
export type ConverserEvent =
  | { readonly kind: 'speech-started' | 'speech-stopped'; readonly at: number }
  /** Words of the caller: all of this item, up to now. */
  | {
      readonly kind: 'heard'
      readonly itemId: string
      readonly text: string
      readonly isFinal: boolean
    }
  | { readonly kind: 'response-started'; readonly responseId: string }
  | {
      readonly kind: 'sound'
      readonly responseId: string
      readonly itemId: string
      readonly pcm: Int16Array
      readonly rate: number
    }
  /** More words of the answer: those of its sound, or those to be spoken. */
  | {
      readonly kind: 'words'
      readonly responseId: string
      readonly itemId: string
      readonly text: string
    }
  | {
      readonly kind: 'tool-call'
      readonly callId: string
      readonly name: string
      /** JSON, as the model wrote it. */
      readonly arguments: string
    }
  | {
      readonly kind: 'response-ended'
      readonly responseId: string
      readonly status: 'completed' | 'cancelled' | 'incomplete' | 'failed'
      readonly usage?: ConverserUsage
      /** Reason of one that failed. */
      readonly fault?: Fault<ReasonCode>
    }
  /** The service refuses something; the conversation goes on. */
  | { readonly kind: 'failed'; readonly fault: Fault<ReasonCode> }

/** A conversation with one caller, for as long as the call. */
export interface Conversing {
  /** Sound of the caller. */
  push(frame: HeardFrame): void
  /**
   * Ends what the caller has said since the last time, where turns are ours: its words follow as `heard`. False, and
   * none follow, where that is too short for the service.
   */
  commit(): boolean
  /** Adds what was said otherwise: written by the caller, or before the conversation. */
  text(role: 'user' | 'assistant' | 'system', text: string): void
  /** Answers a `tool-call`; the model goes on when it is told to respond. */
  toolResult(callId: string, output: string): void
  /**
   * Asks for an answer to everything up to now, after the one that is under way.
   * @param instructions in place of those of the conversation
   * @param mayCall false for an answer without calls of functions
   */
  respond(instructions?: string, mayCall?: boolean): void
  /** Gives up the answer that is under way: nothing of it is told any more but its end. */
  cancel(): void
  /** So much of an item was heard, ms: the model forgets the rest. A time that is no number changes nothing. */
  truncate(itemId: string, heardMs: number): void
  /** Of an answer in text this much was heard: the model knows nothing else of it. */
  replace(itemId: string, text: string): void
  /** @throws SpeechError when the conversation is lost */
  readonly events: AsyncIterable<ConverserEvent>
}

/** A model that hears a caller and answers, in sound or in text. */
export interface Converser {
  open(options: ConverseOptions): Conversing
}
