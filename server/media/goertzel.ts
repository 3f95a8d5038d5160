/** Share of the power of a signal at one frequency, 0 to about 1 (Goertzel algorithm: a single bin of the discrete Fourier transform). */
export function shareAt(pcm: Int16Array, pitch: number, rate: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * pitch) / rate)
  let [one, two, power] = [0, 0, 0]
  for (let at = 0; at < pcm.length; at += 1) {
    const sample = pcm[at]!
    const now = sample + turn * one - two
    two = one
    one = now
    power += sample * sample
  }
  if (power === 0) return 0
  return (2 * (one * one + two * two - turn * one * two)) / (pcm.length * power)
}
