/** Support of a service kind for one direction: with a model to be named, with a single built-in model, or none. */
type Use = 'model' | 'own' | 'none'

/** Fields of an assistant that shape its speech. No service supports the emotion setting yet. */
type Manner = 'speech_speed' | 'voice_stability' | 'voice_similarity' | 'tts_emotion_enabled'

/** Fields that a service may ignore. */
export type IgnoredField = Manner | 'llm_temperature'

interface Kind {
  readonly speaks: Use
  readonly hears: Use
  /** A single model hears, thinks and speaks: the service is neither a synthesizer nor a transcriber for other models. */
  readonly converses?: true
  /** Fields of an assistant that do not affect its speech. */
  readonly speaksWithout: readonly Manner[]
  /** Fields of an assistant that do not affect its answers. */
  readonly thinksWithout?: readonly IgnoredField[]
}

const PLAIN: readonly Manner[] = ['voice_stability', 'voice_similarity', 'tts_emotion_enabled']

/** Fields that the voices of the operating system ignore. */
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

/** Protocols of speech services, with the capabilities of each. */
export const SPEECH_KINDS: Readonly<Record<SpeechKindName, Kind>> = KINDS

/** The names of the kinds, for schemas and forms. */
export const SPEECH_KIND_NAMES = Object.keys(KINDS) as [SpeechKindName, ...SpeechKindName[]]
