import { hasWords } from './sentences.ts'
import type { SpokenWord } from './speak.ts'

/** A sentence that is spoken, and the length of its sound. */
export interface SpokenSentence {
  readonly text: string
  readonly durationMs: number
  /** Without them the text is taken to go by at one pace. */
  readonly words?: readonly SpokenWord[]
}

/** Characters after the last word within which the next one is looked for. */
const SIGHT = 40

const CHARACTERS = new Intl.Segmenter()

/**
 * The beginning of a sentence that was heard after so many milliseconds: the words that had begun, or so many characters as
 * the time has a share of the whole.
 */
export function textHeard(sentence: SpokenSentence, ms: number): string {
  const { text, durationMs, words = [] } = sentence
  if (ms <= 0) return ''
  if (ms >= durationMs) return text
  return byWords(text, words, ms) ?? byShare(text, ms / durationMs)
}

/** Undefined where none of the words is found in the text: some services say what they pronounced, "five" for "5". */
function byWords(text: string, words: readonly SpokenWord[], ms: number): string | undefined {
  let end = 0
  let heard = 0
  let found = 0
  for (const { text: word, startMs } of words) {
    const at = text.indexOf(word.trim(), end)
    if (at === -1 || at > end + SIGHT) continue
    end = at + word.trim().length
    found += 1
    if (startMs < ms) heard = end
  }
  if (found === 0) return undefined
  return hasWords(text.slice(heard)) ? text.slice(0, heard) : text
}

function byShare(text: string, share: number): string {
  const characters = [...CHARACTERS.segment(text)]
  return characters
    .slice(0, Math.floor(characters.length * share))
    .map(({ segment }) => segment)
    .join('')
}
