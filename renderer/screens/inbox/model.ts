import { batch, computed, signal } from '@preact/signals'
import type { Call } from '#contracts/client.ts'
import { type InboxItem, listInbox } from '#contracts/conversations.ts'
import { explain } from '../../api.ts'
import type { LiveEvent } from '../../live.ts'
import { applyToItem, byActivity, conversationOf } from './apply-to-inbox.ts'
import { matches, type Segment, wordsOf } from './filter.ts'
import { insert, remove } from './sorted.ts'

export type InboxModel = ReturnType<typeof createInboxModel>

/** A test in which nothing has been said yet is no conversation worth a row. */
const hasBegun = ({ type, message_count }: InboxItem) => type !== 'test' || message_count > 1

/** The list of conversations, kept true by the stream. `follow` is told where the stream is to begin. */
export function createInboxModel(call: Call, follow: (cursor: number) => void) {
  const rows = new Map<string, InboxItem>()
  const sorted = signal<readonly InboxItem[]>([])
  const isReady = signal(false)
  const error = signal<string>()
  const before = signal<string | null>(null)
  const isLoadingMore = signal(false)
  const segment = signal<Segment>('all')
  const search = signal('')
  /** The event up to which each row is known: older events about it are in it already. */
  const knownAt = new Map<string, number>()
  /** The last event about a row that was not there yet. */
  let missedAt = -1
  let refreshing: Promise<void> | undefined

  const items = computed(() => sorted.value.filter(hasBegun))
  const shown = computed(() => {
    const words = wordsOf(search.value)
    return items.value.filter((item) => matches(item, segment.value, words))
  })
  /** Conversations with something unread; the operator's own tests do not count. */
  const unread = computed(
    () => items.value.filter((item) => item.unread > 0 && item.type !== 'test').length,
  )

  /** Reads the first page, now or again: what has no event may have changed. */
  function load(): Promise<void> {
    refreshing ??= readFirstPage().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function readFirstPage(): Promise<void> {
    error.value = undefined
    try {
      const { data, before: more, cursor } = await call(listInbox)
      batch(() => {
        take(data, cursor)
        // Later pages stay where they are when the first one is read again.
        if (!isReady.value) before.value = more
        isReady.value = true
      })
      follow(cursor)
      if (missedAt > cursor) await readFirstPage()
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function loadMore(): Promise<void> {
    const from = before.value
    if (from === null || isLoadingMore.value) return
    isLoadingMore.value = true
    error.value = undefined
    try {
      const page = await call(listInbox, { query: { before: from } })
      take(page.data, page.cursor)
      before.value = page.before
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isLoadingMore.value = false
    }
  }

  function take(data: readonly InboxItem[], cursor: number): void {
    const fresh = data.filter(({ id }) => (knownAt.get(id) ?? -1) <= cursor)
    for (const item of fresh) {
      knownAt.set(item.id, cursor)
      rows.set(item.id, item)
    }
    sorted.value = [...rows.values()].sort(byActivity)
  }

  function apply(event: LiveEvent): void {
    if (event.type === 'presence') applyToAll(event)
    const id = conversationOf(event)
    if (id === undefined || event.id === undefined) return
    if (event.id <= (knownAt.get(id) ?? -1)) return
    const item = rows.get(id)
    if (item) knownAt.set(id, event.id)
    if (item) put(applyToItem(item, event))
    else introduce(event)
  }

  /** An event about a conversation that is not loaded: it has just come to the top. */
  function introduce(event: LiveEvent): void {
    if (event.type === 'conversation.created' || event.type === 'conversation.updated') {
      knownAt.set(event.data.id, event.id ?? 0)
      put(event.data)
      return
    }
    missedAt = event.id ?? missedAt
    if (event.type === 'message.created') void load()
  }

  function applyToAll(event: LiveEvent): void {
    for (const item of rows.values()) put(applyToItem(item, event))
  }

  function put(item: InboxItem): void {
    const known = rows.get(item.id)
    if (known === item) return
    rows.set(item.id, item)
    sorted.value = insert(known ? remove(sorted.value, known) : sorted.value, item, byActivity)
  }

  return {
    items,
    shown,
    unread,
    isReady,
    error,
    hasMore: computed(() => before.value !== null),
    isLoadingMore,
    segment,
    search,
    load,
    loadMore,
    apply,
    find: (id: string) => rows.get(id),
    /** Everything up to now has been seen; the server says the same in a moment. */
    see(id: string): void {
      const item = rows.get(id)
      if (item && item.unread > 0) put({ ...item, unread: 0 })
    },
    /** Forgets everything when the operator signs out. */
    clear(): void {
      knownAt.clear()
      missedAt = -1
      rows.clear()
      sorted.value = []
      isReady.value = false
      before.value = null
      search.value = ''
      segment.value = 'all'
    },
  }
}
