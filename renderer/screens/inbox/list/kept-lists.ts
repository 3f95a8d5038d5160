import type { InboxItem } from '#contracts/conversations.ts'

/** Number of lists kept as they were left, so that going back shows content immediately. */
const KEPT = 12

/** A list as it was left. */
interface Left {
  readonly items: readonly InboxItem[]
  readonly before: string | null
}

/** The most recently left lists. */
export function createKeptLists() {
  const lists = new Map<string, Left>()
  return {
    find: (key: string) => lists.get(key),
    keep(key: string, list: Left): void {
      lists.delete(key)
      lists.set(key, list)
      if (lists.size > KEPT) lists.delete(lists.keys().next().value!)
    },
  }
}
