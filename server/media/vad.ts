import { FRAME_MS } from './rates.ts'

/** Voice activity detection for one stream, frame by frame. */
export interface VoiceDetector {
  /**
   * Analyses a frame of 20 ms. `isPlaying`: we are speaking ourselves, and its echo must not count as speech; an interruption has
   * to be louder then, and voiced.
   */
  push(pcm: Int16Array, isPlaying?: boolean): Voice
}

export interface Voice {
  /** True from the third loud frame until a silence of `HANGOVER_MS`. */
  readonly isSpeech: boolean
  /** Duration of the current speech so far, including pauses, ms; 0 without speech. */
  readonly speechMs: number
  /** Time since the last frame that sounded like speech, ms. */
  readonly silenceMs: number
}

/** Pauses up to this length belong to the speech, ms: shorter than the shortest silence that ends a turn. */
export const HANGOVER_MS = 160

/** Level above the noise that counts as speech, dB: for any sound, and for a voiced one. */
const OVER_NOISE_DB = 9
const VOICED_OVER_NOISE_DB = 4

/** Added to the thresholds while we speak, dB. */
const PLAYING_DB = 6

/** Change of the thresholds at a `threshold` of 0 (lower) or 1 (higher) relative to 0.5, dB. */
const THRESHOLD_DB = 6

/** Minimum noise floor, dB relative to a 16-bit step. */
const MIN_FLOOR_DB = 20

/** Assumed noise floor before it has been measured: a caller who speaks from the first frame on is voiced above it. */
const UNHEARD_DB = 30

/** Speech starts if this many of the recent frames are loud, and this many voiced. */
const RECENT = 5
const LOUD_OF_RECENT = 3
const VOICED_OF_RECENT = 2

/** Cut-off of the high-pass filter that removes rumble and DC offset, Hz. */
const RUMBLE_HZ = 120

/** Sample rate for pitch detection, Hz, and the pitch periods of voices (60 to 400 Hz) in its samples. */
const PITCH_RATE = 4000
const MIN_PERIOD = 10
const MAX_PERIOD = 66

/** Pre-emphasis: attenuates low frequencies, where noise correlates with itself for long. */
const FLATTENING = 0.6

/** Minimum correlation of a voice with itself one period earlier. */
const PERIODIC = 0.45

/**
 * A detector based on level and pitch: the noise floor is the minimum level of the last 4 s, so steady noise counts as silence
 * however loud it is. It cannot tell a second talker or music from the caller.
 * @param threshold loudness above which sound counts as a voice, from 0 to 1
 */
export function createVoiceDetector(rate: 8000 | 16000, threshold = 0.5): VoiceDetector {
  const extraDb = (threshold - 0.5) * 2 * THRESHOLD_DB
  const level = createLevelMeter(rate)
  const isVoicedNow = createPitchFinder(rate)
  const noise = createNoiseFloor()
  let recent: readonly { isLoud: boolean; isVoiced: boolean }[] = []
  let speechMs = 0
  let silenceMs = Number.POSITIVE_INFINITY
  return {
    push(pcm, isPlaying = false) {
      const filtered = level.filter(pcm)
      const db = level.of(filtered)
      const heard = noise.push(db, speechMs > 0)
      const overFloor = (floor: number): number =>
        db - Math.max(floor, MIN_FLOOR_DB) - (isPlaying ? PLAYING_DB : 0) - extraDb
      const over = overFloor(heard)
      const quietest = noise.isKnown() ? heard : Math.min(heard, UNHEARD_DB)
      // Searched for only in potential speech; the finder still stores every frame.
      const isVoiced = isVoicedNow(filtered, overFloor(quietest) >= VOICED_OVER_NOISE_DB)
      const isLoud = over >= OVER_NOISE_DB || isVoiced
      recent = [...recent.slice(1 - RECENT), { isLoud, isVoiced }]
      silenceMs = isLoud ? 0 : silenceMs + FRAME_MS
      if (speechMs > 0) speechMs = silenceMs < HANGOVER_MS ? speechMs + FRAME_MS : 0
      else if (isLoud && begins(recent, isPlaying)) speechMs = LOUD_OF_RECENT * FRAME_MS
      return { isSpeech: speechMs > 0, speechMs, silenceMs }
    },
  }
}

