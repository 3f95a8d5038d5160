import type { Assistant } from '#contracts/assistants.ts'
import type { Rate } from './rates.ts'

/** Ambient sounds other than `off`. */
export type AmbientKind = Exclude<Assistant['ambient_sound'], 'off'>

/** Band-pass noise with a relative level (`gain`), optionally swelling and fading. */
interface Layer {
  /** Centre frequency, Hz. */
  readonly pitch: number
  /** Bandwidth relative to the centre frequency: 0.1 whistles, 2 rushes. */
  readonly width: number
  readonly gain: number
  /** Frequency of the swell, and the share of time in which the layer is audible. */
  readonly swell?: { readonly hz: number; readonly share: number }
}

/** Places as layers of filtered noise; no recordings are used. */
const PLACES: Readonly<Record<AmbientKind, readonly Layer[]>> = {
  office: [
    { pitch: 120, width: 1, gain: 1 },
    { pitch: 1200, width: 1.5, gain: 0.15 },
    { pitch: 2600, width: 0.8, gain: 0.25, swell: { hz: 3.1, share: 0.12 } },
  ],
  city: [
    { pitch: 90, width: 1.2, gain: 1 },
    { pitch: 350, width: 1, gain: 0.5, swell: { hz: 0.15, share: 0.6 } },
    { pitch: 900, width: 1.2, gain: 0.25, swell: { hz: 0.25, share: 0.4 } },
  ],
  forest: [
    { pitch: 500, width: 1.5, gain: 0.8, swell: { hz: 0.2, share: 0.8 } },
    { pitch: 2400, width: 0.04, gain: 0.35, swell: { hz: 2.3, share: 0.15 } },
    { pitch: 3100, width: 0.03, gain: 0.3, swell: { hz: 1.4, share: 0.12 } },
  ],
  crowded_room: [
    { pitch: 300, width: 0.8, gain: 1, swell: { hz: 3.7, share: 0.7 } },
    { pitch: 650, width: 0.7, gain: 0.8, swell: { hz: 4.3, share: 0.6 } },
    { pitch: 1500, width: 0.7, gain: 0.4, swell: { hz: 2.9, share: 0.6 } },
  ],
  cafe: [
    { pitch: 350, width: 0.9, gain: 1, swell: { hz: 3.3, share: 0.7 } },
    { pitch: 900, width: 0.8, gain: 0.5, swell: { hz: 2.7, share: 0.5 } },
    { pitch: 3000, width: 0.05, gain: 0.5, swell: { hz: 1.1, share: 0.05 } },
  ],
  nature: [
    { pitch: 250, width: 1.5, gain: 1, swell: { hz: 0.12, share: 0.8 } },
    { pitch: 1400, width: 1.8, gain: 0.4, swell: { hz: 0.3, share: 0.7 } },
    { pitch: 2800, width: 0.04, gain: 0.25, swell: { hz: 0.9, share: 0.1 } },
  ],
}

/** Samples between updates of a layer's envelope, which is smoothed in between. */
const SWELL_STEP = 64

/**
 * Generates endless ambient sound: each call fills the next buffer, at a level of 1 (root mean square). It is generated on
 * demand, so that no call waits for it, and is the same each time.
 */
export function createAmbientSound(kind: AmbientKind, rate: Rate): (sound: Float64Array) => void {
  const layers = PLACES[kind]
  const power = layers.reduce((sum, { gain, swell }) => sum + gain ** 2 * powerOf(swell), 0)
  const adders = layers.map((layer, place) => layerOf(layer, rate, place, Math.sqrt(power)))
  return (sound) => {
    sound.fill(0)
    for (const add of adders) add(sound)
  }
}

/** Adds noise filtered by a resonator to a buffer. `whole` is the total level of all layers. */
function layerOf({ pitch, width, gain, swell }: Layer, rate: Rate, seed: number, whole: number) {
  const radius = Math.exp((-Math.PI * pitch * width) / rate)
  const [a, b] = [2 * radius * Math.cos((2 * Math.PI * pitch) / rate), -radius * radius]
  // Power of uniform noise, 1/3, after the filter (1 - z^-2) / (1 - a z^-1 - b z^-2).
  const level = gain / whole / Math.sqrt(2 / 3 / (1 + b))
  let [random, one, two, at, aim, swelling] = [seed + 1, 0, 0, 0, level, 0]
  return (sound: Float64Array): void => {
    for (let index = 0; index < sound.length; index += 1, at += 1) {
      // The linear congruential generator of Numerical Recipes.
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0
      const now = random / 2 ** 31 + a * one + b * two
      if (swell && at % SWELL_STEP === 0) aim = level * heightAt(at / rate, swell)
      swelling += (aim - swelling) / 128
      sound[index]! += (now - two) * swelling
      two = one
      one = now
    }
  }
}

type Swell = NonNullable<Layer['swell']>

/** Envelope, 0 to 1, at seemingly irregular times: two slow waves modulate the phase of the swell. */
function heightAt(seconds: number, { hz, share }: Swell): number {
  const turn = 2 * Math.PI * hz * seconds
  return height(Math.sin(turn + 1.7 * Math.sin(turn / 2.7) + 1.1 * Math.sin(turn / 4.3)), share)
}

/** Envelope for a wave between -1 and 1: its part above the floor. */
function height(wave: number, share: number): number {
  const floor = 1 - 2 * share
  return wave > floor ? (wave - floor) / (1 - floor) : 0
}

/** Mean power of a swell. */
function powerOf(swell: Swell | undefined): number {
  if (!swell) return 1
  const turns = Array.from({ length: 360 }, (_, degree) => (degree * Math.PI) / 180)
  return turns.reduce((sum, turn) => sum + height(Math.sin(turn), swell.share) ** 2, 0) / 360
}
