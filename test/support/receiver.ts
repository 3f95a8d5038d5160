import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

/** One request as a receiver got it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The raw body. */
  readonly body: string
}

type Answer = (res: ServerResponse, request: Received, index: number) => void

/** A webhook receiver on loopback, stopped after the test; it answers 200 unless told otherwise. */
export async function startReceiver(answer?: Answer) {
  const receiver = await openReceiver(answer)
  onTestFinished(receiver.close)
  return receiver
}

/** The same, running until it is closed. */
export async function openReceiver(answer: Answer = (res) => res.end('{"ok":true}')) {
  const requests: Received[] = []
  let reply = answer
  const server = createServer(async (req, res) => {
    const request = {
      method: req.method!,
      path: req.url!,
      headers: req.headers,
      body: await bodyOf(req),
    }
    requests.push(request)
    reply(res, request, requests.length - 1)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connections = promisify(server.getConnections.bind(server))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    requests,
    port,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/hook`,
    /** From now on it answers like this. */
    answer(next: Answer): void {
      reply = next
    },
    /** Resolves once all clients have disconnected and everything they sent was read. */
    async isAlone(): Promise<void> {
      while ((await connections()) > 0) await sleep(5)
    },
    close,
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Answers with a status and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (res) => {
    res.writeHead(code, headers)
    res.end(body)
  }
