const SECOND = 1000
const MB = 1024 * 1024

/** Limits of one request to a speech service. */
export const SPEECH_LIMITS = {
  /** Until the first sound of a sentence, ms. */
  firstSoundMs: 8 * SECOND,
  /** Between two pieces of sound, ms. */
  idleMs: 5 * SECOND,
  /** For a sentence, ms. */
  sentenceMs: 120 * SECOND,
  /** Longest sound of a sentence, bytes: three minutes at 44.1 kHz. */
  soundBytes: 16 * MB,
  /** Until a transcript is there, ms. */
  transcriptMs: 20 * SECOND,
  /** Longest answer that holds a transcript, bytes. */
  transcriptBytes: MB / 4,
  /** Longest utterance of a caller that is sent at once, s. */
  utteranceSeconds: 120,
  /** Bytes of a refusal that are read. */
  refusalBytes: 16 * 1024,
} as const
