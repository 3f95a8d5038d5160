/** Every so manieth sample is compared. */
const STEP = 4

/** Longest shift of one against the other, samples. */
const MOST_SHIFT = 8000

/**
 * Likeness of two sounds of one rate, at the shift at which they are likest: 1 is the same, however loud, 0 nothing of it.
 */
export function correlation(one: Int16Array, other: Int16Array): number {
  let best = 0
  for (let shift = -MOST_SHIFT; shift <= MOST_SHIFT; shift += 1)
    best = Math.max(best, likeness(one, other, shift))
  return best
}

function likeness(one: Int16Array, other: Int16Array, shift: number): number {
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (let at = 0; at < one.length; at += STEP) {
    const [a, b] = [one[at]!, other[at + shift] ?? 0]
    product += a * b
    ofOne += a * a
    ofOther += b * b
  }
  return product / Math.sqrt(ofOne * ofOther || 1)
}
