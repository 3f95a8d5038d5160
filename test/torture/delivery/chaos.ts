import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerPage, type Line, type Weather } from './line.ts'
import { passRequest } from './pass-request.ts'
import { passStream } from './pass-stream.ts'

interface ChaosOptions {
  readonly target: string
  /** Random numbers for a chat's line. */
  random(name: string): () => number
}

export type Chaos = Awaited<ReturnType<typeof startChaos>>

/** A network in front of a server, with a separate line for each name it is called by. */
export async function startChaos({ target, random }: ChaosOptions) {
  const lines = new Map<string, Line>()
  const faults = new Map<string, number>()
  const server = createServer(handle)
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function lineOf(name: string): Line {
    const known = lines.get(name) ?? {
      random: random(name),
      weather: 'storm',
      streams: new Set(),
      seen: [],
      held: new Set(),
    }
    lines.set(name, known)
    return known
  }

  function note(fault: string): void {
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const line = lineOf(req.headers.host!.split('.')[0]!)
    res.on('error', () => {})
    const body = await bodyOf(req)
    if (!body) return
    const isPreflight = req.method === 'OPTIONS'
    line.seen.push({ what: `${req.method} ${req.url}`, at: Date.now() })
    const passage = { line, target, req, res, note }
    if (line.weather === 'silent') return
    if (line.weather === 'refusing') res.destroy()
    else if (line.weather === 'page') answerPage(res)
    else if (req.url!.endsWith('/stream') && !isPreflight) passStream(passage)
    else await passRequest(passage, body)
    for (const release of line.held) release()
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Faults of requests and streams so far, by kind. */
    faults,
    setWeather(name: string, weather: Weather): void {
      lineOf(name).weather = weather
    },
    /** Silences the open streams of a chat, leaving their sockets open; returns the time. */
    stall(name: string): number {
      for (const stream of lineOf(name).streams) stream.isStalled = true
      return Date.now()
    },
    /** True while a chat has a stream. */
    hasStream: (name: string) => lineOf(name).streams.size > 0,
    /** Cuts the open streams of a chat. */
    cut(name: string): void {
      for (const stream of lineOf(name).streams) stream.cut()
    },
    /** Requests of a chat so far, including preflights: when nothing responds, its browser may not get beyond them. */
    seen: (name: string) => lineOf(name).seen,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The whole body; undefined when its sender has gone. */
async function bodyOf(req: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of req) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
