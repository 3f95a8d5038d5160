/** Use of a kind of speech service for one direction: with a model that must be named, with the only one it has, or not. */
type Use = 'model' | 'own' | 'none'

/** Fields of an assistant that say how it speaks. No service has a wire for its emotion yet. */
type Manner = 'speech_speed' | 'voice_stability' | 'voice_similarity' | 'tts_emotion_enabled'

/** Fields that a service may have no use for. */
export type IgnoredField = Manner | 'llm_temperature'

interface Kind {
  readonly speaks: Use
  readonly hears: Use
  /** One model hears, thinks and speaks: the service is no synthesizer and no transcriber for other models. */
  readonly converses?: true
  /** Fields of an assistant that have no effect on how it speaks. */
  readonly speaksWithout: readonly Manner[]
  /** Fields of an assistant that have no effect on what it thinks. */
  readonly thinksWithout?: readonly IgnoredField[]
}

const PLAIN: readonly Manner[] = ['voice_stability', 'voice_similarity', 'tts_emotion_enabled']

/** Fields that the voices of the operating system have no use for. */
export const SYSTEM_SPEAKS_WITHOUT: readonly IgnoredField[] = PLAIN

const KINDS = {
  'openai-audio': { speaks: 'model', hears: 'model', speaksWithout: PLAIN },
  'openai-realtime': {
    speaks: 'model',
    hears: 'model',
    converses: true,
    speaksWithout: ['speech_speed', ...PLAIN],
    thinksWithout: ['llm_temperature'],
  },
  piper: { speaks: 'own', hears: 'none', speaksWithout: PLAIN },
  'whisper-cpp': { speaks: 'none', hears: 'own', speaksWithout: [] },
  deepgram: { speaks: 'none', hears: 'model', speaksWithout: [] },
  elevenlabs: { speaks: 'model', hears: 'none', speaksWithout: ['tts_emotion_enabled'] },
} as const satisfies Record<string, Kind>

export type SpeechKindName = keyof typeof KINDS

/** The wires that speech services have, and what each of them does. */
export const SPEECH_KINDS: Readonly<Record<SpeechKindName, Kind>> = KINDS

/** The names of the kinds, for schemas and forms. */
export const SPEECH_KIND_NAMES = Object.keys(KINDS) as [SpeechKindName, ...SpeechKindName[]]
