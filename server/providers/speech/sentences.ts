import { endsInAbbreviation } from '../../language/sentences.ts'

/** Maximum words of the first piece: the shorter it is, the sooner there is audio. */
const FIRST_WORDS = 6

/** Maximum length of a piece, characters. */
const MAX_PIECE = 300

/** Additional characters to wait for, so that the end of a sentence is recognised. */
const LOOKAHEAD = 8

/** End of a sentence, confirmed by the text that follows: a decimal or a domain name continues after its full stop. */
const END = /[.!?…؟।]+["'”’)»\]]*(?=\s+[^\s\p{Ll}])|[。！？]["'”’」』）]*(?=[^"'”’」』）])|\n/gu

const COMMA = /[,;:،](?=\s)|[、，；：]/u

/** Ordinals, such as a day of the month or a list item: "3. Oktober", "1. Open the door". */
const ORDINAL = /(^|\s)\d{1,2}\.$/

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Scripts without spaces between words. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u

/** Splits text that arrives in fragments into sentences. */
export interface Sentences {
  /** Returns the sentences completed by this fragment. */
  push(fragment: string): string[]
  /** Returns the remainder. */
  end(): string[]
}

/** The first piece ends at a comma or after a few words; the others are sentences. Only white space is lost. */
export function createSentences(): Sentences {
  let held = ''
  let isFirst = true

  function* pieces(): Generator<string> {
    for (let cut = cutIn(held, isFirst); cut !== undefined; cut = cutIn(held, isFirst)) {
      const piece = held.slice(0, cut).trim()
      held = held.slice(cut).trimStart()
      if (piece === '') continue
      isFirst = false
      yield piece
    }
  }

  return {
    push(fragment) {
      held = (held + fragment).trimStart()
      return [...pieces()]
    },
    end() {
      const rest = held.trim()
      held = ''
      return rest === '' ? [] : [rest]
    },
  }
}

/** End of the first piece of a text; undefined while that is undecided. */
function cutIn(text: string, isFirst: boolean): number | undefined {
  const ends = [endOfSentence(text), isFirst ? endOfOpening(text) : undefined]
  const end = Math.min(...ends.map((one) => one ?? Number.POSITIVE_INFINITY))
  if (end <= MAX_PIECE) return end
  return text.length < MAX_PIECE + LOOKAHEAD ? undefined : beforeLimit(text)
}

function endOfSentence(text: string): number | undefined {
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length
    const head = text.slice(0, end)
    const isOne = mark === '\n' || !(endsInAbbreviation(head) || ORDINAL.test(head))
    if (isOne && hasWords(head)) return end
  }
  return undefined
}

function endOfOpening(text: string): number | undefined {
  const comma = COMMA.exec(text)
  const afterComma = comma && hasWords(text.slice(0, comma.index)) ? comma.index + 1 : undefined
  const afterWords = startOfWord(text, FIRST_WORDS)
  if (afterComma === undefined) return afterWords
  return Math.min(afterComma, afterWords ?? afterComma)
}

/** Start of the word that follows this many others. */
function startOfWord(text: string, others: number): number | undefined {
  let words = 0
  for (const { segment, index, isWordLike } of WORDS.segment(text)) {
    if (!isWordLike) continue
    const isApart = /\s/.test(text[index - 1] ?? '') || UNSPACED.test(segment)
    if (words >= others && isApart) return index
    words += 1
  }
  return undefined
}

function beforeLimit(text: string): number {
  const blank = text.slice(0, MAX_PIECE).search(/\s\S*$/)
  if (blank > 0) return blank
  // Avoids splitting a surrogate pair.
  return text.slice(0, MAX_PIECE).isWellFormed() ? MAX_PIECE : MAX_PIECE - 1
}

/** Reports whether a text contains anything to speak. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
