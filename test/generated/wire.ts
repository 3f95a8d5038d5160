import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** An answer as it came. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Wire {
  send(method: string, target: string, options?: Sent): Promise<Answer>
  close(): void
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Plain HTTP over few connections that stay open: thousands of requests a second, and nothing done on their behalf. */
export function createWire(url: string, own: Readonly<Record<string, string>> = {}): Wire {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    send: (method, target, { headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        // A browser that is signed in sends no key.
        const all = { ...(headers['cookie'] === undefined && own), ...length, ...headers }
        const path = target
        const req = request({ agent, hostname, port, method, path, headers: all }, (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('error', reject)
          res.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            resolve({ status: res.statusCode!, headers: res.headers, text })
          })
        })
        req.on('error', reject)
        req.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** A connection is quiet when nothing has come for this long, ms: then our end of it is closed. */
const QUIET_MS = 25

/** Sends bytes as they are over a connection of their own; resolves to all that comes back until it is closed. */
export function sendBytes(
  url: string,
  bytes: Buffer | string,
  quietMs = QUIET_MS,
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    // First our end, so that what is half a request is answered too; then all of it.
    socket.setTimeout(quietMs, () => (socket.writableEnded ? socket.destroy() : socket.end()))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A connection that is reset after the answer still has given it.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

/** Longest wait for an answer to a request that asks for the connection to be closed, ms. */
export const PATIENT_MS = 10_000

export const JSON_TYPE = { 'content-type': 'application/json' }
