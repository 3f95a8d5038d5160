import { batch, computed, signal } from '@preact/signals'
import type { InboxItem } from '#contracts/conversations.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { countInbox } from '#contracts/inbox.ts'
import type { InboxSort } from '#contracts/inbox-filter.ts'
import type { LabelsChange } from '#contracts/labels.ts'
import { type Api, explain } from '../api.ts'
import type { LiveEvent } from '../live.ts'
import { applyToItem, conversationOf, itemIn, withLabels } from './apply-to-inbox.ts'
import type { Filter } from './filter.ts'

export type InboxModel = ReturnType<typeof createInboxModel>

/** Number of conversations per view. */
export type Counts = ReplyOf<typeof countInbox>

/** A page of the list: the model holds the rows, this is their order. */
export interface ListedPage {
  readonly ids: readonly string[]
  readonly before: string | null
}

/** Order of the list, and where the page starts. */
interface ListPlace {
  readonly sort?: InboxSort
  readonly before?: string
}

/** Change of a row; `previous` is undefined if it was unknown. */
type Listener = (item: InboxItem, previous: InboxItem | undefined) => void

/** Minimum interval between count requests, ms: a busy minute has many events. */
const COUNT_EVERY = 700

/** Events that may change the counts. */
const COUNTING: readonly LiveEvent['type'][] = [
  'conversation.created',
  'conversation.updated',
  'conversation.deleted',
  'message.created',
  'message.updated',
  'labels.changed',
  'inbox_views.changed',
]

/**
 * All conversations loaded so far, kept up to date by the stream, and the counts per view. It lives as long as the app;
 * `follow` receives the cursor from which the stream starts.
 */
export function createInboxModel(api: Api, follow: (cursor: number) => void) {
  const rows = new Map<string, InboxItem>()
  /** Event id up to which each row is current: it already includes older events. */
  const knownAt = new Map<string, number>()
  const listeners = new Set<Listener>()
  const removalListeners = new Set<(id: string) => void>()
  const reloaded = new Set<() => void>()
  const isReady = signal(false)
  const error = signal<string>()
  const counts = signal<Counts>()
  /** Changes to listed rows also update the counts of the views. */
  const counted = signal<Filter>({})
  let countTimer: ReturnType<typeof setTimeout> | undefined
  /** Numbers of the latest request for the counts, and of the one whose reply they are. */
  let [counting, countedLast] = [0, 0]
  let generation = 0

  /** Loads the list at startup and reloads it after a reconnect, because some changes have no event. */
  async function load(): Promise<void> {
    error.value = undefined
    const startGeneration = generation
    try {
      const { data, cursor } = await api.listInbox({ query: { state: 'open' } })
      if (startGeneration !== generation) return
      learn(data, cursor)
      follow(cursor)
      isReady.value = true
      await count()
      for (const listener of reloaded) listener()
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Reads a page of the list. */
  async function page(filter: Filter, place: ListPlace = {}): Promise<ListedPage> {
    const { q: _, ...rest } = filter
    const reply = await api.listInbox({ query: { ...rest, ...place } as Record<string, string> })
    learn(reply.data, reply.cursor)
    return { ids: reply.data.map(({ id }) => id), before: reply.before }
  }

  /** Stores rows as of an event; rows known to be newer are kept. */
  function learn(data: readonly InboxItem[], cursor: number): void {
    batch(() => {
      for (const item of data) {
        if ((knownAt.get(item.id) ?? -1) > cursor) continue
        knownAt.set(item.id, cursor)
        put(item)
      }
    })
  }

  async function count(): Promise<void> {
    clearTimeout(countTimer)
    countTimer = undefined
    const startGeneration = generation
    const query = counted.value as Record<string, string>
    counting += 1
    const mine = counting
    try {
      const reply = await api.countInbox({ query })
      // A later request may be answered first.
      if (startGeneration !== generation || mine < countedLast) return
      countedLast = mine
      counts.value = reply
    } catch {
      // Keeps the old counts until the next change.
    }
  }

  function countSoon(): void {
    countTimer ??= setTimeout(() => void count(), COUNT_EVERY)
  }

  function apply(event: LiveEvent): void {
    // A visitor may have several conversations.
    if (event.type === 'presence') for (const item of rows.values()) put(applyToItem(item, event))
    if (COUNTING.includes(event.type)) countSoon()
    if (event.type === 'labels.changed') relabel(event.data, event.id ?? 0)
    const id = conversationOf(event)
    if (event.type === 'conversation.deleted') forget(event.data.id)
    else if (id !== undefined && event.id !== undefined) applyTo(id, event, event.id)
  }

  /** Applies renamed, merged and deleted labels to all rows; a restored one is read again with its rows. */
  function relabel(change: LabelsChange, at: number): void {
    if (change.restored !== undefined) return void load()
    for (const item of rows.values())
      if ((knownAt.get(item.id) ?? -1) < at) put(withLabels(item, change))
  }

  /** Removes a deleted conversation. */
  function forget(id: string): void {
    if (!rows.delete(id)) return
    for (const listener of removalListeners) listener(id)
  }

  /** Applies an event to a row, unless the row is already newer. */
  function applyTo(id: string, event: LiveEvent, at: number): void {
    if (at <= (knownAt.get(id) ?? -1)) return
    const item = rows.get(id)
    const next = item ? applyToItem(item, event) : itemIn(event)
    if (next) {
      put(next)
      knownAt.set(id, at)
    } else if (event.type === 'message.created') void loadUnknown(id)
  }

  /** Loads a conversation that is unknown here: a new message has just moved it to the top. */
  async function loadUnknown(id: string): Promise<void> {
    await page({ state: 'open' }).catch(() => undefined)
    if (!rows.has(id)) await page({}).catch(() => undefined)
  }

  function put(item: InboxItem): void {
    const previous = rows.get(item.id)
    if (previous === item) return
    rows.set(item.id, item)
    for (const listener of listeners) listener(item, previous)
  }

  return {
    isReady,
    error,
    counts,
    counted,
    /** Number of unread conversations; the operator's own tests do not count. */
    unread: computed(() => counts.value?.unread ?? 0),
    load,
    page,
    learn,
    count,
    apply,
    find: (id: string) => rows.get(id),
    all: () => rows.values(),
    /** Shows a row optimistically; the server's version replaces it. */
    put,
    /** Marks everything so far as read, ahead of the server's confirmation. */
    markRead(id: string): void {
      const item = rows.get(id)
      if (item && item.unread > 0) put({ ...item, unread: 0 })
    },
    /** Subscribes to rows that are added or changed. */
    onChange(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Subscribes to rows that are removed for good. */
    onGone(listener: (id: string) => void): () => void {
      removalListeners.add(listener)
      return () => removalListeners.delete(listener)
    },
    /** Subscribes to reloads, after which everything must be read again. */
    onReload(listener: () => void): () => void {
      reloaded.add(listener)
      return () => reloaded.delete(listener)
    },
    /** Clears everything when the operator signs out. */
    clear(): void {
      generation += 1
      clearTimeout(countTimer)
      countTimer = undefined
      knownAt.clear()
      rows.clear()
      counts.value = undefined
      isReady.value = false
    },
  }
}
