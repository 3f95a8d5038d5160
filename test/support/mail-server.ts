import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A message that a mail server has accepted. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The message as received over the wire. */
  readonly raw: string
}

export const MAIL_USER = 'desk@example.com'
export const MAIL_PASSWORD = 'a password of the mail server'

interface Behaviour {
  /** Called with each message before it is answered; an error it throws becomes the response. */
  onMail: (mail: ReceivedMail) => void | Promise<void>
}

/** Registers what is done once a server is not needed any more: after the test, or at another time without a test runner. */
export type AtEnd = (close: () => Promise<void>) => void

/** A real SMTP server on loopback with authentication, stopped after the test. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  atEnd: AtEnd = onTestFinished,
) {
  const received: ReceivedMail[] = []
  const behaviour: Behaviour = { onMail: () => undefined }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: false,
    // The greeting would wait for the name server.
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === MAIL_USER && password === MAIL_PASSWORD) done(null, { user: username })
      else done(new Error('Wrong user or password'))
    },
    onData(stream, { envelope }, done) {
      const accept = async () => {
        const raw = await text(stream)
        const { mailFrom, rcptTo } = envelope
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        }
        await behaviour.onMail(mail)
        received.push(mail)
      }
      accept().then(
        () => done(),
        (error: Error) => done(error),
      )
    },
    ...options,
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  // A client that rejects the certificate causes an error here, which is what the test is about.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  atEnd(() => new Promise<void>((resolve) => server.close(resolve)))
  return {
    port,
    /** Entry for the list of allowed private addresses. */
    address: `127.0.0.1:${port}`,
    received,
    behaviour,
    /** Breaks every connection without a response. */
    dropConnections(): void {
      for (const socket of sockets) socket.destroy()
    },
    /** Settings of a sender that uses it. */
    sender: {
      host: '127.0.0.1',
      port,
      security: 'none',
      username: MAIL_USER,
      password: MAIL_PASSWORD,
      from_address: 'support@example.com',
    } as const,
  }
}

/** The decoded header fields of a message, and its decoded text and HTML. */
export function partsOfMail(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const body = rest.join('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map(decoded)
  const withType = (type: string) => parts.find((part) => part.head.includes(type))?.body ?? ''
  return { headers, text: withType('text/plain'), html: withType('text/html') }
}

function decoded(part: string): { readonly head: string; readonly body: string } {
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/quoted-printable/i.test(head)) {
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return { head, body: Buffer.from(bytes, 'latin1').toString('utf8') }
  }
  if (/base64/i.test(head)) return { head, body: Buffer.from(body, 'base64').toString('utf8') }
  return { head, body }
}
