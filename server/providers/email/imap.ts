import { isIP } from 'node:net'
import type { ImapFlow as Client } from 'imapflow'
import type { EmailSecurity } from '#contracts/email.ts'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { createDeadline, TimeoutError } from '../deadline.ts'
import { asOutgoing, OutgoingError } from '../http/outgoing-error.ts'
import type { ConnectNeeds } from '../http/route.ts'
import { checkedAddress } from './checked-address.ts'

type Needs = ConnectNeeds & Pick<Context, 'sleep'>

/** A mailbox and its sign-in. */
export interface ImapServer {
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
  readonly credentials: { readonly user: string; readonly pass: string }
}

/** A message as fetched. */
interface Fetched {
  readonly raw: Uint8Array
  /** True if it is larger than asked for, and `raw` only its beginning. */
  readonly isCut: boolean
}

/** An open mailbox. Every call rejects with an `OutgoingError` once the connection is lost. */
export interface ImapLine {
  /** Changes when the server renumbers its messages. */
  readonly uidValidity: string
  /** Lowest number that the next message may get. */
  readonly uidNext: number
  /** Numbers of the messages after one, ascending. */
  after(uid: number): Promise<number[]>
  /** Numbers of the messages received since a day, ascending. */
  since(day: Date): Promise<number[]>
  /** Undefined if the message is gone. It stays unread. */
  read(uid: number, maxBytes: number): Promise<Fetched | undefined>
  markRead(uid: number): Promise<void>
  /** Resolves when the server reports a message, or after `ms`; rejects when the connection is lost. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  close(): void
}

/** Timeout for connecting and signing in, and for one command, ms. */
const OPEN_MS = 20_000
const COMMAND_MS = 60_000

/** Interval at which waiting for messages is renewed, ms: home routers forget silent connections. */
const IDLE_MS = 4 * 60_000

/** Maximum length of a server's words in a reason. */
const MAX_TEXT = 300

/** An answer may be as large as a message and a little more. */
const MAX_ANSWER = 64 * 1024 * 1024

/** The mailbox that is read. */
const INBOX = 'INBOX'

/** The mail server does not accept the sign-in: trying again would only lock the mailbox. */
export class SignInRefused extends OutgoingError {}

/**
 * Opens a mailbox with the checks of every outgoing call, as `openSmtp` does. Without encryption only at a private address, which
 * the owner has listed.
 * @throws SignInRefused, or OutgoingError without a connection
 */
export async function openImap(
  context: Needs,
  server: ImapServer,
  signal: AbortSignal,
): Promise<ImapLine> {
  using deadline = createDeadline({ sleep: context.sleep, signal, totalMs: OPEN_MS })
  let client: Client | undefined
  try {
    const address = await checkedAddress(context, server, deadline.signal)
    // Loaded with the first mailbox.
    const { ImapFlow } = await import('imapflow')
    client = new ImapFlow(optionsFor(server, address))
    // Without a listener, an error between two commands would end the process.
    client.on('error', () => undefined)
    await deadline.race(client.connect())
    const mailbox = await deadline.race(client.mailboxOpen(INBOX))
    return lineOf(context, client, String(mailbox.uidValidity), mailbox.uidNext)
  } catch (error) {
    client?.close()
    throw failureOf(error, deadline.signal)
  }
}

function optionsFor({ host, port, security, credentials }: ImapServer, address: string) {
  return {
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    // The certificate must be that of the name, not of the address connected to.
    ...(isIP(host) === 0 && { servername: host }),
    tls: { minVersion: 'TLSv1.2' as const },
    auth: credentials,
    logger: false as const,
    disableCompression: true,
    maxIdleTime: IDLE_MS,
    disableAutoIdle: true,
    connectionTimeout: OPEN_MS,
    greetingTimeout: OPEN_MS,
    maxLiteralSize: MAX_ANSWER,
    maxResponseSize: 2 * MAX_ANSWER,
  }
}

function lineOf({ sleep }: Needs, client: Client, uidValidity: string, uidNext: number): ImapLine {
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  client.once('close', () => lost.reject(new OutgoingError('failed', fault('connection_reset'))))
  let news = Promise.withResolvers<void>()
  client.on('exists', () => news.resolve())

  /** Runs one command; a server that does not answer counts as lost. */
  async function run<result>(command: Promise<result>): Promise<result> {
    const never = new AbortController()
    using deadline = createDeadline({ sleep, signal: never.signal, totalMs: COMMAND_MS })
    command.catch(() => undefined)
    try {
      return await deadline.race(Promise.race([command, lost.promise]))
    } catch (error) {
      client.close()
      throw failureOf(error, deadline.signal)
    }
  }

  const numbers = async (search: Promise<unknown>): Promise<number[]> => {
    const found = await run(search)
    if (Array.isArray(found)) return (found as number[]).sort((a, b) => a - b)
    // The library reports a search that was refused, or whose connection is gone, as a value: it must not pass as an empty mailbox.
    client.close()
    throw new OutgoingError('failed', fault('connection_reset'))
  }

  return {
    uidValidity,
    uidNext,
    async after(uid) {
      const found = await numbers(client.search({ uid: `${uid + 1}:*` }, { uid: true }))
      // "n:*" always includes the last message.
      return found.filter((each) => each > uid)
    },
    since: (day) => numbers(client.search({ since: day }, { uid: true })),
    async read(uid, maxBytes) {
      const query = { size: true, source: { maxLength: maxBytes } }
      const message = await run(client.fetchOne(String(uid), query, { uid: true }))
      // The type is false, not undefined, for a message that is gone.
      const { source, size = 0 } = message || {}
      return source && { raw: source, isCut: size > source.length }
    },
    async markRead(uid) {
      await run(client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
    },
    async wait(ms, signal) {
      const over = new AbortController()
      const stop = () => over.abort(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      // Ended by the next command; a server without it is asked regularly.
      client.idle().catch(() => undefined)
      try {
        await Promise.race([news.promise, lost.promise, sleep(ms, over.signal)])
      } finally {
        signal.removeEventListener('abort', stop)
        over.abort()
        news = Promise.withResolvers()
      }
    },
    close: () => client.close(),
  }
}

/** Codes of certificates that cannot be trusted, and of a peer that does not speak TLS. */
const OF_TLS = /CERT|SSL|TLS|VERIFY|ALTNAME|STARTTLS/

interface ImapFailure extends Error {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly responseText?: string
  readonly tlsFailed?: boolean
}

function failureOf(error: unknown, signal: AbortSignal): OutgoingError {
  if (signal.reason instanceof TimeoutError) {
    const seconds = signal.reason.ms / 1000
    return new OutgoingError('timeout', fault('no_answer_in_time', { seconds }))
  }
  if (signal.aborted || error instanceof OutgoingError) return asOutgoing(error, signal)
  const { authenticationFailed, code = '', message, tlsFailed, ...failure } = error as ImapFailure
  const text = (failure.responseText ?? message).replace(/\s+/g, ' ').slice(0, MAX_TEXT)
  if (authenticationFailed)
    return new SignInRefused('failed', reason('email_sign_in_refused', text))
  if (tlsFailed || OF_TLS.test(code))
    return new OutgoingError('failed', reason('email_tls_failed', text))
  if (failure.responseText) return new OutgoingError('failed', reason('email_refused', text))
  return asOutgoing(Object.assign(new Error(message), { code }), signal)
}

const reason = (code: ReasonCode, text: string): Fault<ReasonCode> => fault(code, { text })
