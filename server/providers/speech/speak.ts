/** A chunk of audio: 16-bit mono samples. */
export interface Sound {
  readonly pcm: Int16Array
  /** Sample rate, Hz. */
  readonly rate: number
}

/** A word of a sentence, with its start time from the sentence's start, ms. */
export interface SpokenWord {
  readonly text: string
  readonly startMs: number
}

/** A chunk of speech. */
export interface SpokenSound extends Sound {
  /** Text whose audio starts here; undefined if the audio continues. */
  readonly begins?: string
  /** Continuation of the text that started before, from services that send text and audio separately. */
  readonly goesOn?: string
  /** Words of that text with their times, from services that provide them. */
  readonly words?: readonly SpokenWord[]
}

/** Options of an utterance. A service ignores those it does not support. */
export interface SpeakOptions {
  /** The service's voice id. */
  readonly voice: string
  /** BCP 47. */
  readonly language: string
  /** 1 is the voice's normal speed. */
  readonly speed: number
  /** From 0 to 1. */
  readonly stability: number
  /** From 0 to 1. */
  readonly similarity: number
  /** Abandons whatever is not spoken yet, as `stop` does. */
  readonly signal: AbortSignal
}

/** An utterance in progress. */
export interface Speaking {
  /** Adds text: a fragment if `takesFragments`, otherwise one sentence. */
  say(text: string): void
  /** Marks the end of the text: `audio` ends with the last of it. */
  flush(): void
  /** Stops at once: requests are aborted and `audio` ends. */
  stop(): void
  /**
   * The audio, in order. Consume it as it arrives rather than as it is played: a service that is kept waiting gives up.
   * @throws SpeechError if the service fails; audio received before that is valid.
   */
  readonly audio: AsyncIterable<SpokenSound>
}

/** Speech synthesis. */
export interface Synthesizer {
  open(options: SpeakOptions): Speaking
  /** False for services that take one sentence per request; split text with `sentences.ts`. */
  readonly takesFragments: boolean
}
