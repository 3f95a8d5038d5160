import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Config, NetworkPolicy } from './config.ts'
import type { Db } from './db/open.ts'
import type { Storage } from './db/storage.ts'
import type { Write } from './db/write.ts'
import type { EventLog } from './events/log.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Logger } from './log.ts'
import type { PrivateFolder } from './providers/files/private-folder.ts'
import type { FormApiAccess } from './providers/form-api/access.ts'
import type { Models } from './providers/llm/models.ts'
import type { Installation } from './providers/secrets/installation.ts'
import type { Vault } from './providers/secrets/vault.ts'
import type { SmsProvider } from './providers/sms/provider.ts'
import type { SmsProviders } from './providers/sms/providers.ts'
import type { Transcriber } from './providers/speech/hear.ts'
import type { OsVoice } from './providers/speech/os-voice/synthesizer.ts'
import type { Synthesizer } from './providers/speech/speak.ts'
import type { Recordings } from './providers/voice/recordings.ts'
import type { Attendance } from './realtime/attendance.ts'
import type { Hub } from './realtime/hub.ts'
import type { LiveCalls } from './realtime/live-calls.ts'

/** The outside world, replaced in tests: time, randomness and network. */
export interface Outside {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (length: number) => Buffer
  /** The addresses of a host name. */
  readonly lookup: (hostname: string) => Promise<readonly HostAddress[]>
  /** Sends text messages in place of what is configured. */
  readonly smsProvider?: SmsProvider
  /** Speaks and hears in place of what is configured. */
  readonly speech?: { readonly synthesizer: Synthesizer; readonly transcriber?: Transcriber }
  /** Snapshot that an in-memory database starts from; undefined for an empty one. */
  readonly database?: Buffer
  /** Stops this server and starts it again; not there where nobody would. */
  readonly restart?: () => void
}

/** One address that a host name has. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** Everything a feature may use, built once by `start.ts` and handed down; a feature picks what it needs. */
export interface Context extends Outside {
  readonly config: Config
  readonly log: Logger
  /** For reading; `write` is for everything else. */
  readonly db: Db
  readonly write: Write
  readonly events: EventLog
  readonly jobs: JobQueue
  readonly hub: Hub
  readonly storage: Storage
  readonly attendance: Attendance
  readonly liveCalls: LiveCalls
  readonly models: Models
  readonly sms: SmsProviders
  readonly formApi: FormApiAccess
  /** The account's own numbers that really call; the Sandbox plays calls of all else. */
  readonly callingNumbers: (userId: number) => readonly number[]
  readonly osVoice: OsVoice
  readonly vault: Vault
  readonly installation: Installation
  readonly recordings: Recordings
  readonly attachments: PrivateFolder
  /** Files that are being received. */
  readonly uploads: PrivateFolder
  /** Rules for the outgoing calls of an account; null for those of Parley itself. `onBehalfOf` chooses one. */
  readonly networkOf: (account: number | null) => NetworkPolicy
  /** Origin under which this server is reached: the public URL, or the address it listens on. */
  readonly origin: () => string
  /** The port this server listens on. */
  readonly port: () => number
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
  lookup: (hostname) => lookup(hostname, { all: true }),
}

/** A key, token or other secret: 256 random bits in base64url. */
export function newSecret({ randomBytes }: Pick<Outside, 'randomBytes'>): string {
  return randomBytes(32).toString('base64url')
}

/** A number from 0 up to, and without, 1: for spreading retries. */
export function randomShare({ randomBytes }: Pick<Outside, 'randomBytes'>): number {
  return randomBytes(1)[0]! / 256
}

/** A time-ordered UUID (version 7) from the context's own clock and chance. */
export function newUuid({ now, randomBytes }: Pick<Outside, 'now' | 'randomBytes'>): string {
  return v7({ msecs: now().getTime(), random: randomBytes(16) })
}
