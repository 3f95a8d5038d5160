/** Use of a kind of speech service for one direction: with a model that must be named, with the only one it has, or not. */
type Use = 'model' | 'own' | 'none'

const KINDS = {
  'openai-audio': { speaks: 'model', hears: 'model' },
  piper: { speaks: 'own', hears: 'none' },
  'whisper-cpp': { speaks: 'none', hears: 'own' },
  deepgram: { speaks: 'none', hears: 'model' },
  elevenlabs: { speaks: 'model', hears: 'none' },
} as const satisfies Record<string, { readonly speaks: Use; readonly hears: Use }>

export type SpeechKindName = keyof typeof KINDS

/** The wires that speech services have, and what each of them does. */
export const SPEECH_KINDS: Readonly<
  Record<SpeechKindName, { readonly speaks: Use; readonly hears: Use }>
> = KINDS

/** The names of the kinds, for schemas and forms. */
export const SPEECH_KIND_NAMES = Object.keys(KINDS) as [SpeechKindName, ...SpeechKindName[]]
