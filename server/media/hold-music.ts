import { FRAME_MS, type Rate, sampleOf, samplesOf } from './rates.ts'

/** A quiet repeating melody, Hz; 0 is a rest. */
const MELODY = [
  262, 330, 392, 523, 392, 330, 294, 349, 440, 587, 440, 349, 247, 294, 392, 494, 0, 0,
]

const NOTE_MS = 420
/** Time in which a note decays to about a third (1/e), ms. */
const DECAY_MS = 260
/** Peak of a note at full volume, 16-bit. */
const PEAK = 7000

/** Generates hold music at a volume of 0 to 100, in consecutive frames of 20 ms. */
export function createHoldMusic(volume: number, rate: Rate): () => Int16Array {
  const perNote = samplesOf(NOTE_MS, rate)
  const peak = (PEAK * volume) / 100
  let at = 0

  function sample(): number {
    const pitch = MELODY[Math.floor(at / perNote) % MELODY.length]!
    const into = at % perNote
    at += 1
    // Fades in to avoid a click.
    const rise = Math.min(1, into / samplesOf(10, rate))
    const fall = Math.exp(-into / samplesOf(DECAY_MS, rate))
    const wave = Math.sin((2 * Math.PI * pitch * into) / rate)
    return sampleOf(peak * rise * fall * wave)
  }

  return () => Int16Array.from({ length: samplesOf(FRAME_MS, rate) }, sample)
}
