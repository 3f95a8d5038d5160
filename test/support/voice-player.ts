import { WebSocket } from 'ws'
import { type DownFrame, decodeDown, encodeUp, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { PracticeServerMessage } from '#contracts/voice-practice.ts'
import { joined } from '../../server/media/tone.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'

/** Access to a server. */
interface Way {
  /** Gets a ticket as a visitor's page does. */
  readonly ticket: () => Promise<string>
  /** Opens a socket to it. */
  readonly open: () => WebSocket
  /** Reports whether the next microphone frame is dropped, as by a browser with a slow connection. */
  readonly isLost?: () => boolean
}

/** A visitor's browser in a call: it plays what arrives in real time, and speaks tones on request. */
export async function startPlaying({ ticket: ticketFrom, open, isLost = () => false }: Way) {
  const told: PracticeServerMessage[] = []
  const played = new Map<number, Int16Array[]>()
  let queue: DownFrame[] = []
  let isPaused = false
  /** Arrival time of the first frame of each utterance, ms. */
  const begunAt = new Map<number, number>()
  /** Arrival time of each message, ms, as in `told`. */
  const toldAt: number[] = []
  /** Time between two frames of one utterance, ms. */
  const intervals: number[] = []
  let lastAt = 0
  /** Time at which the audio played so far ends, ms. */
  let playedUntil = 0
  let gaps = 0
  let isReady = false
  let isStalled = false
  let received: object | undefined
  let microphone: Int16Array = new Int16Array(0)
  let sequence = 0
  let cleared = 0
  let late = 0
  let socket = await connected()

  const countOf = (utterance: number) => (played.get(utterance)?.length ?? 0) * 20
  /** Words on a lost connection are lost. */
  const say = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  async function connected(): Promise<WebSocket> {
    isReady = false
    isStalled = false
    const ticket = await ticketFrom()
    const opened = open()
    opened.on('message', receive)
    opened.once('open', () => opened.send(JSON.stringify({ type: 'hello', ticket, received })))
    return opened
  }

  function receive(data: Buffer, isBinary: boolean): void {
    if (isStalled) return
    if (isBinary) queueUp(decodeDown(data))
    else take(PracticeServerMessage.parse(JSON.parse(data.toString())))
  }

  function queueUp(frame: DownFrame | undefined): void {
    if (!frame) throw new Error('No frame of ours')
    const { utterance, sequence } = frame
    const at = performance.now()
    const isSilent = queue.length === 0 && playedUntil < at
    if (isSilent) playedUntil = at
    queue.push(frame)
    // Utterance 0 is background audio between the others, which is not counted.
    if (utterance === 0) return
    measure(frame, at, isSilent)
    received = { utterance, sequence }
  }

  function measure({ utterance, sequence }: DownFrame, at: number, isSilent: boolean): void {
    if (utterance <= cleared) late += 1
    if (sequence > 0) intervals.push(at - lastAt)
    lastAt = at
    if (sequence === 0) begunAt.set(utterance, at)
    // The sentence had started, and all of it that had arrived was played.
    else if (isSilent && played.has(utterance)) gaps += 1
  }

  function take(message: PracticeServerMessage): void {
    told.push(message)
    toldAt.push(performance.now())
    const { type } = message
    if (type === 'ready') isReady = true
    else if (type === 'pause') isPaused = true
    else if (type === 'resume') resume()
    else if (type === 'clear') clear(message.utterance)
  }

  function resume(): void {
    isPaused = false
    playedUntil = performance.now()
  }

  function clear(utterance: number): void {
    resume()
    queue = []
    cleared = utterance
    say({ type: 'cleared', utterance, ms: countOf(utterance) })
  }

  function speakOn(): void {
    const samples = new Int16Array(UP_SAMPLES)
    samples.set(microphone.subarray(0, UP_SAMPLES))
    microphone = microphone.subarray(UP_SAMPLES)
    const frame = encodeUp({ sequence: sequence++, capturedAt: performance.now(), samples })
    if (!isLost()) socket.send(frame)
  }

  function playOn(): void {
    while (!isPaused && queue.length > 0 && playedUntil <= performance.now()) play(queue.shift()!)
  }

  function play(next: DownFrame): void {
    playedUntil += 20
    played.set(next.utterance, [...(played.get(next.utterance) ?? []), next.samples])
    const ms = countOf(next.utterance)
    if (next.utterance === 0) return
    if (ms % 100 === 0 || queue.length === 0) say({ type: 'played', utterance: next.utterance, ms })
  }

  const soundOf = (utterance: number): Int16Array => joined(played.get(utterance) ?? [])

  function hold(sound: Int16Array): void {
    microphone = sound
  }

  function tick(): void {
    const isOpen = socket.readyState === WebSocket.OPEN && isReady
    for (; ticks < (performance.now() - begun) / 20; ticks += 1) if (isOpen) speakOn()
    if (isOpen) playOn()
  }

  const has = (type: PracticeServerMessage['type']) => told.some((message) => message.type === type)
  const begun = performance.now()
  let ticks = 0
  // After the sockets, so that a stall of this process does not pass for one of the server.
  const timer = setInterval(() => setImmediate(tick), 10)

  return {
    told,
    toldAt,
    intervals,
    has,
    /** Messages of a type, oldest first. */
    of: <type extends PracticeServerMessage['type']>(type: type) =>
      told.filter(
        (message): message is Extract<PracticeServerMessage, { type: type }> =>
          message.type === type,
      ),
    /** Audio of an utterance at 24 kHz, as far as it was played. */
    soundOf,
    /** Text heard in an utterance, as far as it was played. */
    heardOf: (utterance: number): string => hearTones(soundOf(utterance), 24_000),
    playedMs: countOf,
    /** Speaks tones into the microphone. */
    speak: (text: string): void => hold(toneSpeech(text, 16_000)),
    /** Plays 16 kHz audio into the microphone. */
    hold,
    /** Arrival time of the first frame of each utterance, ms. */
    begunAt,
    /** Number of times that the player ran out of audio mid-utterance. */
    gaps: () => gaps,
    /** Microphone frames still to be spoken. */
    isSpeaking: () => microphone.length > 0,
    /** Frames of an utterance that arrived after it was cleared. */
    late: () => late,
    tell: say,
    hangUp: () => say({ type: 'bye' }),
    /** Drops everything from now on, until it reconnects. */
    stall(): void {
      isStalled = true
    },
    /** Frames still to be played. */
    waiting: () => queue.length,
    /** Loses the connection. */
    cut: () => socket.terminate(),
    /** Closes the page. */
    end(): void {
      clearInterval(timer)
      socket.terminate()
    },
    /** Reconnects. */
    async comeBack(): Promise<void> {
      socket = await connected()
    },
  }
}
