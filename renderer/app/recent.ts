import { type Keep, storedJson } from './storage.ts'

/** A recently opened item. */
export interface RecentItem {
  readonly href: string
  readonly label: string
}

export type Recent = ReturnType<typeof createRecent>

const MAX_ITEMS = 8

/** Recently opened items on this device, for the palette. */
export function createRecent(storage: Keep) {
  const items = storedJson<readonly RecentItem[]>(storage, 'parley.recent', parse, [])
  return {
    items,
    add(item: RecentItem): void {
      const others = items.value.filter(({ href }) => href !== item.href)
      items.value = [item, ...others].slice(0, MAX_ITEMS)
    },
    clear(): void {
      items.value = []
    },
  }
}

function parse(value: unknown): readonly RecentItem[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter(
    (one) =>
      typeof one?.href === 'string' &&
      one.href.startsWith('/app/') &&
      typeof one.label === 'string',
  )
}
