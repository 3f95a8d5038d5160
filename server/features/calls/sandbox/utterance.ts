import type { PlayedCall } from '#contracts/played-calls.ts'
import { heardText } from '../session/heard.ts'

type Utterance = NonNullable<PlayedCall['utterance']>

/** Characters that are spoken in a second. */
const PACE = 15

/** Time it takes to speak a text at so many times the usual speed: whole seconds, in ms. */
export const speechMs = (text: string, speed = 1): number =>
  Math.ceil(text.length / (PACE * speed)) * 1000

/** An utterance that begins now. */
export const beginUtterance = (utterance: number, at: number): Utterance => ({
  utterance,
  begun: at,
  sentences: [],
  playedMs: 0,
  since: at,
})

const playedAt = ({ playedMs, since }: Utterance, at: number): number =>
  since === undefined ? playedMs : playedMs + at - since

const lengthOf = ({ sentences }: Utterance): number =>
  Math.max(0, ...sentences.map(({ startMs, durationMs }) => startMs + durationMs))

/** The same with more words, after what is being said. */
export function withWords(speech: Utterance, text: string, speed: number, at: number): Utterance {
  const startMs = Math.max(lengthOf(speech), playedAt(speech, at))
  const sentence = { text, startMs, durationMs: speechMs(text, speed) }
  return { ...speech, sentences: [...speech.sentences, sentence] }
}

export const paused = ({ since: _, ...speech }: Utterance, at: number): Utterance => ({
  ...speech,
  playedMs: playedAt({ ...speech, since: _ }, at),
})

export const resumed = (speech: Utterance, at: number): Utterance => ({ ...speech, since: at })

/** Time at which all of it has been heard; undefined while that is open. */
export function endOf(speech: Utterance): number | undefined {
  const { wholeAt, since, playedMs } = speech
  if (wholeAt === undefined || since === undefined) return undefined
  return Math.max(wholeAt, since + Math.max(0, lengthOf(speech) - playedMs))
}

/** The words that had begun by then. */
export function heardOf(speech: Utterance, at: number): string {
  const sentences = speech.sentences.map((sentence) => ({ ...sentence, words: wordsIn(sentence) }))
  return heardText(sentences, playedAt(speech, at))
}

const wordsIn = ({ text, durationMs }: Utterance['sentences'][number]) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    startMs: (durationMs * index) / text.length,
  }))
