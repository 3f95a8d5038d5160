import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { realOutside } from '../../server/context.ts'
import { wavFile } from '../../server/media/wav.ts'

/** A response of the stand-in. */
export interface Manner {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Bytes written at a time; everything at once when omitted. */
  readonly pieceBytes?: number
  /** The connection is lost after this many bytes. */
  readonly cutAfter?: number
  /** Nothing more is sent after this many bytes, and the connection stays open. */
  readonly stallAfter?: number
  /** The body repeats for as long as anyone reads. */
  readonly isEndless?: boolean
  /** Awaited before anything is sent. */
  readonly after?: Promise<unknown>
}

export interface RecordedSpeechRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** True if the client disconnected before the response was complete. */
  wasCancelled: boolean
}

type Behaviour = (request: RecordedSpeechRequest, index: number) => Manner

/**
 * A real HTTP server on loopback in place of a speech service, stopped after the test; it answers as
 * configured, well or badly.
 */
export async function startSpeechStandIn(behaviour: Behaviour) {
  const requests: RecordedSpeechRequest[] = []
  const server = createServer(async (request, response) => {
    const recorded = await record(request)
    requests.push(recorded)
    response.on('error', () => {})
    response.on('close', () => {
      recorded.wasCancelled = !response.writableFinished
    })
    await answer(response, behaviour(recorded, requests.length - 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { requests, port, url: `http://127.0.0.1:${port}` }
}

async function record(request: IncomingMessage): Promise<RecordedSpeechRequest> {
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: await buffer(request), wasCancelled: false }
}

async function answer(response: ServerResponse, manner: Manner): Promise<void> {
  const { status = 200, type = 'application/octet-stream', headers = {}, pieceBytes } = manner
  await manner.after
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': type, ...headers })
  const body = Buffer.from(manner.body ?? '')
  const sent = body.subarray(0, manner.cutAfter ?? manner.stallAfter)
  response.flushHeaders()
  do {
    for (let at = 0; at < sent.length && !response.destroyed; at += pieceBytes ?? sent.length) {
      response.write(sent.subarray(at, at + (pieceBytes ?? sent.length)))
      await new Promise(setImmediate)
    }
  } while (manner.isEndless && !response.destroyed)
  if (manner.cutAfter !== undefined) response.destroy()
  else if (manner.stallAfter === undefined) response.end()
}

/** Samples that differ from each other, so that a lost or moved one is noticed. */
export const samples = (count: number, first = 1): Int16Array =>
  Int16Array.from({ length: count }, (_, index) => ((first + index) * 257) % 32_749)

/** The bytes of raw samples. */
export const bare = (pcm: Int16Array): Buffer =>
  Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)

/** A WAV file of 16-bit mono samples. */
export const wavOf = (pcm: Int16Array, rate: number): Buffer =>
  Buffer.from(wavFile({ encoding: 'pcm16', rate, channels: 1 }, [pcm]))

/** A context for speech clients that may call these addresses, and no others on this machine. */
export function speechContext(
  ports: readonly number[],
  outside: Partial<Pick<typeof realOutside, 'sleep' | 'lookup'>> = {},
) {
  const allowPrivate = ports.map((port) => `127.0.0.1:${port}`)
  return {
    ...realOutside,
    ...outside,
    network: () => ({ policy: 'desktop', allowPrivate }) as const,
    port: () => 1,
    version: 'test',
  }
}
