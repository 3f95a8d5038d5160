import type { Ambience } from './mix.ts'
import { FRAME_MS, type Rate, type Sound, samplesOf } from './rates.ts'
import { createResampler, type Resampler } from './resample.ts'
import { joined } from './tone.ts'

interface Options {
  /** Rate of the line, Hz. */
  readonly rate: Rate
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Sends a frame of 20 ms of an utterance; 0 is what is heard between them. */
  readonly send: (frame: Int16Array, utterance: number) => void
  /** Has the peer drop what it has not played yet. */
  readonly drop: () => void
  readonly ambience?: Ambience
}

/** Part of an utterance that was heard. */
export interface Heard {
  readonly utterance: number
  /** From its beginning, ms. */
  readonly ms: number
  /** The player counted it; otherwise it is from the clock. */
  readonly isExact: boolean
}

/** Our side of one line: the sound of one utterance after another. */
export interface Playout {
  /** Begins the next utterance, in place of one that is still going on, and returns its number. */
  begin(): number
  /**
   * Adds sound as it came, of any length.
   * @throws RangeError for a rate that no resampler takes.
   */
  push(sound: Sound): void
  /** Nothing more of this utterance comes. */
  end(): void
  /** Sends what is due: to be called every 20 ms, and more seldom by no more than the lead. */
  tick(): void
  /** The same while the player pauses: only what is behind everything goes on. */
  idle(): void
  /** Drops what was not heard yet. */
  clear(): Heard
  /** A mark came back that was sent after so many ms of the utterance. */
  mark(utterance: number, ms: number): void
  /** So much of the utterance was played, by the player's own count. */
  report(utterance: number, ms: number): void
  /** The player's count at `clear`: its last word. */
  settle(utterance: number, ms: number): void
  /** The last utterance, as it was heard until now. */
  played(): Heard
  /** The last utterance is over: all of it was heard, or the rest was dropped. */
  isOver(): boolean
  /** Gaps within utterances, because sound came too late or nobody sent it. */
  underruns(): number
}

/** Sound that is sent ahead: what the main thread may stall, ms. `clear` discards it, so it costs nothing. */
const LEAD_MS = 400

/** The same between utterances, where it would delay the next one, ms. */
const IDLE_LEAD_MS = 40

/** Frames that are made at once. The lead is built up over several ticks, so that no call holds up the others. */
const FRAMES_AT_ONCE = 4

interface Piece {
  readonly pcm: Int16Array
  readonly rate: number
  readonly resampler: Resampler
}

