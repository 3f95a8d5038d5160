import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import type { EventLog } from './events/log.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Logger } from './log.ts'
import type { Models } from './providers/llm/models.ts'
import type { Hub } from './realtime/hub.ts'

/** What differs between a real run and a test: time, chance and the outside world. */
export interface Outside {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (length: number) => Buffer
  readonly fetch: typeof fetch
}

/** Everything a feature may use, built once by `start.ts` and handed down; a feature picks what it needs. */
export interface Context extends Outside {
  readonly config: Config
  readonly log: Logger
  readonly db: Db
  readonly events: EventLog
  readonly jobs: JobQueue
  readonly hub: Hub
  readonly models: Models
  /** Origin under which this server is reached: the public URL, or the address it listens on. */
  readonly origin: () => string
  readonly version: string
  /** Proves that a caller can read the data folder: what `running.json` holds. */
  readonly control: string
}

/** The real outside world. */
export const realOutside: Outside = {
  now: () => new Date(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {})
  },
  randomBytes,
  fetch: globalThis.fetch,
}

/** A key, token or other secret: 256 random bits in base64url. */
export function newSecret({ randomBytes }: Pick<Outside, 'randomBytes'>): string {
  return randomBytes(32).toString('base64url')
}

/** A time-ordered UUID (version 7) from the context's own clock and chance. */
export function newUuid({ now, randomBytes }: Pick<Outside, 'now' | 'randomBytes'>): string {
  return v7({ msecs: now().getTime(), random: randomBytes(16) })
}
