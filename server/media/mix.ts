import { type AmbientKind, createAmbientSound } from './ambient.ts'
import { type Rate, sampleOf } from './rates.ts'

/** Ambient sound mixed into everything sent in one call. */
export interface Ambience {
  /** Returns a frame with the next ambient sound mixed in. */
  under(frame: Int16Array): Int16Array
}

/** Typical level of synthesised speech: root mean square, 16-bit (-20 dBFS). */
const SPEECH_LEVEL = 3277

/** Level of the loudest ambient sound relative to speech, dB. */
const BELOW_SPEECH_DB = -26

/** `volume` is 0 to 1, from the setting `ambient_sound_volume`. */
export function createAmbience(kind: AmbientKind, volume: number, rate: Rate): Ambience {
  const next = createAmbientSound(kind, rate)
  const gain = SPEECH_LEVEL * 10 ** (BELOW_SPEECH_DB / 20) * volume
  let sound = new Float64Array(0)
  return {
    under(frame) {
      if (sound.length !== frame.length) sound = new Float64Array(frame.length)
      next(sound)
      return frame.map((sample, at) => sampleOf(sample + sound[at]! * gain))
    },
  }
}
