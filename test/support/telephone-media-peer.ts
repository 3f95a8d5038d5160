import { WebSocket } from 'ws'
import { muLaw } from '../../server/media/g711.ts'
import { joined } from '../../server/media/tone.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'

/*
 * A provider's end of a call's audio stream: a real WebSocket, a phone that plays what arrives on its own
 * clock, and the effects of a network on what is said into it.
 */

/** Network impairments of the caller's audio. */
export interface Weather {
  /** Share of the frames that are lost, and of those that are duplicated. */
  readonly loss?: number
  readonly repeats?: number
  /** Maximum delay of a frame, frames. */
  readonly jitter?: number
  /** Audio continues for this many frames after `stop`. */
  readonly afterStop?: number
  /** Playout delay of the phone, ms. */
  readonly behind?: number
}

interface Options {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly accountSid: string
  readonly callSid: string
  readonly streamSid: string
  readonly parameters: Readonly<Record<string, string>>
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
  readonly weather: Weather
}

const FRAME_MS = 20

/** Returns a check for a text in frames, to be polled; it decodes only now and then. */
export function containing(frames: readonly Int16Array[], text: string): () => boolean {
  let next = 2 * text.length
  return () => {
    if (frames.length < next) return false
    next = frames.length + 5
    return hearTones(joined(frames), 8000).includes(text)
  }
}
const FRAME = 160

/** Reports whether the last 2 ms of a frame are silent. */
const isQuietAtItsEnd = (frame: Int16Array): boolean =>
  frame.subarray(-16).every((sample) => Math.abs(sample) < 3000)

/** An entry in the phone's buffer. */
type Queued = { readonly frame: Int16Array; readonly due: number } | { readonly mark: string }

/** Messages that Parley may send. */
interface Received {
  readonly event: string
  readonly streamSid: string
  readonly media?: { readonly payload: string }
  readonly mark?: { readonly name: string }
}

/**
 * Opens a stream.
 * @throws Error when it is refused; `status` contains the status
 */
