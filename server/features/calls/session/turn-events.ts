/** Something that happens on a live call. `at` is ms since it was answered; it never goes back. */
export type TurnEvent = { readonly at: number } & (
  | { readonly kind: 'answered'; readonly hasOpening: boolean }
  /** The customer's voice begins or ends. */
  | { readonly kind: 'voice'; readonly isOn: boolean }
  /** Text of the customer in this turn, up to now; one that is final is not taken back. */
  | { readonly kind: 'text'; readonly text: string; readonly isFinal: boolean }
  /** The transcriber reports the end of the turn. */
  | { readonly kind: 'end-of-turn' }
  | { readonly kind: 'digit' }
  /** The answer to a thought begins to sound, as this utterance. */
  | { readonly kind: 'sound'; readonly thought: number; readonly utterance: number }
  /** The call ends with this utterance. */
  | { readonly kind: 'last'; readonly utterance: number }
  /** The answer to a thought has no word. */
  | { readonly kind: 'nothing'; readonly thought: number }
  /** All of an utterance has been heard. */
  | { readonly kind: 'heard'; readonly utterance: number }
  | { readonly kind: 'hung-up' }
  /** Nothing but time has passed. */
  | { readonly kind: 'tick' }
)

/** The same before its time is known. */
export type Happening = TurnEvent extends infer each
  ? each extends unknown
    ? Omit<each, 'at'>
    : never
  : never

/** Reason for a thought: what the assistant is to find words for. */
export type ThoughtCause =
  | { readonly kind: 'greeting' }
  | { readonly kind: 'reply'; readonly heard: string }
  | { readonly kind: 're-engagement' }

/** Something that is to be done. */
export type TurnEffect =
  /** Ask for the final text of what was said. */
  | { readonly kind: 'finish-listening' }
  | { readonly kind: 'think'; readonly thought: number; readonly cause: ThoughtCause }
  | { readonly kind: 'abort-thinking'; readonly thought: number }
  | { readonly kind: 'say-filler'; readonly thought: number }
  /** Stop the sound and keep what was not heard. */
  | { readonly kind: 'pause'; readonly utterance: number }
  | { readonly kind: 'resume'; readonly utterance: number }
  /** Drop what was not heard: it was never said. */
  | { readonly kind: 'clear'; readonly utterance: number }
  /** Tell the model that the call is about to be ended. */
  | { readonly kind: 'warn-of-end' }
  | { readonly kind: 'hang-up'; readonly by: 'assistant' | 'limit' }
