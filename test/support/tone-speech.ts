import { shareAt } from '../../server/media/goertzel.ts'
import { samplesOf } from '../../server/media/rates.ts'
import { joined, toneOf } from '../../server/media/tone.ts'

/*
 * Speech for tests: a UTF-8 text as 16 tones, one per half byte, 25 ASCII characters a second. It survives
 * what speech survives (telephone codecs, other rates, any cut), and the remaining part decodes to exactly
 * the text that can be heard in it.
 */

/** Length of a tone, ms. */
const TONE_MS = 20

/** Frequency of half byte 0, and the distance to the next, Hz: all within the telephone band. */
const LOWEST = 600
const STEP = 150

const PEAK = 12_000

/** The part in the middle of a tone that is analysed, ms. */
const HEARD_MS = 14

/** Minimum share of the power in one tone for it to count as one. */
const PURE = 0.6

/** Anything shorter than this is the start of a tone that was cut off, ms. */
const WHOLE_MS = 17

const pitchOf = (half: number): number => LOWEST + half * STEP

/** Speaks a text. */
export function toneSpeech(text: string, rate: number): Int16Array {
  const halves = [...Buffer.from(text)].flatMap((byte) => [byte >> 4, byte & 15])
  const tone = (half: number) => toneOf({ pitches: [pitchOf(half)], ms: TONE_MS, rate, peak: PEAK })
  return joined(halves.map(tone))
}

/** The text in an audio signal, with any pauses; half a character at the end is not decoded. */
export function hearTones(pcm: Int16Array, rate: number): string {
  const halves = stretches(pcm, rate).flatMap((stretch) => halvesOf(stretch, rate))
  const bytes = Uint8Array.from({ length: halves.length >> 1 }, (_, at) => {
    return (halves[2 * at]! << 4) | halves[2 * at + 1]!
  })
  return new TextDecoder().decode(bytes, { stream: true })
}

/** The parts that are not silent: at least a quarter as loud as the peak, for 2 ms. */
function stretches(pcm: Int16Array, rate: number): Int16Array[] {
  const size = samplesOf(1, rate) * 2
  const peaks = Array.from({ length: Math.ceil(pcm.length / size) }, (_, at) =>
    pcm.subarray(at * size, (at + 1) * size).reduce((peak, x) => Math.max(peak, Math.abs(x)), 0),
  )
  const limit = peaks.reduce((peak, each) => Math.max(peak, each), 0) / 4
  const found: Int16Array[] = []
  for (let at = 0; at < peaks.length; at += 1) {
    if (peaks[at]! <= limit) continue
    let end = at
    while (end < peaks.length && peaks[end]! > limit) end += 1
    found.push(pcm.subarray(at * size, end * size))
    at = end
  }
  return found
}

/** The half bytes of a stretch: its tones start where that makes them purest. */
function halvesOf(stretch: Int16Array, rate: number): number[] {
  const length = samplesOf(TONE_MS, rate)
  const step = samplesOf(1, rate)
  const readings = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((shift) => {
    const count = Math.floor(
      (stretch.length - shift * step + samplesOf(TONE_MS - WHOLE_MS, rate)) / length,
    )
    const tones = Array.from({ length: Math.max(count, 0) }, (_, at) =>
      purest(stretch, shift * step + at * length, rate),
    )
    return { tones, purity: tones.reduce((sum, { share }) => sum + share, 0) / (count || 1) }
  })
  const best = readings.reduce((a, b) => (b.purity > a.purity + 1e-6 ? b : a))
  return best.tones.filter(({ share }) => share > PURE).map(({ half }) => half)
}

function purest(pcm: Int16Array, start: number, rate: number): { half: number; share: number } {
  const from = start + samplesOf((TONE_MS - HEARD_MS) / 2, rate)
  const heard = pcm.subarray(Math.max(from, 0), from + samplesOf(HEARD_MS, rate))
  const shares = Array.from({ length: 16 }, (_, half) => shareAt(heard, pitchOf(half), rate))
  const share = Math.max(...shares)
  return { half: shares.indexOf(share), share }
}
