import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { createChannel } from '../channel.ts'
import type { HeardEvent, Hearing, HearOptions } from '../hear.ts'
import { SPEECH_LIMITS } from '../limits.ts'
import { createLineClock } from '../line-clock.ts'
import { hostOf, type SpeechNeeds, type SpeechService, wordsOf } from '../service.ts'
import { SpeechError } from '../speech-error.ts'
import { openLine, type SpeechLine } from '../speech-line.ts'
import { readMessage } from './message.ts'
import { createUtterances } from './utterances.ts'

/** One connection, opened with its first audio. */
interface Connection {
  readonly line: SpeechLine
  readonly clock: ReturnType<typeof createLineClock>
  readonly utterances: ReturnType<typeof createUtterances>
  readonly over: AbortController
  /** `Finalize` messages sent. */
  finishes: number
  /** Keep-alive ticks since something was last sent. */
  quiet: number
}

/** Keep-alive interval, ms; the service disconnects after 10 s of inactivity. */
const KEEP_ALIVE_MS = 4000

/** Timeout of a `Finalize`, which the service may not answer at all, ms. */
const FINALIZE_MS = 1500

/** Backoff before reconnecting to a service that keeps failing, ms. */
const BACKOFF_MS = { first: 1000, longest: 30_000 } as const

const KEEP_ALIVE = JSON.stringify({ type: 'KeepAlive' })
const FINALIZE = JSON.stringify({ type: 'Finalize' })
const CLOSE_STREAM = JSON.stringify({ type: 'CloseStream' })

/** Transcribes a caller's audio over one connection; if it breaks, over a new one from the next audio on. */
export function hearOverLine(
  context: SpeechNeeds,
  service: SpeechService,
  path: string,
  { rate, signal }: Pick<HearOptions, 'rate' | 'signal'>,
): Hearing {
  const events = createChannel<HeardEvent>()
  const broken = fault('provider_unreachable', {
    host: hostOf(service),
    reason: fault('connection_reset'),
  })
  let connection: Connection | undefined
  let isBackingOff = false
  let failures = 0
  let lastFault: Fault<ReasonCode> = broken
  let endAt = 0
  let hasNewSound = false

  function connect(): Connection {
    const headers = service.apiKey ? { authorization: `Token ${service.apiKey}` } : {}
    const line = openLine(context, service, { path, headers })
    const clock = createLineClock(rate)
    const utterances = createUtterances(clock, events.push)
    const opened = { line, clock, utterances, over: new AbortController(), finishes: 0, quiet: 0 }
    read(opened).catch(events.fail)
    keepAlive(opened).catch(() => {})
    return opened
  }

  async function read(own: Connection): Promise<void> {
    try {
      for await (const value of own.line.messages) {
        const message = readMessage(value)
        if (message.kind === 'error') {
          const words = wordsOf(service, message.words)
          throw new SpeechError(fault('speech_reported', { words }))
        }
        failures = 0
        own.utterances.hear(message)
      }
      drop(own, undefined)
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error
      drop(own, error.fault)
    }
  }

  /** Without a reason, the service closed the connection normally, as it does after hours. */
  function drop(own: Connection, reason: Fault<ReasonCode> | undefined): void {
    if (own !== connection) return
    connection = undefined
    hasNewSound = false
    own.over.abort()
    own.line.close()
    const isLost = own.utterances.lose()
    if (!reason && !isLost) return
    lastFault = reason ?? broken
    events.push({ kind: 'failed', fault: lastFault, at: endAt })
    failures += 1
    if (failures > 1) backOff()
  }

  function backOff(): void {
    isBackingOff = true
    const ms = Math.min(BACKOFF_MS.first * 2 ** (failures - 2), BACKOFF_MS.longest)
    const proceed = () => {
      isBackingOff = false
    }
    context.sleep(ms, signal).then(proceed, () => {})
  }

  async function keepAlive(own: Connection): Promise<void> {
    for (;;) {
      await context.sleep(KEEP_ALIVE_MS / 2, own.over.signal)
      own.quiet += 1
      if (own.quiet >= 2) own.line.send(KEEP_ALIVE)
      own.quiet %= 2
    }
  }

  async function awaitAnswer(own: Connection): Promise<void> {
    const number = own.finishes
    await context.sleep(FINALIZE_MS, own.over.signal)
    if (own.finishes === number) own.utterances.giveUpWaiting()
    await context.sleep(SPEECH_LIMITS.transcriptMs - FINALIZE_MS, own.over.signal)
    if (own.finishes === number && own.utterances.isAwaited()) drop(own, silent())
  }

  function end(): void {
    events.end()
    if (!connection) return
    const { line, over } = connection
    connection = undefined
    over.abort()
    line.send(CLOSE_STREAM)
    line.close()
  }
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()

  return {
    push(frame) {
      if (signal.aborted) return
      endAt = frame.at + (frame.pcm.length / rate) * 1000
      hasNewSound = true
      if (!connection && !isBackingOff) connection = connect()
      if (!connection) return
      connection.clock.add(frame)
      connection.line.send(bytesOf(frame.pcm))
      connection.quiet = 0
    },
    finish() {
      if (signal.aborted || !hasNewSound) return
      hasNewSound = false
      if (!connection) return events.push({ kind: 'failed', fault: lastFault, at: endAt })
      connection.line.send(FINALIZE)
      connection.finishes += 1
      connection.utterances.finish()
      connection.quiet = 0
      awaitAnswer(connection).catch(() => {})
    },
    reopen: () => connection?.utterances.reopen(),
    events,
  }
}

/** Copies the frame, which may be reused before it is sent. */
const bytesOf = (pcm: Int16Array): Uint8Array =>
  new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength).slice()

const silent = () =>
  fault('outgoing_failed', {
    reason: fault('no_answer_in_time', { seconds: SPEECH_LIMITS.transcriptMs / 1000 }),
  })
