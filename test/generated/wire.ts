import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** A response as received. */
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

/** Plain HTTP over a few keep-alive connections: thousands of requests a second, and nothing done implicitly. */
export function createWire(url: string, own: Readonly<Record<string, string>> = {}): Wire {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    send: (method, target, { headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        // A signed-in browser sends no key.
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

/** Idle time after which our end of a connection is closed, ms. */
const QUIET_MS = 25

/** Sends raw bytes over a separate connection; resolves to everything received until it is closed. */
export function sendBytes(
  url: string,
  bytes: Buffer | string,
  quietMs = QUIET_MS,
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    // First our end, so that an incomplete request is answered too; then the whole connection.
    socket.setTimeout(quietMs, () => (socket.writableEnded ? socket.destroy() : socket.end()))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A connection reset after the response has still delivered it.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

/** Maximum wait for a response to a request that asks for the connection to be closed, ms. */
export const PATIENT_MS = 10_000

export const JSON_TYPE = { 'content-type': 'application/json' }
