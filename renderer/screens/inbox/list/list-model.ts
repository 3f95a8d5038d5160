import { computed, effect, signal, untracked } from '@preact/signals'
import type { InboxItem } from '#contracts/conversations.ts'
import type { Address } from '../../../app/address.ts'
import { explain } from '../../../app/api.ts'
import { type Filter, fits, isComparable, keyOf } from '../../../app/inbox/filter.ts'
import type { InboxModel, ListedPage } from '../../../app/inbox/model.ts'
import type { NotificationCenter } from '../../../app/notifications/center.ts'
import type { Preferences } from '../../../app/preferences.ts'
import { createKeptLists } from './kept-lists.ts'
import { createListOrder } from './list-order.ts'
import { type KnownViews, placeOf } from './list-place.ts'
import { createListRows } from './list-rows.ts'
import { createNarrowing } from './narrowing.ts'

interface Needs {
  readonly inbox: InboxModel
  readonly address: Address
  readonly me: () => number | undefined
  /** Ids of the operator's teams. */
  readonly myTeams: () => ReadonlySet<number>
  readonly preferences: Pick<Preferences, 'inboxSort'>
  readonly views: KnownViews
  readonly notifications: Pick<NotificationCenter, 'mentionedIn'>
}

export type ListModel = ReturnType<typeof createListModel>

/** The list of the inbox for the filter in the address, kept up to date while it is shown. */
export function createListModel(needs: Needs) {
  const { inbox, address, me, myTeams, preferences, notifications, views } = needs
  const where = placeOf(address, views)
  const { isInbox, filter, current, listed } = where
  const narrowing = createNarrowing({ address, preferences, place: where })
  const { sort } = narrowing
  const { mentionedIn } = notifications
  const order = createListOrder({ filter, sort, mentionedIn })
  const { compare } = order
  const place = (from?: string) => ({
    ...(sort.peek() !== 'activity' && { sort: sort.peek() }),
    ...(from !== undefined && { before: from }),
  })
  /** Identifies a list: its filter and order. */
  const listOf = (of: Filter | undefined) => (of ? `${keyOf(of)}\n${sort.value}` : '')
  const before = signal<string | null>(null)
  const isReady = signal(false)
  const isLoadingMore = signal(false)
  const error = signal<string>()
  const belongs = (item: InboxItem, to = filter.value) => fits(item, to, me(), myTeams())
  const rows = createListRows({
    find: inbox.find,
    belongs,
    canPlace: (item) => listed.value !== undefined && isComparable(filter.value) && belongs(item),
    isOpen: (id) => id === current.value,
    hasMore: () => before.value !== null,
    sort: () => sort.peek(),
    compare,
  })
  const { items, held } = rows
  const kept = createKeptLists()
  let shownKey = ''
  let reading = 0

  /** Shows a list, or nothing while the address names a view that is not known. */
  function show(next: Filter | undefined): void {
    if (isReady.peek()) kept.keep(shownKey, { items: items.peek(), before: before.peek() })
    shownKey = listOf(next)
    reading += 1
    held.value = []
    const known = kept.find(shownKey)
    items.value = next && known ? refreshed(known.items, next) : []
    before.value = known?.before ?? null
    isReady.value = known !== undefined
    if (!next) return
    inbox.counted.value = next
    if (next.q === undefined) void read(next)
    else void inbox.count()
  }

  /** A list as it was left, with the current state of its rows. */
  function refreshed(known: readonly InboxItem[], next: Filter): readonly InboxItem[] {
    return known
      .flatMap(({ id }) => inbox.find(id) ?? [])
      .filter((item) => belongs(item, next))
      .sort(compare)
  }

  async function read(next: Filter): Promise<void> {
    reading += 1
    const mine = reading
    error.value = undefined
    order.renew()
    try {
      const [page] = await Promise.all([inbox.page(next, place()), inbox.count()])
      if (mine !== reading) return
      take(page, next)
    } catch (failure) {
      if (mine === reading) error.value = explain(failure)
    }
  }

  /** Replaces the first page; later pages stay. */
  function take({ ids, before: more }: ListedPage, next: Filter): void {
    const fresh = new Set(ids)
    const lowest = inbox.find(ids.at(-1) ?? '')
    const rest =
      lowest && more !== null
        ? items.value.filter((item) => compare(item, lowest) > 0 && !fresh.has(item.id))
        : []
    items.value = [...refreshed([...rowsOf(ids), ...rest], next)]
    if (rest.length === 0) before.value = more
    isReady.value = true
    held.value = []
  }

  const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => inbox.find(id) ?? [])

  async function loadMore(): Promise<void> {
    const from = before.value
    const asked = shownKey
    if (from === null || isLoadingMore.value) return
    isLoadingMore.value = true
    error.value = undefined
    try {
      const page = await inbox.page(filter.value, place(from))
      if (asked !== shownKey) return
      const known = new Set(items.value.map(({ id }) => id))
      const fresh = rowsOf(page.ids).filter(({ id }) => !known.has(id))
      items.value = [...items.value, ...fresh]
      before.value = page.before
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isLoadingMore.value = false
    }
  }

  let opened: string | undefined
  const ends = [
    effect(() => {
      if (!isInbox()) return
      if (listOf(listed.value) !== shownKey)
        queueMicrotask(() => listOf(listed.value) !== shownKey && show(listed.value))
    }),
    effect(() => {
      const now = current.value
      if (opened !== undefined && opened !== now) rows.leave(opened)
      opened = now
    }),
    effect(() => {
      if (order.hasNewMention() && isReady.peek()) void untracked(() => read(filter.peek()))
    }),
    inbox.onChange(rows.follow),
    inbox.onGone(rows.drop),
    inbox.onReload(() => void (listed.value && read(listed.value))),
  ]

  return {
    ...where,
    ...narrowing,
    items,
    isReady,
    error,
    held,
    hasMore: computed(() => before.value !== null),
    isLoadingMore,
    /** The server's count of matches; undefined if it does not count them. */
    matching: computed(() =>
      listed.value ? (inbox.counts.value?.matching ?? undefined) : undefined,
    ),
    load: () => read(filter.value),
    loadMore,
    settle: rows.settle,
    hold: rows.hold,
    stop: () => {
      for (const end of ends) end()
    },
  }
}
