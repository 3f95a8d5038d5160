import { signal } from '@preact/signals'
import type { InboxItem } from '#contracts/conversations.ts'
import type { InboxSort } from '#contracts/inbox-filter.ts'
import { isInPlace } from '../../../app/inbox/order.ts'
import { insert, remove } from './sorted.ts'

interface Needs {
  readonly find: (id: string) => InboxItem | undefined
  /** Reports whether a row still belongs to the list. */
  readonly belongs: (item: InboxItem) => boolean
  /** Reports whether membership of an unloaded row can be determined. */
  readonly canPlace: (item: InboxItem) => boolean
  /** Reports whether a conversation is open. */
  readonly isOpen: (id: string) => boolean
  /** True if there are rows below the loaded ones. */
  readonly hasMore: () => boolean
  readonly sort: () => InboxSort
  /** Order of the rows. */
  readonly compare: (one: InboxItem, other: InboxItem) => number
}

/** The rows of a list in order, as conversations are added, changed and removed. */
export function createListRows(needs: Needs) {
  const { find, belongs, canPlace, isOpen, hasMore, sort, compare } = needs
  const items = signal<readonly InboxItem[]>([])
  /** True while the list must not move, because the user has scrolled down or hovers over a row. */
  const isHeld = signal(false)
  /** Rows that have arrived in the meantime. */
  const held = signal<readonly string[]>([])

  /** Adds, moves or removes a changed row. */
  function follow(item: InboxItem): void {
    const index = items.value.findIndex(({ id }) => id === item.id)
    const known = items.value[index]
    if (!known) handleUnknown(item)
    // The open conversation stays in the list until it is left.
    else if (!belongs(item) && !isOpen(item.id)) drop(item.id)
    else if (isInPlace(sort(), known, item) || isHeld.value) {
      items.value = items.value.with(index, item)
      if (!isInPlace(sort(), known, item)) wait(item.id)
    } else items.value = insert(remove(items.value, known), item, compare)
  }

  /** Handles a row that was not in the list. */
  function handleUnknown(item: InboxItem): void {
    if (!canPlace(item) || isBelow(item)) return
    if (isHeld.value) wait(item.id)
    else items.value = insert(items.value, item, compare)
  }

  function wait(id: string): void {
    if (!held.value.includes(id)) held.value = [...held.value, id]
  }

  function drop(id: string): void {
    items.value = items.value.filter((one) => one.id !== id)
    held.value = held.value.filter((one) => one !== id)
  }

  /** Reports whether a row is below the loaded ones; it arrives with its page. */
  function isBelow(item: InboxItem): boolean {
    const lowest = items.value.at(-1)
    return hasMore() && lowest !== undefined && compare(item, lowest) > 0
  }

  /** Applies all pending changes. */
  function settle(): void {
    const waiting = held.value.flatMap((id) => find(id) ?? [])
    const rows = new Map([...items.value, ...waiting].map((item) => [item.id, item]))
    held.value = []
    items.value = [...rows.values()].sort(compare)
  }

  return {
    items,
    held,
    follow,
    settle,
    drop,
    /** Call when a conversation is closed: it may no longer belong to the list. */
    leave(id: string): void {
      const item = find(id)
      if (item && !belongs(item)) drop(id)
    },
    /** Nothing moves while the list is held. */
    hold(isOn: boolean): void {
      if (isHeld.value === isOn) return
      isHeld.value = isOn
      if (!isOn && held.value.length > 0) settle()
    },
  }
}
