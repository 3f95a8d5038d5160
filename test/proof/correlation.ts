/** Only every n-th sample is compared. */
const STEP = 4

/** Maximum shift of one signal against the other, samples. */
const MOST_SHIFT = 8000

/**
 * Normalised cross-correlation of two signals with the same rate, at the best shift: 1 is identical apart
 * from loudness, 0 unrelated.
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
