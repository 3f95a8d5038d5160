import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { type WebSocket, WebSocketServer } from 'ws'
import { DOWN_SAMPLES, decodeUp, encodeDown, UP_RATE } from '#contracts/voice-frames.ts'
import { VoiceClientMessage, type VoiceServerMessage } from '#contracts/voice-socket.ts'
import { findBrowser } from '../../scripts/find-browser.ts'

/*
 * The browser's share of a web call: the demo page's widget in Chromium, against a call server that
 * timestamps its frames.
 */

const ROUNDS = 40
/** Length of each utterance, and how much of it is sent ahead, as Parley does, ms. */
const UTTERANCE_MS = 1200
const FRAME_MS = 20
/** Amplitude above which a sample counts as sound, of 32,767. */
const AUDIBLE = 600

/** Durations of every round, ms. */
export interface BrowserTimes {
  /** From sending the first frame of an utterance to receiving its first sample through loudspeaker and microphone. */
  readonly loops: readonly number[]
  /** From sending `clear` to the last sample at the output node. */
  readonly silences: readonly number[]
}

/** Time on the clock shared by page and bench, ms since 1970 with fractions. */
const now = (): number => performance.timeOrigin + performance.now()

/** Measures calls on the demo page of a running server. */
export async function inBrowser(url: string): Promise<BrowserTimes> {
  const { executablePath, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  try {
    const { port } = server.address() as { port: number }
    const context = await browser.newContext({ bypassCSP: true, locale: 'en-GB' })
    const page = await context.newPage()
    const joined = once(server, 'connection') as Promise<[WebSocket]>
    await page.addInitScript(loopBack, `ws://127.0.0.1:${port}`)
    await startCall(page, url)
    const [socket] = await joined
    return await measure(page, socket)
  } finally {
    await browser.close()
    server.close()
  }
}

/** Presses the widget's voice button; the bench answers the call itself. */
async function startCall(page: Page, url: string): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  await page.route('**/api/widget/assistants/*', async (route) => {
    const response = await route.fetch()
    const web_calls = { noise_cancellation: false, browser_recognition: false }
    await route.fulfill({ response, json: { ...(await response.json()), web_calls } })
  })
  await page.route('**/api/widget/conversations/*/calls', (route) =>
    route.fulfill({ status: 201, headers, json: { ticket: 'ticket-of-the-bench' } }),
  )
  await page.goto(`${url}/demo`)
  await page.locator('parley-chat').locator('[aria-expanded]').first().click()
  const chat = page.getByRole('dialog', { name: /^Chat with/ })
  await chat.getByRole('button', { name: 'Start voice call' }).click()
}

async function measure(page: Page, socket: WebSocket): Promise<BrowserTimes> {
  const loops: number[] = []
  const silences: number[] = []
  const call = answer(socket)
  await call.ready
  // Lets the page's audio clock settle.
  await delay(1000)
  for (let utterance = 1; utterance <= ROUNDS; utterance += 1) {
    await delay(300)
    const heard = call.nextSound()
    const sent = now()
    call.send({ type: 'utterance', utterance })
    for (let sequence = 0; sequence < UTTERANCE_MS / FRAME_MS; sequence += 1)
      socket.send(Buffer.from(encodeDown({ utterance, sequence, samples: tone(sequence) })))
    loops.push((await heard) - sent)
    await delay(200 + (utterance % 10) * 7)
    const silent = page.evaluate(() => window.nextSilence())
    // The page starts watching once it has received the request.
    await delay(50)
    const cleared = now()
    call.send({ type: 'clear', utterance })
    silences.push((await silent) - cleared)
  }
  return { loops, silences }
}

/** Answers a call, and timestamps what arrives. */
function answer(socket: WebSocket) {
  let sound: PromiseWithResolvers<number> | undefined
  let wasQuiet = true
  const hello = Promise.withResolvers<void>()
  const send = (message: VoiceServerMessage): void => socket.send(JSON.stringify(message))

  socket.on('message', (data: Buffer, isBinary) => {
    const at = now()
    if (!isBinary) {
      if (VoiceClientMessage.parse(JSON.parse(data.toString())).type !== 'hello') return
      send({
        type: 'ready',
        rates: { up: 16_000, down: 24_000 },
        conversation_id: crypto.randomUUID(),
        call_id: 1,
        lead_ms: 400,
        hears: true,
        speaks: true,
        browser_hears: false,
      })
      return hello.resolve()
    }
    const { samples } = decodeUp(data)!
    const first = samples.findIndex((sample) => Math.abs(sample) > AUDIBLE)
    if (first !== -1 && wasQuiet) {
      // A frame is sent when its last sample is complete; the sound started earlier.
      sound?.resolve(at - ((samples.length - first) / UP_RATE) * 1000)
      sound = undefined
    }
    wasQuiet = first === -1
  })

  return {
    ready: hello.promise,
    send,
    /** Resolves to the time of the next sound after silence, ms. */
    nextSound(): Promise<number> {
      sound = Promise.withResolvers()
      return sound.promise
    },
  }
}

/** A frame of a continuous tone of 500 Hz. */
const tone = (sequence: number): Int16Array =>
  Int16Array.from({ length: DOWN_SAMPLES }, (_, index) =>
    Math.round(12_000 * Math.cos((2 * Math.PI * 500 * (sequence * DOWN_SAMPLES + index)) / 24_000)),
  )

declare global {
  interface Window {
    /** Resolves to the time at which the player's output fell silent, ms since 1970. */
    nextSilence(): Promise<number>
  }
}

/**
 * In the page: the microphone hears the loudspeaker, the call's socket leads to the bench, and an analyser is
 * attached to the output.
 */
function loopBack(address: string): void {
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).endsWith('/api/widget/voice') ? address : url, protocols)
    }
  }
  let analyser: AnalyserNode
  let microphone: MediaStreamAudioDestinationNode
  const Context = window.AudioContext
  window.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super(options)
      analyser = new AnalyserNode(this, { fftSize: 1024 })
      microphone = new MediaStreamAudioDestinationNode(this, { channelCount: 1 })
    }
  }
  type Connect = (this: AudioNode, ...target: unknown[]) => AudioNode
  const connect = AudioNode.prototype.connect as Connect
  const tapped: Connect = function (...target) {
    if (target[0] instanceof AudioDestinationNode) {
      connect.call(this, analyser)
      connect.call(this, microphone)
    }
    return connect.apply(this, target)
  }
  AudioNode.prototype.connect = tapped as typeof AudioNode.prototype.connect
  navigator.mediaDevices.getUserMedia = async () => microphone.stream
  window.nextSilence = () =>
    new Promise((resolve) => {
      const samples = new Float32Array(1024)
      const watch = () => {
        analyser.getFloatTimeDomainData(samples)
        const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.02)
        const silent = samples.length - 1 - last
        const at = performance.timeOrigin + performance.now()
        if (silent > 256) resolve(at - (silent / analyser.context.sampleRate) * 1000)
        else setTimeout(watch, 1)
      }
      watch()
    })
}
