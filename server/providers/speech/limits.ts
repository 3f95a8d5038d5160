const SECOND = 1000
const MB = 1024 * 1024

/** Limits of a request to a speech service. */
export const SPEECH_LIMITS = {
  /** Timeout of the first audio of a sentence, ms. */
  firstSoundMs: 8 * SECOND,
  /** Timeout between two chunks of audio, ms. */
  idleMs: 5 * SECOND,
  /** Total timeout of a sentence, ms. */
  sentenceMs: 120 * SECOND,
  /** Maximum size of a sentence's audio, bytes: three minutes at 44.1 kHz. */
  soundBytes: 16 * MB,
  /** Timeout of a transcript, ms. */
  transcriptMs: 20 * SECOND,
  /** Maximum size of a response with a transcript, bytes. */
  transcriptBytes: MB / 4,
  /** Maximum length of an utterance in one request, s. */
  utteranceSeconds: 120,
  /** Maximum bytes read of a refusal's body. */
  refusalBytes: 16 * 1024,
} as const
