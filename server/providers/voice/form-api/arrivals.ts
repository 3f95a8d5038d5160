import { FRAME_MS, samplesOf } from '../../../media/rates.ts'

/** Sample rate of telephone audio, Hz. */
const RATE = 8000
const FRAME = samplesOf(FRAME_MS, RATE)

/** Timestamps are whole milliseconds and not always exact: within this distance, audio counts as contiguous. */
const TOLERANCE = samplesOf(FRAME_MS / 2, RATE)

/** Maximum wait for missing audio before a gap, ms. */
const HOLD_MS = 60

/** Time without audio after which silence is inserted, ms: otherwise the end of the caller's speech would go undetected. */
const STALL_MS = 750

/** Maximum silence inserted for one gap: 10 s. */
const MAX_GAP = samplesOf(10_000, RATE)

interface Options {
  /** Monotonic clock, ms. */
  readonly now: () => number
  /** Receives the audio in frames of 20 ms, without gaps. */
  readonly emit: (frame: Int16Array) => void
}

interface Chunk {
  /** Position of its first sample in the stream. */
  readonly start: number
  readonly pcm: Int16Array
}

/** Jitter buffer for telephone audio: out-of-order chunks wait briefly, lost ones become silence, duplicate and late ones are dropped. */
export function createArrivals({ now, emit }: Options) {
  let next: number | undefined
  let waiting: Chunk[] = []
  let waitsSince = 0
  let cameAt = 0
  /** Time up to which inserted silence covers missing audio. */
  let coveredAt = 0
  const frame = new Int16Array(FRAME)
  let filled = 0

  function write(pcm: Int16Array): void {
    for (let at = 0; at < pcm.length; ) {
      const part = pcm.subarray(at, at + FRAME - filled)
      frame.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < FRAME) return
      filled = 0
      emit(frame.slice())
    }
  }

  function take({ start, pcm }: Chunk, from: number): void {
    const heard = start < from - TOLERANCE ? from - start : 0
    const rest = pcm.subarray(heard)
    write(rest)
    next = from + rest.length
  }

  /** Inserts silence for audio missing before `start`. */
  function fill(from: number, start: number): number {
    write(new Int16Array(Math.min(start - from, MAX_GAP)))
    next = start
    return start
  }

  /** Emits contiguous audio; with `all`, gaps are filled instead of waited for. */
  function drain(all: boolean): void {
    for (let first = waiting[0]; first && next !== undefined; first = waiting[0]) {
      const isAhead = first.start > next + TOLERANCE
      if (isAhead && !all) break
      take(first, isAhead ? fill(next, first.start) : next)
      waiting.shift()
    }
    if (waiting.length === 0) waitsSince = now()
  }

  return {
    /** Adds received audio at its position in the stream, ms. */
    push(timestamp: number, pcm: Int16Array): void {
      cameAt = coveredAt = now()
      const start = samplesOf(timestamp, RATE)
      next ??= start
      if (waiting.length === 0) waitsSince = cameAt
      waiting = [...waiting, { start, pcm }].sort((a, b) => a.start - b.start)
      drain(now() - waitsSince >= HOLD_MS || start - next > samplesOf(HOLD_MS, RATE))
    },
    /** Advances time; call every 20 ms. */
    tick(): void {
      if (next === undefined) return
      if (now() - waitsSince >= HOLD_MS) drain(true)
      const frames = Math.floor((now() - coveredAt) / FRAME_MS)
      if (now() - cameAt < STALL_MS || frames === 0) return
      fill(next, next + frames * FRAME)
      coveredAt += frames * FRAME_MS
    },
  }
}
