/** Message to the player's worklet. */
export type PlayerCommand =
  | { readonly type: 'play'; readonly utterance: number; readonly samples: Int16Array }
  | { readonly type: 'clear'; readonly utterance: number }
  | { readonly type: 'pause' | 'resume' }
