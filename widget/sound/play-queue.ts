import { DOWN_RATE } from '#contracts/voice-frames.ts'
import { createPromptResampler, type PromptResampler } from '../../server/media/resample.ts'

/** Audio buffered before playback starts, unless no more arrives within the same time, s. */
const HEAD_START = 0.04
/** Frames of background sound (between utterances) to keep; older ones would be played too late. */
const BACKGROUND = 5
/** Interval of playback reports, s. */
const REPORT = 0.1

/** Playback report: time of an utterance played so far, ms; after `cleared`, no more of it is played. */
export interface PlayerReport {
  readonly type: 'played' | 'cleared'
  readonly utterance: number
  readonly ms: number
}

interface Utterance {
  readonly id: number
  readonly resampler: PromptResampler
  readonly pieces: Float32Array[]
  /** Samples of the first piece already played. */
  offset: number
  /** Samples still to be played. */
  waiting: number
  played: number
  /** Samples received, at 24 kHz. */
  received: number
  /** Samples played as of the last report. */
  reported: number
}

/** Plays utterances in sequence at any sample rate, Hz, and counts the samples actually played. */
export function createPlayQueue(rate: number, report: (report: PlayerReport) => void) {
  const queue: Utterance[] = []
  /** Utterances up to this id are no longer played. */
  let cleared = 0
  let clearing: number | undefined
  let isPaused = false
  let isDry = true
  /** Samples by which the start has been delayed. */
  let waited = 0
  let gain = 1
  /** Resampler for the background sound. */
  const between = createPromptResampler(DOWN_RATE, rate)
  let background: Float32Array[] = []

  /** Adds audio of an utterance, 16-bit at 24 kHz; id 0 is background sound between utterances. */
  function push(id: number, samples: Int16Array): void {
    const sound = Float32Array.from(samples, (sample) => sample / 0x8000)
    if (id === 0) {
      background = [...background, between.push(sound)].slice(-BACKGROUND)
      return
    }
    if (id <= Math.max(cleared, clearing ?? 0)) return
    let last = queue.at(-1)
    if (!last || last.id !== id) {
      last = {
        id,
        resampler: createPromptResampler(DOWN_RATE, rate),
        pieces: [],
        offset: 0,
        waiting: 0,
        played: 0,
        received: 0,
        reported: 0,
      }
      queue.push(last)
    }
    last.received += samples.length
    add(last, last.resampler.push(sound))
  }

  /** Fills an output block that is initially silent. */
  function render(output: Float32Array): void {
    const aim = isPaused || clearing !== undefined ? 0 : 1
    if ((gain > 0 || aim > 0) && hasStarted(output.length) && fill(output) > 0) {
      if (gain !== aim) fade(output, gain, aim)
    } else fillBetween(output)
    gain = aim
    if (clearing !== undefined) drop(clearing)
  }

  function hasStarted(length: number): boolean {
    if (!isDry) return true
    const waiting = queue.reduce((total, utterance) => total + utterance.waiting, 0)
    if (waiting === 0) return false
    waited += length
    if (Math.max(waiting, waited) < HEAD_START * rate) return false
    isDry = false
    waited = 0
    return true
  }

  /** Plays background sound; speech already contains it. */
  function fillBetween(output: Float32Array): void {
    for (let filled = 0; filled < output.length; ) {
      const [piece, ...others] = background
      if (!piece) return
      const part = piece.subarray(0, output.length - filled)
      output.set(part, filled)
      filled += part.length
      const rest = piece.subarray(part.length)
      background = rest.length > 0 ? [rest, ...others] : others
    }
  }

  /** Returns the number of samples written. */
  function fill(output: Float32Array): number {
    let filled = 0
    while (filled < output.length) {
      const [current] = queue
      if (!current || !refill(current)) break
      const [piece] = current.pieces
      if (!piece) continue
      const count = Math.min(piece.length - current.offset, output.length - filled)
      output.set(piece.subarray(current.offset, current.offset + count), filled)
      filled += count
      current.offset += count
      current.waiting -= count
      current.played += count
      if (current.offset === piece.length) {
        current.pieces.shift()
        current.offset = 0
      }
      if (current.played - current.reported >= REPORT * rate) reportPlayed(current)
    }
    return filled
  }

  /** False if nothing is left to play; a finished utterance is replaced by the next. */
  function refill(current: Utterance): boolean {
    if (current.waiting > 0) return true
    add(current, current.resampler.flush())
    if (current.waiting > 0) return true
    if (current.reported < current.played) reportPlayed(current)
    if (queue.length > 1) queue.shift()
    else isDry = true
    return !isDry
  }

  function add(utterance: Utterance, piece: Float32Array): void {
    if (piece.length === 0) return
    utterance.pieces.push(piece)
    utterance.waiting += piece.length
  }

  function reportPlayed(utterance: Utterance): void {
    utterance.reported = utterance.played
    report({ type: 'played', utterance: utterance.id, ms: msOf(utterance) })
  }

  /** Time played, ms; never more than was received. */
  const msOf = ({ played, received }: Utterance): number =>
    Math.min((played / rate) * 1000, (received / DOWN_RATE) * 1000)

  /** Drops the rest of an utterance, fading out within the next block. */
  function clear(id: number): void {
    clearing = id
    if (isDry || isPaused) drop(id)
  }

  function drop(id: number): void {
    const utterance = queue.find((other) => other.id === id)
    clearing = undefined
    cleared = Math.max(cleared, id)
    isPaused = false
    while (queue[0] && queue[0].id <= cleared) queue.shift()
    isDry = true
    report({ type: 'cleared', utterance: id, ms: utterance ? msOf(utterance) : 0 })
  }

  return {
    push,
    render,
    clear,
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
  }
}

function fade(block: Float32Array, from: number, to: number): void {
  for (let index = 0; index < block.length; index += 1)
    block[index]! *= from + ((to - from) * (index + 1)) / block.length
}
