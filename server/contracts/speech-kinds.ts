/** Use of a kind of speech service for one direction: with a model that must be named, with the only one it has, or not. */
type Use = 'model' | 'own' | 'none'

interface Kind {
  readonly speaks: Use
  readonly hears: Use
  /** One model hears, thinks and speaks: the service is no synthesizer and no transcriber for other models. */
  readonly converses?: true
}

const KINDS = {
  'openai-audio': { speaks: 'model', hears: 'model' },
  'openai-realtime': { speaks: 'model', hears: 'model', converses: true },
  piper: { speaks: 'own', hears: 'none' },
  'whisper-cpp': { speaks: 'none', hears: 'own' },
  deepgram: { speaks: 'none', hears: 'model' },
  elevenlabs: { speaks: 'model', hears: 'none' },
} as const satisfies Record<string, Kind>

export type SpeechKindName = keyof typeof KINDS

/** The wires that speech services have, and what each of them does. */
export const SPEECH_KINDS: Readonly<Record<SpeechKindName, Kind>> = KINDS

/** The names of the kinds, for schemas and forms. */
export const SPEECH_KIND_NAMES = Object.keys(KINDS) as [SpeechKindName, ...SpeechKindName[]]
