import { ApiError } from './api-error.ts'
import { exclusively } from './locks.ts'
import type { Entry, Shelf } from './shelf.ts'
import type { Storage } from './storage.ts'
import { uuid } from './uuid.ts'

interface OutboxOptions {
  readonly storage: Storage
  readonly shelf: Shelf
  /** Sends a message to the server, which stores it only once per `client_id`. */
  deliver(entry: Entry, keep: (entry: Entry) => Promise<void>): Promise<void>
  onChange(): void
}

/** Errors that no retry of the same message can fix. */
const FINAL = [400, 403, 413, 422]
const INITIAL_DELAY = 1000
const MAX_DELAY = 20_000
/** Consecutive attempts, after which retries wait for `hurry`. */
const MAX_ATTEMPTS = 8

export type Outbox = ReturnType<typeof createOutbox>

/** Passes on the server's error; any other is a bug in the chat or the page, and is logged. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  console.error('Parley:', error)
  return new ApiError(0)
}

/** Messages that have not reached the server yet. They survive a page reload and are sent one at a time, in order. */
export function createOutbox({ storage, shelf, deliver, onChange }: OutboxOptions) {
  let entries: readonly Entry[] = []
  let isDraining = false
  let isStopped = false
  /** True if another run was requested during this one. */
  let isWanted = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const next = () => entries.find(({ status }) => status !== 'refused')
  const find = (id: string) => entries.find(({ client_id }) => client_id === id)

  /** Loads the stored messages, which another tab may have changed. */
  async function refresh(): Promise<void> {
    const kept = await shelf.all()
    // Messages that are still being stored are kept.
    const fresh = entries.filter(
      ({ order, client_id }) => !order && kept.every((entry) => entry.client_id !== client_id),
    )
    entries = [...kept, ...fresh]
    onChange()
  }

  /** Notifies other tabs of a change in the stored messages. */
  function notifyTabs(): Promise<void> {
    storage.write({ outbox: uuid() })
    return refresh()
  }

  async function keep(entry: Entry): Promise<void> {
    await shelf.put(entry)
    await notifyTabs()
  }

  async function drop(entry: Entry): Promise<void> {
    await shelf.remove(entry)
    entries = entries.filter(({ client_id }) => client_id !== entry.client_id)
    await notifyTabs()
  }

  /** Sends all messages now; temporary failures are retried automatically, a limited number of times. */
  async function drain(): Promise<void> {
    clearTimeout(timer)
    isStopped = false
    isWanted = true
    if (isDraining) return
    isDraining = true
    while (isWanted) {
      isWanted = false
      const wait = await exclusively(storage.key, attempt)
      if (wait === 0) isWanted = true
      else if (wait && failures < MAX_ATTEMPTS) timer = setTimeout(drain, wait)
    }
    isDraining = false
  }

  /**
   * Tries to send the first message; returns the wait before the next attempt, ms, or undefined if there is nothing to
   * send.
   */
  async function attempt(): Promise<number | undefined> {
    await refresh()
    const entry = next()
    if (!entry || isStopped) return undefined
    try {
      await deliver(entry, keep)
      failures = 0
      await drop(entry)
      return 0
    } catch (error) {
      return fail(entry, error)
    }
  }

  async function fail({ client_id }: Entry, error: unknown): Promise<number> {
    const { status, message, retryAfter } = asApiError(error)
    const entry = find(client_id)
    if (!entry || isStopped) return 0
    if (FINAL.includes(status)) {
      await keep({ ...entry, status: 'refused', reason: message })
      return 0
    }
    if (entry.status !== 'waiting') await keep({ ...entry, status: 'waiting' })
    const wait = Math.min(MAX_DELAY, INITIAL_DELAY * 2 ** failures)
    failures += 1
    return Math.max(retryAfter, wait * (1 + Math.random() / 2))
  }

  /** Retries immediately and resets the back-off. */
  function hurry(): Promise<void> {
    failures = 0
    return drain()
  }

  /** Adds a message and sends it; resolves once it is stored. */
  async function add(entry: Entry): Promise<void> {
    entries = [...entries, entry]
    onChange()
    await keep(entry)
    hurry()
  }

  /** Removes and returns a message. */
  async function take(id: string): Promise<Entry | undefined> {
    const entry = find(id)
    if (entry) await drop(entry)
    return entry
  }

  /** Retries a message at the visitor's request. */
  async function retry(id: string): Promise<void> {
    const entry = find(id)
    if (entry) await keep({ ...entry, status: 'sending' })
    hurry()
  }

  return {
    list: () => entries,
    add,
    take,
    retry,
    refresh,
    hurry,
    async clear(): Promise<void> {
      isStopped = true
      entries = []
      await shelf.clear()
      onChange()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
