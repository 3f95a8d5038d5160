import type { Fault, ReasonCode } from '#contracts/faults.ts'
import type { HeardFrame } from './hear.ts'

/** A function that the model may call. */
export interface ConverserTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of its parameters. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ConverseOptions {
  /** Sample rate of the caller's frames, Hz. */
  readonly rate: number
  readonly instructions: string
  readonly tools: readonly ConverserTool[]
  /** The service's voice id, empty for its default; null for text responses, which another voice speaks. */
  readonly voice: string | null
  /** With `server`, the service detects the ends of turns, responds by itself and stops when interrupted; with `ours`, it responds on request. */
  readonly turns: 'server' | 'ours'
  /** Loudness threshold above which the service detects speech, from 0 to 1. */
  readonly threshold?: number
  /** BCP 47 language of the caller. */
  readonly language?: string
  /** Ends the conversation. */
  readonly signal: AbortSignal
}

/** Tokens used by a response. */
export interface ConverserUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Audio tokens among them. */
  readonly inputAudioTokens: number
  readonly outputAudioTokens: number
}

/** An event of a conversation; `at` is on the line clock, ms. */
export type ConverserEvent =
  | { readonly kind: 'speech-started' | 'speech-stopped'; readonly at: number }
  /** The caller's words: the full text of this item so far. */
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
  /** More text of the response: the transcript of its audio, or text to be spoken. */
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
      /** JSON, as written by the model. */
      readonly arguments: string
    }
  | {
      readonly kind: 'response-ended'
      readonly responseId: string
      readonly status: 'completed' | 'cancelled' | 'incomplete' | 'failed'
      readonly usage?: ConverserUsage
      /** Reason, if it failed. */
      readonly fault?: Fault<ReasonCode>
    }
  /** The service rejected a request; the conversation continues. */
  | { readonly kind: 'failed'; readonly fault: Fault<ReasonCode> }

/** A conversation with one caller, for the duration of a call. */
export interface Conversing {
  /** Audio of the caller. */
  push(frame: HeardFrame): void
  /**
   * Commits the caller's audio since the last commit, where turns are ours: its words follow as `heard`. Returns false, with no
   * words to follow, if it is too short for the service.
   */
  commit(): boolean
  /** Adds text from outside the call: typed by the caller, or from before the conversation. */
  text(role: 'user' | 'assistant' | 'system', text: string): void
  /** Answers a `tool-call`; the model continues when asked to respond. */
  toolResult(callId: string, output: string): void
  /**
   * Requests a response to everything so far, after the one in progress.
   * @param instructions overrides those of the conversation
   * @param mayCall false for a response without function calls
   */
  respond(instructions?: string, mayCall?: boolean): void
  /** Cancels the response in progress: it emits no more events but its end. */
  cancel(): void
  /** Truncates an item to what was heard, ms: the model forgets the rest. Ignored if the time is not finite. */
  truncate(itemId: string, heardMs: number): void
  /** Replaces a text response by what was heard of it: the model knows nothing else of it. */
  replace(itemId: string, text: string): void
  /** @throws SpeechError if the conversation is lost */
  readonly events: AsyncIterable<ConverserEvent>
}

/** A model that hears a caller and responds in audio or text. */
export interface Converser {
  open(options: ConverseOptions): Conversing
}
