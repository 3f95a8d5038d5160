import { sentencesOf } from '../../../language/sentences.ts'
import { stem } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import type { Utterance } from './fields.ts'
import { type FoundNumber, findNumbers } from './patterns.ts'

/** A sentence, tokenized once for all fields. */
export interface Sentence {
  readonly text: string
  readonly words: readonly { readonly stem: string; readonly at: number }[]
  readonly numbers: readonly FoundNumber[]
}

/** A customer's utterance and the assistant's question before it. */
export interface Heard {
  readonly text: string
  readonly sentences: readonly Sentence[]
  /** The last question in the assistant's preceding message. */
  readonly question: Sentence | undefined
}

/** Limits of the analysed text, UTF-16 units: the end of the transcript, and the start of each utterance. */
const MAX_TRANSCRIPT = 24_000
const MAX_UTTERANCE = 2000

/** Tokenizes the customer's part of a transcript in the given language. */
export function utterancesIn(transcript: readonly Utterance[], language: KnownLanguage): Heard[] {
  const recent = endOf(transcript)
  return recent.flatMap(({ role, content }, index) => {
    if (role !== 'user') return []
    const before = recent[index - 1]
    const asked =
      before?.role === 'assistant'
        ? sentencesOf(before.content).findLast((sentence) => sentence.includes('?'))
        : undefined
    return {
      text: content.trim(),
      sentences: sentencesOf(content).map((text) => parseSentence(text, language)),
      question: asked === undefined ? undefined : parseSentence(asked, language),
    }
  })
}

function endOf(transcript: readonly Utterance[]): Utterance[] {
  const kept: Utterance[] = []
  let room = MAX_TRANSCRIPT
  for (const { role, content } of transcript.toReversed()) {
    if (room <= 0) break
    const text = content.slice(0, Math.min(MAX_UTTERANCE, room))
    room -= text.length
    kept.unshift({ role, content: text })
  }
  return kept
}

function parseSentence(text: string, language: KnownLanguage): Sentence {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    stem: stem(word, language),
    at: index,
  }))
  return { text, words, numbers: findNumbers(text) }
}
