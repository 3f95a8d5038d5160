import type { Ambience } from './mix.ts'
import { FRAME_MS, type Rate, type Sound, samplesOf } from './rates.ts'
import { createResampler, type Resampler } from './resample.ts'
import { joined } from './tone.ts'

interface Options {
  /** Sample rate of the line, Hz. */
  readonly rate: Rate
  /** Monotonic clock, ms. */
  readonly now: () => number
  /** Sends a 20 ms frame of an utterance; utterance 0 is background sound between utterances. */
  readonly send: (frame: Int16Array, utterance: number) => void
  /** Makes the peer drop all unplayed audio. */
  readonly drop: () => void
  readonly ambience?: Ambience
}

/** The part of an utterance that was heard. */
export interface PlayedPart {
  readonly utterance: number
  /** From its start, ms. */
  readonly ms: number
  /** True if reported by the player, false if estimated from the clock. */
  readonly isExact: boolean
}

/** The sending side of one line: plays one utterance after another. */
export interface Playout {
  /** Starts the next utterance, cutting off one in progress, and returns its number. */
  begin(): number
  /**
   * Adds audio of any length.
   * @throws RangeError for a sample rate that the resampler does not support.
   */
  push(sound: Sound): void
  /** Marks the end of the utterance's audio. */
  end(): void
  /** Sends the frames that are due; call every 20 ms. Delays up to the lead are harmless. */
  tick(): void
  /** Replaces `tick` while the player is paused: only ambient sound continues. */
  idle(): void
  /** Drops everything not heard yet. */
  clear(): PlayedPart
  /** The peer returned a mark that was sent after this much of the utterance, ms. */
  mark(utterance: number, ms: number): void
  /** The player reported its position in the utterance, ms. */
  report(utterance: number, ms: number): void
  /** The player reported its final position at `clear`. */
  settle(utterance: number, ms: number): void
  /** Playback position of the last utterance. */
  played(): PlayedPart
  /** True once the last utterance was heard completely, or its rest was dropped. */
  isOver(): boolean
  /** Gaps within utterances, caused by audio or ticks that came too late. */
  underruns(): number
}

/**
 * Audio sent ahead, ms. A stall of the main thread up to this length is not heard; commits on a slow disk have taken
 * 1.15 s. `clear` discards it, so it costs no latency.
 */
export const LEAD_MS = 1500

/** Lead between utterances, where it would delay the next one, ms. */
const IDLE_LEAD_MS = 40

/** Audio collected after a gap, ms, or maximum wait for it: a slow synthesizer would otherwise cause a gap before each frame. */
const REFILL_MS = 100

interface Piece {
  readonly pcm: Int16Array
  readonly rate: number
  readonly resampler: Resampler
}

/** Creates a playout that resamples each frame only when it is due. */
export function createPlayout({ rate, now, send, drop, ambience }: Options): Playout {
  const silence = new Int16Array(samplesOf(FRAME_MS, rate))
  let speech = createUtterance(0, rate)
  /** Time at which all audio sent so far has been played, not counting the network delay. */
  let endsAt = Number.NEGATIVE_INFINITY
  /** One-way delay to the loudspeaker as measured with marks, ms. */
  let delay: number | undefined
  let gaps = 0

  function sendFrame(frame: Int16Array, utterance: number): void {
    endsAt = Math.max(endsAt, now()) + FRAME_MS
    send(ambience ? ambience.under(frame) : frame, utterance)
  }

  function sendSpeech(): boolean {
    const isLate = speech.framesMs > 0 && speech.endsAt < now()
    const frame = isLate && speech.isRefilling(now()) ? undefined : speech.nextFrame()
    if (!frame) return false
    if (isLate) gaps += 1
    sendFrame(frame, speech.number)
    speech.endsAt = endsAt
    return true
  }

  /** Sends the whole lead at once: a stall would be audible while it builds up. */
  function tick(): void {
    let isDue = true
    while (isDue) isDue = endsAt - now() <= LEAD_MS - FRAME_MS && sendSpeech()
    if (ambience) while (endsAt - now() < IDLE_LEAD_MS) sendFrame(silence, 0)
  }

  let idleUntil = Number.NEGATIVE_INFINITY

  function idle(): void {
    idleUntil = Math.max(idleUntil, now())
    for (; ambience && idleUntil - now() < IDLE_LEAD_MS; idleUntil += FRAME_MS)
      send(ambience.under(silence), 0)
  }

  function played(): PlayedPart {
    const { number: utterance, isExact, stoppedMs, sentMs, framesMs } = speech
    const ahead = Math.max(0, speech.endsAt + (delay ?? 0) - now())
    const ms = stoppedMs ?? Math.max(0, Math.min(sentMs, framesMs - ahead))
    return { utterance, ms, isExact }
  }

  function isOver(): boolean {
    return speech.stoppedMs !== undefined || (speech.isSent() && played().ms >= speech.sentMs)
  }

  /** Adjusts the clock so that this much has been heard by now. */
  function place(ms: number): void {
    const shift = now() - (delay ?? 0) + speech.framesMs - ms - speech.endsAt
    speech.endsAt += shift
    endsAt += shift
  }

  function clear(): PlayedPart {
    const heard = played()
    speech.stop(heard.ms)
    endsAt = now()
    drop()
    return heard
  }

  /** Reports whether the utterance is in progress, and the position valid. */
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
      tick()
    },
    end() {
      speech.end()
      tick()
    },
    tick,
    idle,
    clear,
    mark(utterance, ms) {
      if (!isCurrent(utterance, ms)) return
      const late = now() - (speech.endsAt - speech.framesMs + ms)
      // `late` is a round trip. A mark that is early shows that the clock is behind.
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
  /** Samples of the first piece converted so far, and converted samples that do not fill a frame yet. */
  let taken = 0
  let rest: Int16Array = new Int16Array(0)
  let last: Piece | undefined
  let isEnded = number === 0
  /** Duration of the audio added, ms, and arrival time of the first after a gap. */
  let addedMs = 0
  let refillsSince: number | undefined

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
    /** Duration of the audio sent, and of the frames that contain it, ms. */
    sentMs: 0,
    framesMs: 0,
    /** Time at which the last frame has been played, not counting the network delay. */
    endsAt: Number.NEGATIVE_INFINITY,
    /** Part that was heard before the rest was dropped, ms. */
    stoppedMs: number === 0 ? 0 : (undefined as number | undefined),
    isExact: false,
    add({ pcm, rate: from }: Sound): void {
      if (isEnded) return
      const resampler = last?.rate === from ? last.resampler : createResampler(from, rate)
      last = { pcm, rate: from, resampler }
      addedMs += (pcm.length / from) * 1000
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
    /** Reports whether the audio after a gap is still too little to continue. */
    isRefilling(at: number): boolean {
      const waitingMs = addedMs - utterance.sentMs
      if (waitingMs >= FRAME_MS) refillsSince ??= at
      const hasWaited = refillsSince !== undefined && at - refillsSince >= REFILL_MS
      return !isEnded && !hasWaited && waitingMs < REFILL_MS
    },
    /** The next frame, once there is enough audio for it; the last one is padded with silence. */
    nextFrame(): Int16Array | undefined {
      while (rest.length < size && queue.length > 0) convertSome()
      if (rest.length === 0 || (rest.length < size && !isEnded)) return undefined
      const frame = new Int16Array(size)
      frame.set(rest.subarray(0, size))
      utterance.sentMs += (Math.min(rest.length, size) / rate) * 1000
      utterance.framesMs += FRAME_MS
      rest = rest.subarray(size)
      refillsSince = undefined
      return frame
    },
  }
  return utterance
}
