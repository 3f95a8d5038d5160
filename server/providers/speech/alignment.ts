import { hasWords } from './sentences.ts'
import type { SpokenWord } from './speak.ts'

/** A spoken sentence with the duration of its audio. */
export interface SpokenSentence {
  readonly text: string
  readonly durationMs: number
  /** Without them, the text is assumed to be spoken at a constant pace. */
  readonly words?: readonly SpokenWord[]
}

/** Characters after the last word within which the next one is searched for. */
const LOOKAHEAD = 40

const CHARACTERS = new Intl.Segmenter()

/** Text in which every code unit is a character: what combines with others is beyond these letters. */
const ONE_UNIT_EACH = /^[ -~\u00a0-\u024f]*$/

/** The start of a sentence that was heard within this time: up to the last word that had started, or in proportion to the duration. */
export function textHeard(sentence: SpokenSentence, ms: number): string {
  const { text, durationMs, words = [] } = sentence
  if (ms <= 0) return ''
  if (ms >= durationMs) return text
  return byWords(text, words, ms) ?? byShare(text, ms / durationMs)
}

/** Undefined if none of the words is found in the text: some services return what they pronounced, such as "five" for "5". */
function byWords(text: string, words: readonly SpokenWord[], ms: number): string | undefined {
  let end = 0
  let heard = 0
  let found = 0
  for (const { text: word, startMs } of words) {
    const at = text.indexOf(word.trim(), end)
    if (at === -1 || at > end + LOOKAHEAD) continue
    end = at + word.trim().length
    found += 1
    if (startMs < ms) heard = end
  }
  if (found === 0) return undefined
  return hasWords(text.slice(heard)) ? text.slice(0, heard) : text
}

function byShare(text: string, share: number): string {
  if (ONE_UNIT_EACH.test(text)) return text.slice(0, Math.floor(text.length * share))
  const characters = [...CHARACTERS.segment(text)]
  return characters
    .slice(0, Math.floor(characters.length * share))
    .map(({ segment }) => segment)
    .join('')
}
