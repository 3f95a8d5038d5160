/** An event of a live call. `at` is ms since it was answered, monotonic. */
export type TurnEvent = { readonly at: number } & (
  | { readonly kind: 'answered'; readonly hasOpening: boolean }
  /** The customer starts or stops speaking; `silentMs` is the silence after which the end was detected, 0 by default. */
  | { readonly kind: 'voice'; readonly isOn: boolean; readonly silentMs?: number }
  /** The customer's words in this turn so far; final text does not change. */
  | { readonly kind: 'text'; readonly text: string; readonly isFinal: boolean }
  /** The transcriber reports the end of the turn. */
  | { readonly kind: 'end-of-turn' }
  | { readonly kind: 'digit' }
  /** The audio of a thought's answer starts, as this utterance. */
  | { readonly kind: 'sound'; readonly thought: number; readonly utterance: number }
  /** The call ends after this utterance. */
  | { readonly kind: 'last'; readonly utterance: number }
  /** The answer to a thought is empty. */
  | { readonly kind: 'nothing'; readonly thought: number }
  /** An utterance was heard to its end. */
  | { readonly kind: 'heard'; readonly utterance: number }
  | { readonly kind: 'hung-up' }
  /** Only time has passed. */
  | { readonly kind: 'tick' }
)

/** An event without its time. */
export type UntimedEvent = TurnEvent extends infer each
  ? each extends unknown
    ? Omit<each, 'at'>
    : never
  : never

/** Reason for a thought. */
export type ThoughtCause =
  | { readonly kind: 'greeting' }
  | { readonly kind: 'reply'; readonly heard: string }
  | { readonly kind: 're-engagement' }

/** A side effect to perform. */
export type TurnEffect =
  /** Request the final transcript. */
  | { readonly kind: 'finish-listening' }
  | { readonly kind: 'think'; readonly thought: number; readonly cause: ThoughtCause }
  | { readonly kind: 'abort-thinking'; readonly thought: number }
  | { readonly kind: 'say-filler'; readonly thought: number }
  /** Pause playback and keep the rest. */
  | { readonly kind: 'pause'; readonly utterance: number }
  | { readonly kind: 'resume'; readonly utterance: number }
  /** Drop the unheard rest: it was never said. */
  | { readonly kind: 'clear'; readonly utterance: number }
  /** Tell the model that the call is about to end. */
  | { readonly kind: 'warn-of-end' }
  | { readonly kind: 'hang-up'; readonly by: 'assistant' | 'limit' }