function begins(
  recent: readonly { readonly isLoud: boolean; readonly isVoiced: boolean }[],
  isPlaying: boolean,
): boolean {
  const loud = recent.filter(({ isLoud }) => isLoud).length
  const voiced = (isPlaying ? recent.slice(-3) : recent).filter(({ isVoiced }) => isVoiced).length
  return loud >= LOUD_OF_RECENT && voiced >= VOICED_OF_RECENT
}

function createLevelMeter(rate: number) {
  const keep = Math.exp((-2 * Math.PI * RUMBLE_HZ) / rate)
  let [before, out] = [0, 0]
  return {
    filter(pcm: Int16Array): Float64Array {
      const filtered = new Float64Array(pcm.length)
      for (let at = 0; at < pcm.length; at += 1) {
        out = keep * (out + pcm[at]! - before)
        before = pcm[at]!
        filtered[at] = out
      }
      return filtered
    },
    /** Level, dB relative to a 16-bit step. */
    of(filtered: Float64Array): number {
      let power = 0
      for (let at = 0; at < filtered.length; at += 1) power += filtered[at]! ** 2
      return 10 * Math.log10(power / filtered.length + 1)
    },
  }
}

/** Frames per segment of the noise floor's window, and number of segments: 4 s. */
const PART = 25
const PARTS = 8

/** Continuous speech makes the window last this many times longer, so that a vowel does not count as noise. */
const SLOWER = 3

/** Minimum level of the last 4 s, in segments of half a second. */
function createNoiseFloor() {
  const lowest: number[] = []
  let current = Number.POSITIVE_INFINITY
  let length = 0
  let isKnown = false
  return {
    /** True once the first segment is complete. */
    isKnown: () => isKnown,
    push(db: number, isSpeech: boolean): number {
      current = Math.min(current, db)
      length += isSpeech ? 1 / SLOWER : 1
      if (length >= PART) {
        isKnown = true
        lowest.push(current)
        if (lowest.length >= PARTS) lowest.shift()
        current = db
        length = 0
      }
      return Math.min(current, ...lowest)
    },
  }
}

/** Searches the last 36 ms for the pitch period of a voice, at a low sample rate. */
function createPitchFinder(rate: number) {
  const step = rate / PITCH_RATE
  const size = (PITCH_RATE * FRAME_MS) / 1000
  const past = new Float64Array(MAX_PERIOD + size)
  let last = 0
  return (filtered: Float64Array, isSought: boolean): boolean => {
    past.copyWithin(0, size)
    for (let at = 0; at < size; at += 1) {
      let sum = 0
      for (let place = 0; place < step; place += 1) sum += filtered[at * step + place]!
      past[MAX_PERIOD + at] = sum - FLATTENING * last
      last = sum
    }
    return isSought && isPeriodic(past)
  }
}

/** Reports whether the newest frame correlates strongly with the audio one pitch period earlier. */
function isPeriodic(past: Float64Array): boolean {
  const frame = past.subarray(MAX_PERIOD)
  const energy = product(past, MAX_PERIOD, frame) + 1e-9
  const nearest = MAX_PERIOD - MIN_PERIOD + 1
  let before = product(past, nearest, past.subarray(nearest, nearest + frame.length))
  for (let period = MIN_PERIOD; period <= MAX_PERIOD; period += 1) {
    const start = MAX_PERIOD - period
    // Moves the energy window back by one sample.
    before += past[start]! ** 2 - past[start + frame.length]! ** 2
    if (product(past, start, frame) > PERIODIC * Math.sqrt(energy * (before + 1e-9))) return true
  }
  return false
}

function product(past: Float64Array, start: number, frame: Float64Array): number {
  let sum = 0
  for (let at = 0; at < frame.length; at += 1) sum += past[start + at]! * frame[at]!
  return sum
}
