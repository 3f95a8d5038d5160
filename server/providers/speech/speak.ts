/** One piece of sound: 16-bit mono samples. */
export interface Sound {
  readonly pcm: Int16Array
  /** Samples a second. */
  readonly rate: number
}

/** A word of a sentence, with the moment from the sentence's beginning at which it begins, ms. */
export interface SpokenWord {
  readonly text: string
  readonly startMs: number
}

/** A piece of what is spoken. */
export interface SpokenSound extends Sound {
  /** The text whose sound begins here; undefined where the sound goes on. */
  readonly begins?: string
  /** More of the text that began before, from services whose words come beside their sound. */
  readonly goesOn?: string
  /** Words of that text with their times, from services that know them. */
  readonly words?: readonly SpokenWord[]
}

/** Manner of an utterance. A service that cannot do one of these ignores it. */
export interface SpeakOptions {
  /** The service's id of the voice. */
  readonly voice: string
  /** BCP 47. */
  readonly language: string
  /** 1 is the voice's own speed. */
  readonly speed: number
  /** From 0 to 1. */
  readonly stability: number
  /** From 0 to 1. */
  readonly similarity: number
  /** Gives up whatever is not spoken yet, as `stop` does. */
  readonly signal: AbortSignal
}

/** One utterance while it is being spoken. */
export interface Speaking {
  /** Adds text: a fragment where `takesFragments`, else one sentence. */
  say(text: string): void
  /** Nothing more is to be said: `audio` ends with the last of it. */
  flush(): void
  /** Gives up now: requests are aborted and `audio` ends. */
  stop(): void
  /**
   * The sound, in order. Take it as it comes, ahead of its playing: a service that is kept waiting for long gives up.
   * @throws SpeechError when the service fails; what came before is good.
   */
  readonly audio: AsyncIterable<SpokenSound>
}

/** Turns text into sound. */
export interface Synthesizer {
  open(options: SpeakOptions): Speaking
  /** False for services that are asked sentence by sentence: `sentences.ts` makes them. */
  readonly takesFragments: boolean
}
