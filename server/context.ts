import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Fault } from '#contracts/faults.ts'
import type { Config, NetworkPolicy } from './config.ts'
import type { Db } from './db/open.ts'
import type { SearchLag } from './db/search-lag.ts'
import type { Storage } from './db/storage.ts'
import type { Write } from './db/write.ts'
import type { EventLog } from './events/log.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Logger } from './log.ts'
import type { PrivateFolder } from './providers/files/private-folder.ts'
import type { FormApiAccess } from './providers/form-api/access.ts'
import type { Connections } from './providers/http/connections.ts'
import type { Models } from './providers/llm/models.ts'
import type { Channel } from './providers/messenger/channel.ts'
import type { Channels } from './providers/messenger/channels.ts'
import type { NumberCarrier } from './providers/numbers/carrier.ts'
import type { TrunkProvider } from './providers/numbers/trunk-provider.ts'
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
import type { PendingAnswers } from './realtime/pending-answers.ts'

/** The outside world, replaceable in tests: time, randomness and network. */
export interface Outside {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (length: number) => Buffer
  /** Resolves a host name. */
  readonly lookup: (hostname: string) => Promise<readonly HostAddress[]>
  /** Overrides the configured SMS provider. */
  readonly smsProvider?: SmsProvider
  /** Overrides the carrier that phone numbers are bought from. */
  readonly numberCarrier?: NumberCarrier
  /** Overrides the channel of new messenger senders. */
  readonly channel?: Channel
  /** Overrides the configured speech services. */
  readonly speech?: { readonly synthesizer: Synthesizer; readonly transcriber?: Transcriber }
  /** Snapshot that an in-memory database starts from; undefined for an empty one. */
  readonly database?: Buffer
  /** Restarts this server; undefined if it cannot be restarted. */
  readonly restart?: () => void
}

/** A text message to a customer. */
export interface CustomerText {
  readonly userId: number
  /** Id of the account's number. */
  readonly from: number
  /** E.164. */
  readonly to: string
  readonly body: string
}

/** One address of a host. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** Dependencies of all features, built once by `start.ts` and passed down; each feature picks what it needs. */
export interface Context extends Outside {
  readonly config: Config
  readonly log: Logger
  /** For reading only; all writes go through `write`. */
  readonly db: Db
  readonly write: Write
  readonly events: EventLog
  readonly jobs: JobQueue
  readonly hub: Hub
  readonly storage: Storage
  readonly searchLag: SearchLag
  readonly attendance: Attendance
  readonly liveCalls: LiveCalls
  readonly pendingAnswers: PendingAnswers
  readonly connections: Connections
  readonly models: Models
  readonly sms: SmsProviders
  readonly channels: Channels
  /** Sends a text message at the account's expense; resolves to the reason if it was not sent. */
  readonly sendText: (text: CustomerText) => Promise<Fault | undefined>
  readonly formApi: FormApiAccess
  readonly numberCarrier: NumberCarrier
  readonly trunks: TrunkProvider
  /** The account's numbers that place real calls; calls from all others are simulated by the Sandbox. */
  readonly callingNumbers: (userId: number) => readonly number[]
  readonly osVoice: OsVoice
  readonly vault: Vault
  readonly installation: Installation
  readonly recordings: Recordings
  readonly attachments: PrivateFolder
  /** Uploads in progress. */
  readonly uploads: PrivateFolder
  /** Network policy for outgoing calls of an account; null for those of the server itself. Use it through `onBehalfOf`. */
  readonly networkOf: (account: number | null) => NetworkPolicy
  /** Origin under which this server is reached: the public URL, or its own address. */
  readonly origin: () => string
  /** The port this server listens on. */
  readonly port: () => number
  readonly version: string
  /** Secret stored in `running.json`, which proves that a caller can read the data folder. */
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

/** A random number in [0, 1), for spreading retries. */
export function randomShare({ randomBytes }: Pick<Outside, 'randomBytes'>): number {
  return randomBytes(1)[0]! / 256
}

/** A time-ordered UUID (version 7) from the context's clock and randomness. */
export function newUuid({ now, randomBytes }: Pick<Outside, 'now' | 'randomBytes'>): string {
  return v7({ msecs: now().getTime(), random: randomBytes(16) })
}