/** A playout that converts each frame only when it is due. */
export function createPlayout({ rate, now, send, drop, ambience }: Options): Playout {
  const silence = new Int16Array(samplesOf(FRAME_MS, rate))
  let speech = createUtterance(0, rate)
  /** Time at which all that was sent has been played, without the way there. */
  let endsAt = Number.NEGATIVE_INFINITY
  /** Time from here to the loudspeaker, as far as marks have shown it, ms. */
  let delay: number | undefined
  let gaps = 0

  function sendFrame(frame: Int16Array, utterance: number): void {
    endsAt = Math.max(endsAt, now()) + FRAME_MS
    send(ambience ? ambience.under(frame) : frame, utterance)
  }

  function sendSpeech(): boolean {
    const hasBegun = speech.framesMs > 0
    const frame = speech.nextFrame()
    if (!frame) return false
    if (hasBegun && speech.endsAt < now()) gaps += 1
    sendFrame(frame, speech.number)
    speech.endsAt = endsAt
    return true
  }

  function tick(): void {
    let count = 0
    while (count < FRAMES_AT_ONCE && endsAt - now() <= LEAD_MS - FRAME_MS && sendSpeech())
      count += 1
    if (ambience) while (endsAt - now() < IDLE_LEAD_MS) sendFrame(silence, 0)
  }

  let idleUntil = Number.NEGATIVE_INFINITY

  function idle(): void {
    idleUntil = Math.max(idleUntil, now())
    for (; ambience && idleUntil - now() < IDLE_LEAD_MS; idleUntil += FRAME_MS)
      send(ambience.under(silence), 0)
  }

  /** The first sound of an utterance waits for no tick. */
  function hurry(): void {
    if (endsAt - now() <= IDLE_LEAD_MS) tick()
  }

  function played(): Heard {
    const { number: utterance, isExact, stoppedMs, sentMs, framesMs } = speech
    const ahead = Math.max(0, speech.endsAt + (delay ?? 0) - now())
    const ms = stoppedMs ?? Math.max(0, Math.min(sentMs, framesMs - ahead))
    return { utterance, ms, isExact }
  }

  function isOver(): boolean {
    return speech.stoppedMs !== undefined || (speech.isSent() && played().ms >= speech.sentMs)
  }

  /** Sets the clock so that so much has been heard by now. */
  function place(ms: number): void {
    const shift = now() - (delay ?? 0) + speech.framesMs - ms - speech.endsAt
    speech.endsAt += shift
    endsAt += shift
  }

  function clear(): Heard {
    const heard = played()
    speech.stop(heard.ms)
    endsAt = now()
    drop()
    return heard
  }

  /** That utterance is being said, and the number is one. */
  const isCurrent = (utterance: number, ms: number): boolean =>
    utterance === speech.number && speech.stoppedMs === undefined && ms >= 0

  return {
    begin() {
      if (!isOver()) clear()
      speech = createUtterance(speech.number + 1, rate)
      return speech.number
    },
    push(sound) {
      speech.add(sound)
      hurry()
    },
    end() {
      speech.end()
      hurry()
    },
    tick,
    idle,
    clear,
    mark(utterance, ms) {
      if (!isCurrent(utterance, ms)) return
      const late = now() - (speech.endsAt - speech.framesMs + ms)
      // There and back. A mark that is early shows that the clock is slow.
      if (late >= 0) delay = Math.min(delay ?? late, late / 2)
      else place(Math.min(ms, speech.sentMs))
    },
    report(utterance, ms) {
      if (!isCurrent(utterance, ms)) return
      place(Math.min(ms, speech.sentMs))
      speech.isExact = speech.isSent() && ms >= speech.sentMs
    },
    settle(utterance, ms) {
      if (utterance !== speech.number || speech.stoppedMs === undefined || !(ms >= 0)) return
      speech.stop(Math.min(ms, speech.sentMs))
      speech.isExact = true
    },
    played,
    isOver,
    underruns: () => gaps,
  }
}

function createUtterance(number: number, rate: Rate) {
  const size = samplesOf(FRAME_MS, rate)
  const queue: Piece[] = []
  /** Samples of the first piece that are converted, and what of them makes no frame yet. */
  let taken = 0
  let rest: Int16Array = new Int16Array(0)
  let last: Piece | undefined
  let isEnded = number === 0

  function convertSome(): void {
    const { pcm, rate: from, resampler } = queue[0]!
    const part = pcm.subarray(taken, taken + samplesOf(FRAME_MS, from))
    rest = joined([rest, resampler.push(part)])
    taken += part.length
    if (taken < pcm.length) return
    queue.shift()
    taken = 0
  }

  const utterance = {
    number,
    /** Length of the sound that was sent, and of the frames that hold it, ms. */
    sentMs: 0,
    framesMs: 0,
    /** Time at which the last frame has been played, without the way there. */
    endsAt: Number.NEGATIVE_INFINITY,
    /** Length that was heard before the rest was dropped. */
    stoppedMs: number === 0 ? 0 : (undefined as number | undefined),
    isExact: false,
    add({ pcm, rate: from }: Sound): void {
      if (isEnded) return
      const resampler = last?.rate === from ? last.resampler : createResampler(from, rate)
      last = { pcm, rate: from, resampler }
      queue.push(last)
    },
    end(): void {
      isEnded = true
    },
    stop(ms: number): void {
      isEnded = true
      queue.length = 0
      rest = new Int16Array(0)
      utterance.stoppedMs = ms
    },
    isSent: () => isEnded && queue.length === 0 && rest.length === 0,
    /** The next frame, once there is enough for it; the last is filled up with silence. */
    nextFrame(): Int16Array | undefined {
      while (rest.length < size && queue.length > 0) convertSome()
      if (rest.length === 0 || (rest.length < size && !isEnded)) return undefined
      const frame = new Int16Array(size)
      frame.set(rest.subarray(0, size))
      utterance.sentMs += (Math.min(rest.length, size) / rate) * 1000
      utterance.framesMs += FRAME_MS
      rest = rest.subarray(size)
      return frame
    },
  }
  return utterance
}
