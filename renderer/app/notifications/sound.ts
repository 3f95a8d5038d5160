/** Two soft notes, a fourth apart: frequency in Hz and start in seconds. */
const NOTES: readonly (readonly [hertz: number, at: number])[] = [
  [659.25, 0],
  [880, 0.13],
]
const LENGTH = 0.5
const MAX_GAIN = 0.25

/** A synthesized chime. Browsers allow sound only after the first click or key press. */
export function createSound() {
  let audio: AudioContext | undefined

  function wake(): AudioContext | undefined {
    if (!('AudioContext' in globalThis)) return undefined
    // A context created before the first click or key press would stay suspended.
    if (!audio && !navigator.userActivation?.hasBeenActive) return undefined
    audio ??= new AudioContext()
    if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
    return audio
  }

  return {
    wake,
    /** Plays at a volume from 0 to 100; false if the browser does not allow it. */
    async play(volume: number): Promise<boolean> {
      const context = wake()
      if (!context) return false
      if (context.state !== 'running') await context.resume().catch(() => undefined)
      if (context.state !== 'running') return false
      for (const [hertz, at] of NOTES) note(context, hertz, context.currentTime + at, volume / 100)
      return true
    },
  }
}

function note(context: AudioContext, hertz: number, start: number, loudness: number): void {
  const tone = context.createOscillator()
  const gain = context.createGain()
  tone.frequency.value = hertz
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(MAX_GAIN * loudness, start + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH)
  tone.connect(gain).connect(context.destination)
  tone.start(start)
  tone.stop(start + LENGTH)
}
