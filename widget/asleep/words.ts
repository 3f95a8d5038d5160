/** Scripts without spaces between words. */
const UNSPACED = /[ก-๛ぁ-ヿ㐀-䶿一-鿿가-힣]+/g

/** Lower case without accents. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/** The words of a text, folded; of scripts without spaces, pairs of characters. */
export function wordsIn(text: string): string[] {
  const composed = fold(text).normalize('NFC')
  return (composed.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const runs = word.match(UNSPACED)
    if (!runs) return [word]
    return runs.flatMap((run) => [...run].slice(1).map((_, at) => run.slice(at, at + 2)))
  })
}

/** Most letters after the common beginning of two forms of a word. */
const MAX_ENDING = 3
const MIN_SHARED = 4
/** Shortest part of a compound, letters. */
const MIN_PART = 5

/** Likeness of two folded words, 0 to 1: the same, two forms of one word, or one a part of the other. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1
  if (/\d/.test(one + other)) return 0
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared += 1
  const isForm =
    shared >= MIN_SHARED &&
    shared >= long.length * 0.6 &&
    short.length - shared <= MAX_ENDING &&
    long.length - shared <= MAX_ENDING
  if (isForm) return 0.9
  // English plurals of short words: "dog", "dogs".
  if (shared === short.length && shared >= 3 && /^e?[sn]$/.test(long.slice(shared))) return 0.9
  if (short.length >= MIN_PART && long.endsWith(short)) return 0.7
  return short.length >= MIN_PART && long.startsWith(short) ? 0.6 : 0
}
