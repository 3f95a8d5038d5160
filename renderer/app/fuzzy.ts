/** Ranges of a text that match a query: start and end of each. */
export type Ranges = readonly (readonly [start: number, end: number])[]

export interface Match {
  /** Higher is better. */
  readonly score: number
  readonly ranges: Ranges
  /** False if letters of a word were only found one by one. */
  readonly isWhole: boolean
}

type Part = Omit<Match, 'isWhole'>

const BEGINNING = 100
const WORD = 60
const INSIDE = 30
const SCATTERED = 8

/** Scores a text against a query. Every word must occur, at least as a subsequence; otherwise undefined. */
export function fuzzy(query: string, text: string): Match | undefined {
  const hay = fold(text)
  const ranges: (readonly [number, number])[] = []
  let score = 0
  let isWhole = true
  for (const word of fold(query).split(/\s+/).filter(Boolean)) {
    const complete = whole(word, hay)
    const found = complete ?? scattered(word, hay)
    if (!found) return undefined
    isWhole &&= complete !== undefined
    score += found.score
    ranges.push(...found.ranges)
  }
  // Of two equally good matches, the shorter text wins.
  return { score: score - Math.min(hay.length, 80) / 20, ranges: merged(ranges), isWhole }
}

function whole(word: string, hay: string): Part | undefined {
  const starts = [...hay.matchAll(new RegExp(escaped(word), 'g'))].map(({ index }) => index)
  if (starts.length === 0) return undefined
  const atWord = starts.find((start) => start === 0 || /[^\p{L}\p{N}]/u.test(hay[start - 1] ?? ''))
  const start = atWord ?? starts[0]!
  const score = start === 0 ? BEGINNING : atWord === undefined ? INSIDE : WORD
  return { score, ranges: [[start, start + word.length]] }
}

/** Matches letters in order, starting at a word boundary: `nas` finds `New assistant`. */
function scattered(word: string, hay: string): Part | undefined {
  if (word.length < 2) return undefined
  const ranges: [number, number][] = []
  let from = hay.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word[0]!)}`, 'u'))
  if (from === -1) return undefined
  for (const letter of word) {
    const at = hay.indexOf(letter, from)
    if (at === -1) return undefined
    ranges.push([at, at + 1])
    from = at + 1
  }
  const spread = ranges.at(-1)![1] - ranges[0]![0]
  return spread > word.length * 6 ? undefined : { score: SCATTERED, ranges }
}

function merged(ranges: readonly (readonly [number, number])[]): Ranges {
  const result: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

/** Folds case and accents without changing the length, so that offsets remain valid. */
function fold(text: string): string {
  return [...text]
    .map((character) => {
      const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      return plain.length === character.length ? plain : character
    })
    .join('')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
