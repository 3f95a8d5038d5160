import type { InboxItem } from '#contracts/conversations.ts'

/** Number of lists kept as they were left, so that going back shows content immediately. */
const MAX_LISTS = 12

/** A list as it was left. */
interface KeptList {
  readonly items: readonly InboxItem[]
  readonly before: string | null
}

/** The most recently left lists. */
export function createKeptLists() {
  const lists = new Map<string, KeptList>()
  return {
    find: (key: string) => lists.get(key),
    keep(key: string, list: KeptList): void {
      lists.delete(key)
      lists.set(key, list)
      if (lists.size > MAX_LISTS) lists.delete(lists.keys().next().value!)
    },
  }
}
