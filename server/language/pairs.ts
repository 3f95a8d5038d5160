/** Scripts without spaces between words: Thai, Japanese, Chinese; also Korean, whose words take suffixes. */
const UNSPACED = /[ก-๛ぁ-ヿ㐀-䶿一-鿿가-힣]+/g

/**
 * Bigrams of text without spaces, as in the bigram index: "営業時間" becomes 営業, 業時, 時間. A single character has no bigram
 * and is not indexed.
 */
export function pairsOf(text: string): string[] {
  return (text.match(UNSPACED) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  )
}
