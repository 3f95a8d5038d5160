import { FRAME_MS } from '../../../media/rates.ts'
import { createArrivals } from './arrivals.ts'
import {
  clearMessage,
  markMessage,
  mediaMessage,
  readStreamMessage,
  type StreamMessage,
  soundOf,
} from './stream-messages.ts'

/** Beginning of a stream: whose call it carries. */
export type StreamStart = Extract<StreamMessage, { event: 'start' }>['start']

type StreamContent = Exclude<StreamMessage, { event: 'connected' | 'start' | 'other' }>
type StreamMedia = Extract<StreamMessage, { event: 'media' }>['media']

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Sends a message. */
  readonly send: (text: string) => void
  /** Reports whether a stream is of the call that it was opened for. */
  readonly isExpected: (start: StreamStart) => boolean
  readonly onStart: (start: StreamStart) => void
  /** The caller's sound, in frames of 20 ms at 8 kHz without gaps. */
  readonly onFrame: (frame: Int16Array) => void
  readonly onDigit: (digit: string) => void
  /** So much of an utterance has been played, ms. */
  readonly onMark: (utterance: number, ms: number) => void
  /** The stream is over, or was none of ours. Nothing follows. */
  readonly onEnd: (reason: 'stopped' | 'foreign') => void
}

/** Between two marks within an utterance, frames. */
const MARK_EVERY = 5

/** Name of the mark behind everything that is sent. */
const LAST_MARK = 'last'

/** Broken messages are too many at this count: whoever sends them is no provider. */
const MAX_FAULTS = 100

/** Our end of the stream of one call's sound. Whatever comes before its start or after its stop is dropped. */
export function createStream(options: Options) {
  const { now, send, isExpected, onStart, onFrame, onDigit, onMark, onEnd } = options
  const arrivals = createArrivals({ now, emit: onFrame })
  let streamSid: string | undefined
  let isOver = false
  let faults = 0
  /** The utterance that is being sent, and how many of its frames were. */
  let sent = { utterance: 0, frames: 0 }
  const allPlayed = Promise.withResolvers<void>()

  function end(reason: 'stopped' | 'foreign'): void {
    isOver = true
    allPlayed.resolve()
    onEnd(reason)
  }

  function begin({ streamSid: sid, start }: Extract<StreamMessage, { event: 'start' }>): void {
    if (streamSid !== undefined || !isExpected(start)) end('foreign')
    else {
      streamSid = sid
      onStart(start)
    }
  }

  function take(message: StreamContent): void {
    if (streamSid === undefined || message.streamSid !== streamSid) return
    const { event } = message
    if (event === 'media') hear(message.media)
    else if (event === 'dtmf') onDigit(message.dtmf.digit)
    else if (event === 'mark') tellMark(message.mark.name)
    else end('stopped')
  }

  function hear({ track, timestamp, payload }: StreamMedia): void {
    if (track === 'inbound') arrivals.push(timestamp, soundOf(payload))
  }

  function tellMark(name: string): void {
    if (name === LAST_MARK) allPlayed.resolve()
    const [, utterance, ms] = /^(\d{1,9}):(\d{1,9})$/.exec(name) ?? []
    if (ms !== undefined) onMark(Number(utterance), Number(ms))
  }

  const target = (): string | undefined => (isOver ? undefined : streamSid)

  return {
    /** A message has come. */
    receive(text: string): void {
      if (isOver) return
      const message = readStreamMessage(text)
      if (message === undefined) {
        faults += 1
        if (faults >= MAX_FAULTS) end('foreign')
      } else if (message.event === 'start') begin(message)
      else if (message.event !== 'connected' && message.event !== 'other') take(message)
    },
    /** Time has gone by: to be called every 20 ms. */
    tick(): void {
      if (target() !== undefined) arrivals.tick()
    },
    /** Sends a frame of 20 ms at 8 kHz; 0 is what is heard between utterances. */
    play(frame: Int16Array, utterance: number): void {
      const sid = target()
      if (sid === undefined) return
      send(mediaMessage(sid, frame))
      if (utterance === 0) return
      sent = { utterance, frames: sent.utterance === utterance ? sent.frames + 1 : 1 }
      if (sent.frames % MARK_EVERY !== 0) return
      send(markMessage(sid, `${utterance}:${sent.frames * FRAME_MS}`))
    },
    /** Has the provider drop what it has not played. It gives back every mark then, as if that had been heard. */
    clear(): void {
      const sid = target()
      if (sid !== undefined) send(clearMessage(sid))
    },
    /** Resolves once everything that was sent has been played or dropped, or the stream is over. */
    played(): Promise<void> {
      const sid = target()
      if (sid === undefined) return Promise.resolve()
      send(markMessage(sid, LAST_MARK))
      return allPlayed.promise
    },
    /** The connection is gone. */
    close(): void {
      if (!isOver) end('stopped')
    },
  }
}
