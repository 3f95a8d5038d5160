import type { Snippet } from '#contracts/inbox-search.ts'

/** A text with the search terms highlighted. */
export function Highlighted({ text, matches }: Snippet) {
  const parts = []
  let at = 0
  for (const [start, length] of matches) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, start + length)}</mark>)
    at = start + length
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
