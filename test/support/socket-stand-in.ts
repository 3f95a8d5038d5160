import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

/** One connection to a stand-in, from its side. */
export interface StandInSocket {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Everything received, in order: text as a string. */
  readonly messages: (string | Buffer)[]
  /** Undefined while it is open. */
  readonly ending: { readonly code: number; readonly reason: string } | undefined
  send(message: string | Uint8Array): void
  /** The same as JSON. */
  tell(value: unknown): void
  close(code: number, reason?: string): void
  /** Cuts the connection without a close frame. */
  cut(): void
  /** Stops reading. */
  stall(): void
  /** Bytes that the other side has not received yet. */
  unsent(): number
}

/** A response in place of a WebSocket. */
export interface Refusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Behaviour {
  /** Undefined accepts the connection. */
  readonly refuse?: (request: IncomingMessage, index: number) => Refusal | 'silence' | undefined
  readonly onOpen?: (socket: StandInSocket, index: number) => void
  readonly onMessage?: (message: string | Buffer, socket: StandInSocket, index: number) => void
}

/** A real WebSocket server on loopback, stopped after the test; it behaves as configured, well or badly. */
export async function startSocketStandIn({ refuse, onOpen, onMessage }: Behaviour = {}) {
  const sockets: StandInSocket[] = []
  const connections = new Set<Duplex>()
  let asked = 0
  const http = createServer()
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: true })
  http.on('connection', (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
  })
  http.on('upgrade', (request, connection, head) => {
    const index = asked++
    const refusal = refuse?.(request, index)
    connection.on('error', () => {})
    if (refusal === 'silence') return connection.on('end', () => connection.destroy()).resume()
    if (refusal) return answer(connection, refusal)
    server.handleUpgrade(request, connection, head, (ws) => {
      const socket = standInSocket(ws, request, (message) => onMessage?.(message, socket, index))
      sockets.push(socket)
      onOpen?.(socket, index)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const connection of connections) connection.destroy()
    await new Promise((resolve) => http.close(resolve))
  })
  const { port } = http.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    sockets,
    port,
    host,
    url: `ws://${host}`,
    /** Number of connections requested, including refused ones. */
    asked: () => asked,
    /** Number of current connections, open or half-open. */
    connected: () => connections.size,
  }
}

function answer(connection: Duplex, { status, headers = {}, body = '' }: Refusal): void {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  connection.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\n${head}\r\n${body}`)
}

function standInSocket(
  ws: WebSocket,
  { url = '', headers }: IncomingMessage,
  onMessage: (message: string | Buffer) => void,
): StandInSocket {
  let ending: StandInSocket['ending']
  const messages: (string | Buffer)[] = []
  ws.on('message', (data: Buffer, isBinary) => {
    const message = isBinary ? data : data.toString()
    messages.push(message)
    onMessage(message)
  })
  ws.on('error', () => {})
  ws.on('close', (code, reason) => {
    ending = { code, reason: String(reason) }
  })
  return {
    path: url,
    headers,
    messages,
    get ending() {
      return ending
    },
    send: (message) => ws.send(message),
    tell: (value) => ws.send(JSON.stringify(value)),
    close: (code, reason) => ws.close(code, reason),
    cut: () => ws.terminate(),
    stall: () => ws.pause(),
    unsent: () => ws.bufferedAmount,
  }
}
