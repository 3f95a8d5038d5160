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

/** Start of a stream, with the call it carries. */
export type StreamStart = Extract<StreamMessage, { event: 'start' }>['start']

type StreamContent = Exclude<StreamMessage, { event: 'connected' | 'start' | 'other' }>
type StreamMedia = Extract<StreamMessage, { event: 'media' }>['media']

interface Options {
  /** Monotonic clock, ms. */
  readonly now: () => number
  readonly send: (text: string) => void
  /** Reports whether a stream belongs to the call for which it was opened. */
  readonly isExpected: (start: StreamStart) => boolean
  readonly onStart: (start: StreamStart) => void
  /** The caller's audio, in frames of 20 ms at 8 kHz without gaps. */
  readonly onFrame: (frame: Int16Array) => void
  readonly onDigit: (digit: string) => void
  /** Playback position in an utterance, ms. */
  readonly onMark: (utterance: number, ms: number) => void
  /** The stream has ended, or did not belong to this call. Nothing follows. */
  readonly onEnd: (reason: 'stopped' | 'foreign') => void
}

/** Interval of marks within an utterance, frames. */
const MARK_EVERY = 5

/** Name of the mark sent after all audio. */
const LAST_MARK = 'last'

/** Maximum invalid messages: whoever sends more is not a provider. */
const MAX_FAULTS = 100

/** Our end of a call's audio stream. Messages before its start or after its stop are ignored. */
export function createStream(options: Options) {
  const { now, send, isExpected, onStart, onFrame, onDigit, onMark, onEnd } = options
  const arrivals = createArrivals({ now, emit: onFrame })
  let streamSid: string | undefined
  let isOver = false
  let faults = 0
  /** The utterance being sent, and the number of its frames sent so far. */
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
    else if (event === 'mark') reportMark(message.mark.name)
    else end('stopped')
  }

  function hear({ track, timestamp, payload }: StreamMedia): void {
    if (track === 'inbound') arrivals.push(timestamp, soundOf(payload))
  }

  function reportMark(name: string): void {
    if (name === LAST_MARK) allPlayed.resolve()
    const [, utterance, ms] = /^(\d{1,9}):(\d{1,9})$/.exec(name) ?? []
    if (ms !== undefined) onMark(Number(utterance), Number(ms))
  }

  const target = (): string | undefined => (isOver ? undefined : streamSid)

  return {
    /** Handles a message. */
    receive(text: string): void {
      if (isOver) return
      const message = readStreamMessage(text)
      if (message === undefined) {
        faults += 1
        if (faults >= MAX_FAULTS) end('foreign')
      } else if (message.event === 'start') begin(message)
      else if (message.event !== 'connected' && message.event !== 'other') take(message)
    },
    /** Advances time; call every 20 ms. */
    tick(): void {
      if (target() !== undefined) arrivals.tick()
    },
    /** Sends a frame of 20 ms at 8 kHz; utterance 0 is background sound between utterances. */
    play(frame: Int16Array, utterance: number): void {
      const sid = target()
      if (sid === undefined) return
      send(mediaMessage(sid, frame))
      if (utterance === 0) return
      sent = { utterance, frames: sent.utterance === utterance ? sent.frames + 1 : 1 }
      if (sent.frames % MARK_EVERY !== 0) return
      send(markMessage(sid, `${utterance}:${sent.frames * FRAME_MS}`))
    },
    /** Makes the provider drop all unplayed audio. It then returns every mark as if the audio had been played. */
    clear(): void {
      const sid = target()
      if (sid !== undefined) send(clearMessage(sid))
    },
    /** Resolves once all sent audio has been played or dropped, or the stream has ended. */
    played(): Promise<void> {
      const sid = target()
      if (sid === undefined) return Promise.resolve()
      send(markMessage(sid, LAST_MARK))
      return allPlayed.promise
    },
    /** The connection was closed. */
    close(): void {
      if (!isOver) end('stopped')
    },
  }
}
