import { ApiError } from './api.ts'
import { exclusively } from './locks.ts'
import type { Entry, Shelf } from './shelf.ts'
import type { Storage } from './storage.ts'
import { uuid } from './uuid.ts'

interface OutboxOptions {
  readonly storage: Storage
  readonly shelf: Shelf
  /** Hands a message to the server; the same `client_id` twice is one message there. */
  deliver(entry: Entry, keep: (entry: Entry) => Promise<void>): Promise<void>
  onChange(): void
}

/** Errors that no retry of the same message can fix. */
const FINAL = [400, 403, 413, 422]
const FIRST_WAIT = 1000
const LONGEST_WAIT = 20_000
/** Tries in a row; then somebody has to look, or the network to come back. */
const TRIES = 8

export type Outbox = ReturnType<typeof createOutbox>

/** The server's word; anything else is a fault of ours or of the page, which somebody has to be able to find. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  console.error('Parley:', error)
  return new ApiError(0)
}

/** Messages that are not at the server yet. They outlive the page, and leave one after another, in order. */
export function createOutbox({ storage, shelf, deliver, onChange }: OutboxOptions) {
  let entries: readonly Entry[] = []
  let isDraining = false
  let isStopped = false
  /** Somebody has asked since. */
  let isWanted = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const next = () => entries.find(({ status }) => status !== 'refused')
  const find = (id: string) => entries.find(({ client_id }) => client_id === id)

  /** Takes over what is on the shelf, which another tab may have changed. */
  async function refresh(): Promise<void> {
    const kept = await shelf.all()
    // What is just being put there is not lost.
    const fresh = entries.filter(
      ({ order, client_id }) => !order && kept.every((entry) => entry.client_id !== client_id),
    )
    entries = [...kept, ...fresh]
    onChange()
  }

  /** Something has changed on the shelf. */
  function tell(): Promise<void> {
    storage.write({ outbox: uuid() })
    return refresh()
  }

  async function keep(entry: Entry): Promise<void> {
    await shelf.put(entry)
    await tell()
  }

  async function drop(entry: Entry): Promise<void> {
    await shelf.remove(entry)
    entries = entries.filter(({ client_id }) => client_id !== entry.client_id)
    await tell()
  }

  /** Sends what there is, now; what fails in passing is tried again later by itself, a number of times. */
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
      else if (wait && failures < TRIES) timer = setTimeout(drain, wait)
    }
    isDraining = false
  }

  /** Tries the first message and says how long to wait before the next try; undefined when there is nothing to send. */
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
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
    failures += 1
    return Math.max(retryAfter, wait * (1 + Math.random() / 2))
  }

  /** Tries again, with patience anew. */
  function hurry(): Promise<void> {
    failures = 0
    return drain()
  }

  /** Adds a message and sends it; resolves once it is safely kept. */
  async function add(entry: Entry): Promise<void> {
    entries = [...entries, entry]
    onChange()
    await keep(entry)
    hurry()
  }

  /** Takes a message out again. */
  async function take(id: string): Promise<Entry | undefined> {
    const entry = find(id)
    if (entry) await drop(entry)
    return entry
  }

  /** Tries a message again because somebody asked. */
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
