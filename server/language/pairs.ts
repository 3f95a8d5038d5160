/** Writing that puts no blanks between its words: Thai, Japanese, Chinese; Korean, whose words take on endings, too. */
const UNSPACED = /[ก-๛ぁ-ヿ㐀-䶿一-鿿가-힣]+/g

/**
 * The pairs of neighbouring characters in what is written without blanks, as the index of pairs holds them: "営業時間" is
 * 営業, 業時, 時間. A single character is a pair of none and found by none.
 */
export function pairsOf(text: string): string[] {
  return (text.match(UNSPACED) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  )
}
