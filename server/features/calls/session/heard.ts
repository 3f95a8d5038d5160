import { type SpokenSentence, textHeard } from '../../../providers/speech/alignment.ts'

/** A sentence of an utterance and its position in the audio, ms. */
export interface PlacedSentence extends SpokenSentence {
  readonly startMs: number
}

/** Text of an utterance heard after the given playback, ms; its sentences in order. */
export function heardText(sentences: readonly PlacedSentence[], playedMs: number): string {
  return sentences
    .map((sentence) => textHeard(sentence, playedMs - sentence.startMs).trim())
    .filter((text) => text !== '')
    .join(' ')
}
