import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Context, realOutside } from '../../server/context.ts'
import { LIMITS } from '../../server/limits.ts'
import { createPlayout } from '../../server/media/playout.ts'
import { createTicker } from '../../server/media/ticker.ts'
import { joined } from '../../server/media/tone.ts'
import type { FormApiNeeds } from '../../server/providers/form-api/account.ts'
import { isSigned, signedUpgrade } from '../../server/providers/form-api/signature.ts'
import { createStream } from '../../server/providers/voice/form-api/stream.ts'
import { containing } from './telephone-media-peer.ts'
import { ACCOUNT, TOKEN } from './telephone-personalities.ts'
import { startTelephoneStandIn } from './telephone-provider-stand-in.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'

/** Public address of Parley in these tests. */
export const PUBLIC = 'https://chat.example.com'

type StandInOptions = Parameters<typeof startTelephoneStandIn>[0]

/** Parley's end of one stream. */
function createEnd(socket: WebSocket) {
  const now = () => performance.now()
  const frames: Int16Array[] = []
  const digits: string[] = []
  const marks: [utterance: number, ms: number][] = []
  const ended: string[] = []
  let hasBegun = false
  let watchers: (() => void)[] = []
  const changed = () => {
    const woken = watchers
    watchers = []
    for (const watcher of woken) watcher()
  }
  const stream = createStream({
    now,
    send: (message) => socket.send(message),
    isExpected: ({ accountSid }) => accountSid === ACCOUNT,
    onStart: () => {
      hasBegun = true
    },
    onFrame: (frame) => void frames.push(frame),
    onDigit: (digit) => void digits.push(digit),
    onMark(utterance, ms) {
      marks.push([utterance, ms])
      playout.mark(utterance, ms)
    },
    onEnd: (reason) => void ended.push(reason),
  })
  const playout = createPlayout({
    rate: 8000,
    now,
    send: stream.play,
    drop: stream.clear,
  })
  const ticker = createTicker({
    now,
    sleep: async (ms, signal) => void (await delay(ms, undefined, { signal })),
    onError: (error) => {
      throw error
    },
  })
  const stopTicking = ticker.add(() => {
    stream.tick()
    playout.tick()
    changed()
  })
  socket.on('message', (data) => {
    stream.receive(String(data))
    changed()
  })
  socket.on('close', () => {
    stopTicking()
    stream.close()
    changed()
  })
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => watchers.push(resolve))
  }
  const heard = () => hearTones(joined(frames), 8000)
  return {
    stream,
    playout,
    frames,
    digits,
    marks,
    ended,
    heard,
    until,
    /** Waits until these words were heard. */
    hears: (words: string) => until(containing(frames, words)),
    started: () => until(() => hasBegun),
    say(words: string): void {
      playout.begin()
      // Resampling drops 2 ms at the end.
      const pcm = joined([toneSpeech(words, 24_000), new Int16Array(480)])
      playout.push({ pcm, rate: 24_000 })
      playout.end()
    },
    close: () => socket.close(),
  }
}

/**
 * A provider, and a Parley reduced to its telephony: it answers requests with instructions that the test
 * provides, and opens streams whose upgrade is signed.
 */
export async function startDoor(options: StandInOptions = {}) {
  const ends: ReturnType<typeof createEnd>[] = []
  const requests: { path: string; form: URLSearchParams; isSigned: boolean }[] = []
  const instructions = new Map<string, string>()
  let watchers: (() => void)[] = []
  const changed = () => {
    const woken = watchers
    watchers = []
    for (const watcher of woken) watcher()
  }

  const server = createServer(async (req, res) => {
    const form = new URLSearchParams(await text(req))
    const signature = req.headers['x-twilio-signature']
    const isOurs = isSigned(TOKEN, { url: `${PUBLIC}${req.url}`, fields: form }, signature)
    requests.push({ path: req.url!, form, isSigned: isOurs })
    res.writeHead(isOurs ? 200 : 403, { 'content-type': 'text/xml' })
    res.end(instructions.get(req.url!) ?? '')
    changed()
  })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (req, socket, head) => {
    const signature = req.headers['x-twilio-signature']
    if (!isSigned(TOKEN, signedUpgrade(PUBLIC, req.url!), signature)) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(req, socket, head, (opened) => {
      ends.push(createEnd(opened))
      changed()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reach = (url: string) =>
    url.replace(/^(http|ws)s:/, '$1:').replace('chat.example.com', `127.0.0.1:${port}`)
  const provider = await startTelephoneStandIn({ reach, ...options })
  onTestFinished(async () => {
    await provider.close()
    for (const client of sockets.clients) client.terminate()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  async function until<found>(find: () => found | undefined): Promise<found> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => watchers.push(resolve))
    }
  }

  return {
    provider,
    context: telephoneContext(provider.host, options.now),
    account: provider.account,
    requests,
    /** Our end of the stream with this number, counted from 0, once it has started. */
    async end(index = 0) {
      const end = await until(() => ends[index])
      await end.started()
      return end
    },
    /** Sets the response to requests for a path. */
    instruct: (path: string, xml: string) => void instructions.set(path, xml),
  }
}

/** A context that may call this address on this machine. */
export function telephoneContext(host: string, now = realOutside.now): FormApiNeeds {
  return {
    ...realOutside,
    now,
    networkOf: () => ({ policy: 'desktop', allowPrivate: [host] }),
    port: () => 1,
    version: 'test',
    config: { limits: LIMITS } as Context['config'],
  }
}
