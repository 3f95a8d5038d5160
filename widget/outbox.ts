import { ApiError } from './api.ts'
import { exclusively } from './locks.ts'
import type { Storage } from './storage.ts'

/** A message on its way: being sent, waiting for the next try, or refused by the server. */
export interface Entry {
  readonly client_id: string
  readonly content: string
  readonly created_at: string
  readonly state: 'sending' | 'waiting' | 'refused'
  /** Why the server refused it. */
  readonly reason?: string
}

interface OutboxOptions {
  /** Names the queue among the tabs of a browser. */
  readonly name: string
  readonly storage: Storage
  /** Hands a message to the server; the same `client_id` twice is one message there. */
  deliver(entry: Entry): Promise<void>
  onChange(): void
}

/** Statuses that another try, later or as a new visitor, can turn into a success. */
const PASSING = [0, 401, 404, 408, 409, 425, 429]
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/** Messages that are not at the server yet. They outlive the page, and leave one after another, in order. */
export function createOutbox({ name, storage, deliver, onChange }: OutboxOptions) {
  let isDraining = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const entries = (): readonly Entry[] => storage.read().outbox ?? []
  const next = (): Entry | undefined => entries().find(({ state }) => state !== 'refused')

  function write(outbox: readonly Entry[]): void {
    storage.write({ outbox })
    onChange()
  }

  function change(client_id: string, fields: Partial<Entry>): void {
    write(entries().map((entry) => (entry.client_id === client_id ? { ...entry, ...fields } : entry)))
  }

  function remove(client_id: string): void {
    write(entries().filter((entry) => entry.client_id !== client_id))
  }

  /** Sends what there is, now; what fails in passing is tried again later by itself. */
  async function drain(): Promise<void> {
    clearTimeout(timer)
    if (isDraining) return
    isDraining = true
    while (next()) {
      const wait = await exclusively(`${name}:outbox`, attempt)
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
    if (entry.state === 'waiting') change(entry.client_id, { state: 'sending' })
    try {
      await deliver(entry)
      failures = 0
      remove(entry.client_id)
      return 0
    } catch (error) {
      return fail(entry, error instanceof ApiError ? error : new ApiError(0, String(error)))
    }
  }

  function fail({ client_id }: Entry, { status, message, retryAfter }: ApiError): number {
    if (status < 500 && !PASSING.includes(status)) {
      change(client_id, { state: 'refused', reason: message })
      return 0
    }
    change(client_id, { state: 'waiting' })
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)
    failures += 1
    return Math.max(retryAfter, wait * (0.75 + Math.random() / 2))
  }

  return {
    entries,
    drain,
    remove,
    add(entry: Entry): void {
      write([...entries(), entry])
      drain()
    },
    stop(): void {
      clearTimeout(timer)
    },
  }
}
