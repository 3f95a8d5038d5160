/** Requested range of a conversation's messages. */
export interface Part {
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly around?: number | undefined
  readonly limit: number
}

/** Range of sequence numbers, inclusive; empty if `last` is below `first`. */
export interface Window {
  readonly first: number
  readonly last: number
}

/** Selects a range of the messages 1 to `count`, by default the latest. With `around`, two thirds of it follow that message. */
export function windowOf({ before, after, around, limit }: Part, count: number): Window {
  if (after !== undefined) return { first: after + 1, last: Math.min(count, after + limit) }
  if (around !== undefined) {
    const last = Math.min(count, Math.max(around - Math.floor(limit / 3), 1) + limit - 1)
    return { first: Math.max(1, last - limit + 1), last }
  }
  const last = before === undefined ? count : Math.min(count, before - 1)
  return { first: Math.max(1, last - limit + 1), last }
}
