import { FRAME_MS, samplesOf } from '../../../media/rates.ts'

/** Rate of telephones, Hz. */
const RATE = 8000
const FRAME = samplesOf(FRAME_MS, RATE)

/** Timestamps are whole milliseconds and not always exact: this much off, sound follows on what was before. */
const TOLERANCE = samplesOf(FRAME_MS / 2, RATE)

/** Sound that is ahead of a gap waits this long for what is missing, ms. */
const HOLD_MS = 60

/** After so long without sound, silence takes its place, ms: or else nobody would notice that the caller stopped. */
const STALL_MS = 750

/** Silence that makes up for one gap at most: 10 s. */
const LONGEST_GAP = samplesOf(10_000, RATE)

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Takes the sound in frames of 20 ms, without gaps. */
  readonly emit: (frame: Int16Array) => void
}

interface Chunk {
  /** Place of its first sample in the stream. */
  readonly start: number
  readonly pcm: Int16Array
}

/**
 * Puts sound in order as it comes from a telephone: what overtook waits a moment, what is lost becomes silence, what
 * comes twice or too late is dropped.
 */
export function createArrivals({ now, emit }: Options) {
  let next: number | undefined
  let waiting: Chunk[] = []
  let waitsSince = 0
  let cameAt = 0
  /** Time up to which silence has taken the place of sound. */
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

  /** Silence in place of what is missing before `start`. */
  function fill(from: number, start: number): number {
    write(new Int16Array(Math.min(start - from, LONGEST_GAP)))
    next = start
    return start
  }

  /** Takes what follows on what was before; with `all`, gaps are no reason to wait. */
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
    /** Sound has come, at its place in the stream, ms. */
    push(timestamp: number, pcm: Int16Array): void {
      cameAt = coveredAt = now()
      const start = samplesOf(timestamp, RATE)
      next ??= start
      if (waiting.length === 0) waitsSince = cameAt
      waiting = [...waiting, { start, pcm }].sort((a, b) => a.start - b.start)
      drain(now() - waitsSince >= HOLD_MS || start - next > samplesOf(HOLD_MS, RATE))
    },
    /** Time has gone by: to be called every 20 ms. */
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
