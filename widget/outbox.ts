import { ApiError } from './api.ts'
import { exclusively } from './locks.ts'
import type { Entry, Storage } from './storage.ts'

interface OutboxOptions {
  readonly storage: Storage
  /** Hands a message to the server; the same `client_id` twice is one message there. */
  deliver(entry: Entry): Promise<void>
  onChange(): void
}

/** What no other try of the same message can turn into a success. */
const FINAL = [400, 403, 413, 422]
const FIRST_WAIT = 1000
const LONGEST_WAIT = 20_000

/** Messages that are not at the server yet. They outlive the page, and leave one after another, in order. */
export function createOutbox({ storage, deliver, onChange }: OutboxOptions) {
  let isDraining = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const entries = () => storage.read().outbox ?? []
  const next = () => entries().find(({ status }) => status !== 'refused')

  function write(outbox: readonly Entry[]): void {
    storage.write({ outbox })
    onChange()
  }

  function change(id: string, fields: Partial<Entry>): void {
    write(entries().map((entry) => (entry.client_id === id ? { ...entry, ...fields } : entry)))
  }

  /** Sends what there is, now; what fails in passing is tried again later by itself. */
  async function drain(): Promise<void> {
    clearTimeout(timer)
    if (isDraining) return
    isDraining = true
    while (next()) {
      const wait = await exclusively(storage.key, attempt)
      if (wait === 0) continue
      timer = setTimeout(drain, wait)
      break
    }
    isDraining = false
  }

  /** Tries the first message and says how long to wait before the next try. */
  async function attempt(): Promise<number> {
    const entry = next()
    if (!entry) return 0
    try {
      await deliver(entry)
      failures = 0
      take(entry.client_id)
      return 0
    } catch (error) {
      return fail(entry.client_id, error)
    }
  }

  function fail(id: string, error: unknown): number {
    const { status, message, retryAfter } = error instanceof ApiError ? error : new ApiError(0)
    if (FINAL.includes(status)) {
      change(id, { status: 'refused', reason: message })
      return 0
    }
    change(id, { status: 'waiting' })
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
    failures += 1
    return Math.max(retryAfter, wait * (1 + Math.random() / 2))
  }

  /** Adds a message and sends it. */
  function add(entry: Entry): void {
    write([...entries(), entry])
    drain()
  }

  /** Takes a message out again. */
  function take(id: string): Entry | undefined {
    const all = entries()
    write(all.filter(({ client_id }) => client_id !== id))
    return all.find(({ client_id }) => client_id === id)
  }

  /** Tries again because somebody asked. */
  function retry(id: string): void {
    change(id, { status: 'sending' })
    drain()
  }

  return { entries, add, take, retry, drain, stop: () => clearTimeout(timer) }
}
