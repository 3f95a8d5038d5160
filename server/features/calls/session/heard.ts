import { type SpokenSentence, textHeard } from '../../../providers/speech/alignment.ts'

/** A sentence of an utterance, and its place in the sound of it, ms. */
export interface PlacedSentence extends SpokenSentence {
  readonly startMs: number
}

/** Text of an utterance that was heard when so much of it had been played, ms; its sentences one after another. */
export function heardText(sentences: readonly PlacedSentence[], playedMs: number): string {
  return sentences
    .map((sentence) => textHeard(sentence, playedMs - sentence.startMs).trim())
    .filter((text) => text !== '')
    .join(' ')
}
