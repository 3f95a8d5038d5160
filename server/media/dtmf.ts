import { shareAt } from './goertzel.ts'
import { samplesOf } from './rates.ts'
import { joined, toneOf } from './tone.ts'

/** Frequencies of a keypad's rows and columns, Hz (ITU-T Q.23). */
const ROWS = [697, 770, 852, 941]
const COLUMNS = [1209, 1336, 1477, 1633]
const KEYS = ['123A', '456B', '789C', '*0#D']

/** Duration of a generated digit and of the pause after it, ms. */
const ON_MS = 100
const OFF_MS = 80

/** Peak of each of the two tones: together 3 dB below full scale. */
const PEAK = 11_500

/** Length of an analysis block, ms: a digit of 40 ms, the minimum of ITU-T Q.24, contains two whole blocks. */
const BLOCK_MS = 12.75

/** Consecutive blocks that start a digit, and that end it. */
const BLOCKS = 2

/** Minimum share of the power in both tones together, and in each: speech has more power elsewhere. */
const MIN_SHARE_OF_BOTH = 0.8
const MIN_SHARE_OF_EACH = 0.1

/** Minimum level of a digit: root mean square, 16-bit (-44 dBFS). */
const MIN_LEVEL = 200

/**
 * Generates DTMF digits (`0`–`9`, `*`, `#`, `A`–`D`). `w` and `,` are a pause of half a second.
 * @throws RangeError for anything else.
 */
export function dtmfSound(digits: string, rate: number): Int16Array {
  const silence = (ms: number) => toneOf({ pitches: [], ms, rate, peak: 0 })
  return joined(
    [...digits.toUpperCase()].flatMap((digit) => {
      if (digit === 'W' || digit === ',') return [silence(500)]
      const row = KEYS.findIndex((keys) => keys.includes(digit))
      if (row === -1) throw new RangeError(`No key is called ${digit}`)
      const pitches = [ROWS[row]!, COLUMNS[KEYS[row]!.indexOf(digit)]!]
      return [toneOf({ pitches, ms: ON_MS, rate, peak: PEAK }), silence(OFF_MS)]
    }),
  )
}

/** Detects the digits in one stream. */
export interface DtmfDetector {
  /** Returns the digits detected in this audio, each once however long it is held. Chunk boundaries make no difference. */
  push(pcm: Int16Array): string
}

export function createDtmfDetector(rate: number): DtmfDetector {
  const block = new Int16Array(samplesOf(BLOCK_MS, rate))
  let filled = 0
  /** The key in the most recent blocks, and the number of those blocks. */
  let key: string | undefined
  let count = 0
  /** The digit being held. */
  let held: string | undefined

  function judge(): string {
    const heard = keyOf(block, rate)
    count = heard === key ? count + 1 : 1
    key = heard
    if (count < BLOCKS || key === held) return ''
    held = key
    return key ?? ''
  }

  return {
    push(pcm) {
      let digits = ''
      for (let at = 0; at < pcm.length; ) {
        const part = pcm.subarray(at, at + block.length - filled)
        block.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < block.length) break
        filled = 0
        digits += judge()
      }
      return digits
    },
  }
}

function keyOf(block: Int16Array, rate: number): string | undefined {
  const power = block.reduce((sum, sample) => sum + sample * sample, 0) / block.length
  if (power < MIN_LEVEL ** 2) return undefined
  const [row, rowShare] = strongest(block, ROWS, rate)
  const [column, columnShare] = strongest(block, COLUMNS, rate)
  const isDigit =
    rowShare > MIN_SHARE_OF_EACH &&
    columnShare > MIN_SHARE_OF_EACH &&
    rowShare + columnShare > MIN_SHARE_OF_BOTH
  return isDigit ? KEYS[row]![column] : undefined
}

function strongest(
  block: Int16Array,
  pitches: readonly number[],
  rate: number,
): [place: number, share: number] {
  const shares = pitches.map((pitch) => shareAt(block, pitch, rate))
  const share = Math.max(...shares)
  return [shares.indexOf(share), share]
}
