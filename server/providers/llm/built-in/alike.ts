import type { KnownLanguage } from '../../../language/stop-words.ts'

/** Similarity scores of stems by their spelling. */
const HEAD = 0.75
const MODIFIER = 0.65
const MODIFIER_ASKED = 0.4
const BEGINNING = 0.75

/** Minimum lengths, letters: of a word to be found in compounds, and of a common prefix. */
const MIN_PART_LENGTH = 4
const MIN_PREFIX_LENGTH = 5

/** Parts of at least this length match better than a short modifier. */
const LONG_PART = 7

/** Minimum lengths of words that tolerate one and two typos. */
const ONE_WRONG = 6
const TWO_WRONG = 9

/** Similarity of a stem in the question to another one, by spelling. */
export function alike(asked: string, other: string, language: KnownLanguage): number {
  const [short, long] = asked.length <= other.length ? [asked, other] : [other, asked]
  if (short.length < MIN_PART_LENGTH) return 0
  const isCompounding = language === 'de' || language === 'nl'
  const part = isCompounding ? partOf(short, long, short === asked) : 0
  return part || beginningOf(short, long)
}

/** German and Dutch write compounds as one word, with the head last: a Kindergeburtstag is a Geburtstag, not a Kind. */
function partOf(short: string, long: string, isAsked: boolean): number {
  if (long.endsWith(short)) return HEAD
  if (!long.startsWith(short)) return 0
  return isAsked || short.length >= LONG_PART ? MODIFIER : MODIFIER_ASKED
}

/** In other languages only the ending may differ. */
function beginningOf(short: string, long: string): number {
  if (short.length < MIN_PREFIX_LENGTH) return 0
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  return same >= MIN_PREFIX_LENGTH && same >= long.length * 0.7 ? BEGINNING : 0
}

/** The stem that a misspelt word most likely stands for; undefined if none is similar. */
export function nearest(word: string, stems: Iterable<string>): string | undefined {
  if (word.length < MIN_PREFIX_LENGTH || /\d/.test(word)) return undefined
  const most = word.length >= TWO_WRONG ? 2 : 1
  let best: string | undefined
  let fewest = most + 1
  for (const stem of stems) {
    if (Math.abs(stem.length - word.length) > most || stem[0] !== word[0]) continue
    const wrong = distance(word, stem)
    // In short words, a different letter makes a different word; two swapped letters do not.
    const isLikely = word.length >= ONE_WRONG || (stem.length === word.length && isSwap(word, stem))
    if (wrong < fewest && isLikely) [best, fewest] = [stem, wrong]
  }
  return best
}

const isSwap = (one: string, other: string): boolean =>
  [...one].toSorted().join('') === [...other].toSorted().join('')

/** Damerau–Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && isSwapped) cost = Math.min(cost, before[column - 2]! + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[other.length]!
}
