import { isIP } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailSecurity } from '#contracts/email.ts'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { createDeadline, TimeoutError } from '../deadline.ts'
import { asOutgoing, OutgoingError } from '../http/outgoing-error.ts'
import type { ConnectNeeds } from '../http/route.ts'
import { checkedAddress } from './checked-address.ts'

type Needs = ConnectNeeds & Pick<Context, 'sleep'>

/** An SMTP server and its sign-in. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
  /** Undefined without a sign-in. */
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
  /** Name by which this server introduces itself. */
  readonly name: string
}

export interface Envelope {
  readonly from: string
  readonly to: string
}

/** Outcome of sending: a refusal that is not final may be repeated later, an unknown outcome never by itself. */
export type SendOutcome =
  | { readonly result: 'accepted' }
  | { readonly result: 'refused'; readonly error: Fault<ReasonCode>; readonly isFinal: boolean }
  | { readonly result: 'unknown'; readonly error: Fault<ReasonCode> }

/** A connection that is signed in. */
export interface SmtpLine {
  /** Hands over one message. Never rejects: what the server has not said is unknown. */
  send(envelope: Envelope, message: Buffer): Promise<SendOutcome>
  close(): void
}

/** Timeout for connecting and signing in, ms. */
const OPEN_MS = 20_000

/** Timeout for silence while a message is handed over, ms. */
const SILENCE_MS = 60_000

/** Maximum length of a server's words in a reason. */
const MAX_TEXT = 300

/**
 * Connects to an SMTP server with the checks of every outgoing call: all addresses of its host are checked, and the connection
 * goes to one of those. Without encryption only to a private address, which the owner has listed.
 * @throws OutgoingError if there is no connection, or the sign-in is refused; nothing has been sent then
 */
export async function openSmtp(
  context: Needs,
  server: SmtpServer,
  signal: AbortSignal,
): Promise<SmtpLine> {
  using deadline = createDeadline({ sleep: context.sleep, signal, totalMs: OPEN_MS })
  let connection: SMTPConnection | undefined
  try {
    const address = await checkedAddress(context, server, deadline.signal)
    // Loaded with the first email that leaves.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    connection = new Connection(optionsFor(server, address))
    const line = connection
    const { credentials } = server
    await deadline.race(done(line, (callback) => line.connect(callback)))
    if (credentials)
      await deadline.race(done(line, (callback) => line.login(credentials, callback)))
    // Without a listener, an error between two commands would end the process.
    line.on('error', () => line.close())
    return { send: (envelope, message) => send(line, envelope, message), close: () => line.close() }
  } catch (error) {
    connection?.on('error', () => undefined)
    connection?.close()
    throw failureOf(error, deadline.signal)
  }
}

function optionsFor({ host, port, security, name }: SmtpServer, address: string) {
  return {
    host: address,
    port,
    name,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // The certificate must be that of the name, not of the address connected to.
    tls: { ...(isIP(host) === 0 && { servername: host }), minVersion: 'TLSv1.2' as const },
    connectionTimeout: OPEN_MS,
    greetingTimeout: OPEN_MS,
    socketTimeout: SILENCE_MS,
  }
}

/** Runs one command of a connection, which answers by its callback or by an error of the connection. */
function done(
  connection: SMTPConnection,
  command: (callback: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    command((error) => {
      connection.off('error', reject)
      if (error) reject(error)
      else resolve()
    })
  })
}

function send(
  connection: SMTPConnection,
  envelope: Envelope,
  message: Buffer,
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const unknown = () => resolve({ result: 'unknown', error: fault('email_outcome_unknown') })
    connection.once('error', unknown)
    connection.once('end', unknown)
    connection.send({ ...envelope, to: [envelope.to] }, message, (error) => {
      if (!error) return resolve({ result: 'accepted' })
      const { responseCode } = error
      if (!responseCode) return unknown()
      resolve({ result: 'refused', error: refusal(error), isFinal: responseCode >= 500 })
    })
  })
}

const refusal = (error: SMTPConnection.SMTPError): Fault<ReasonCode> =>
  fault('email_refused', { text: wordsOf(error) })

/** The server's own words, on one line. */
const wordsOf = ({ response, message }: SMTPConnection.SMTPError): string =>
  (response ?? message).replace(/\s+/g, ' ').slice(0, MAX_TEXT)

/** Codes of certificates that cannot be trusted, and of a peer that does not speak TLS. */
const OF_TLS = /CERT|SSL|TLS|VERIFY|ALTNAME/

function failureOf(error: unknown, signal: AbortSignal): OutgoingError {
  if (signal.reason instanceof TimeoutError) {
    const seconds = signal.reason.ms / 1000
    return new OutgoingError('timeout', fault('no_answer_in_time', { seconds }))
  }
  if (signal.aborted || error instanceof OutgoingError) return asOutgoing(error, signal)
  const failure = error as SMTPConnection.SMTPError & { readonly originalCode?: string }
  const { responseCode, message } = failure
  const code = failure.originalCode ?? failure.code ?? ''
  const text = wordsOf(failure)
  if (code === 'EAUTH') return new OutgoingError('failed', fault('email_sign_in_refused', { text }))
  if (OF_TLS.test(code)) return new OutgoingError('failed', fault('email_tls_failed', { text }))
  if (responseCode) return new OutgoingError('failed', fault('email_refused', { text }))
  return asOutgoing(Object.assign(new Error(message), { code }), signal)
}
