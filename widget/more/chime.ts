/** Minimum time between two chimes, ms. */
const MIN_INTERVAL = 3000

let context: AudioContext | undefined
let last = 0

/** Plays two soft notes, at most every three seconds; silent while the browser does not allow sound. */
export function chime(): void {
  if (Date.now() - last < MIN_INTERVAL) return
  last = Date.now()
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') return
    play(context, 660, 0)
    play(context, 880, 0.12)
  } catch {
    // The chime is optional.
  }
}

function play(audio: AudioContext, frequency: number, after: number): void {
  const start = audio.currentTime + after
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.06, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.3)
}