export async function openMediaPeer(options: Options) {
  const { url, headers, accountSid, callSid, streamSid, parameters, now, sleep, random } = options
  const { loss = 0, repeats = 0, jitter = 0, afterStop = 0, behind = 0 } = options.weather
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  await opened(socket)
  const begunAt = now()
  let sequence = 0
  let isStopped = false
  /** Audio that the caller has yet to say, and their frames in transit. */
  let speech: Int16Array = new Int16Array(0)
  let onTheWay: { readonly due: number; readonly message: object }[] = []
  let frames = 0
  let buffer: Queued[] = []
  const heard: Int16Array[] = []
  const spoken: Int16Array[] = []
  const log: Received[] = []
  const faults: string[] = []
  let played = 0
  /** Played last, and not dropped since. */
  let latest: Int16Array | undefined
  let waiters: (() => void)[] = []

  function send(message: object): void {
    sequence += 1
    const text = JSON.stringify({ ...message, sequenceNumber: String(sequence), streamSid })
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
  }

  function wake(): void {
    const woken = waiters
    waiters = []
    for (const waiter of woken) waiter()
  }

  socket.on('message', (data) => {
    try {
      take(JSON.parse(String(data)) as Received)
    } catch (error) {
      faults.push(String(error))
      socket.terminate()
    }
    wake()
  })

  function take(message: Received): void {
    if (message.streamSid !== streamSid) throw new Error(`A message for ${message.streamSid}`)
    log.push(message)
    if (message.event === 'media') queue(message.media!.payload)
    else if (message.event === 'mark') buffer.push({ mark: message.mark!.name })
    else if (message.event === 'clear') drop()
    else throw new Error(`No provider knows ${message.event}`)
    passMarks()
  }

  function queue(payload: string): void {
    const pcm = muLaw.decode(Buffer.from(payload, 'base64'))
    for (let at = 0; at < pcm.length; at += FRAME)
      buffer.push({ frame: pcm.subarray(at, at + FRAME), due: now() + behind })
  }

  function drop(): void {
    latest = undefined
    const marks = buffer.flatMap((each) => ('mark' in each ? [each.mark] : []))
    buffer = []
    for (const name of marks) send({ event: 'mark', mark: { name } })
  }

  function passMarks(): void {
    for (let [first] = buffer; first && 'mark' in first; [first] = buffer) {
      buffer.shift()
      send({ event: 'mark', mark: { name: first.mark } })
    }
  }

  /** Plays 20 ms on the phone. */
  function playFrame(): void {
    const [next] = buffer
    if (next && 'frame' in next && next.due <= now()) {
      heard.push((latest = next.frame))
      played += 1
      buffer.shift()
    } else if (!latest || isQuietAtItsEnd(latest)) heard.push(new Int16Array(FRAME))
    // Otherwise nothing arrived in time, in the middle of a tone: on a busy machine that must not split the
    // tone in two.
    passMarks()
  }

  /** The caller says 20 ms, or nothing. */
  function sayFrame(): void {
    const part = speech.subarray(0, FRAME)
    speech = speech.subarray(FRAME)
    const pcm = new Int16Array(FRAME)
    pcm.set(part)
    spoken.push(pcm)
    const payload = Buffer.from(muLaw.encode(pcm)).toString('base64')
    const media = {
      track: 'inbound',
      chunk: String(frames + 1),
      timestamp: String(frames * FRAME_MS),
      payload,
    }
    const copies = random() < loss ? 0 : random() < repeats ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1)
      onTheWay.push({
        due: frames + Math.floor(random() * (jitter + 1)),
        message: { event: 'media', media },
      })
    frames += 1
    const arrived = onTheWay.filter(({ due }) => due < frames)
    onTheWay = onTheWay.filter(({ due }) => due >= frames)
    for (const { message } of arrived) send(message)
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await sleep(FRAME_MS)
      while (!isStopped && now() - begunAt >= (frames + 1) * FRAME_MS) {
        playFrame()
        sayFrame()
      }
      wake()
    }
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      if (socket.readyState >= WebSocket.CLOSING) throw new Error('The stream is over')
      await new Promise<void>((resolve) => waiters.push(resolve))
    }
  }

  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  void closed.then(() => {
    isStopped = true
    wake()
  })
  socket.on('error', () => {})
  send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
  send({
    event: 'start',
    start: {
      accountSid,
      callSid,
      streamSid,
      tracks: ['inbound'],
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: parameters,
    },
  })
  void run()

  return {
    closed,
    /** Received messages, and errors found in them. */
    log,
    faults,
    /** The audio played so far, in frames of 20 ms. */
    frames: (): readonly Int16Array[] => heard,
    /** The audio played so far, as text. */
    heard: () => hearTones(joined(heard), 8000),
    /** Length of all audio played so far, without pauses, ms. */
    playedMs: () => played * FRAME_MS,
    /** Waits until this text was heard. */
    hears: (text: string) => until(containing(heard, text)),
    /** Waits for the command to drop the rest, and discards what was heard before, since a byte may be cut in half. */
    async cleared(): Promise<void> {
      await until(() => log.some(({ event }) => event === 'clear'))
      heard.length = 0
    },
    /** Says something into the phone, after anything still being said. */
    say(text: string): void {
      speech = joined([speech, toneSpeech(text, 8000)])
    },
    /** Plays 8 kHz audio into the phone, after anything still being said. */
    sound(samples: Int16Array): void {
      speech = joined([speech, samples])
    },
    /** Everything that the caller has said, in frames. */
    spoken,
    /** Waits until everything was said. */
    said: () => until(() => speech.length === 0 && onTheWay.length === 0),
    press(digit: string): void {
      send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } })
    },
    /** Sends any other message. */
    send: (text: string): void => socket.send(text),
    /** Stops the stream: the call is over, or continues with other instructions. */
    async stop(): Promise<void> {
      if (!isStopped) {
        isStopped = true
        send({ event: 'stop', stop: { accountSid, callSid } })
        for (let count = 0; count < afterStop; count += 1) sayFrame()
        socket.close()
      }
      await closed
    },
    /** Breaks the connection. */
    break: (): void => socket.terminate(),
  }
}

export type MediaPeer = Awaited<ReturnType<typeof openMediaPeer>>

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
    socket.once('unexpected-response', (_req, res) => {
      res.resume()
      socket.terminate()
      reject(Object.assign(new Error('The stream is refused'), { status: res.statusCode }))
    })
  })
}
