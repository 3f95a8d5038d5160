/** Points of a curve, in order of sensitivity; interpolated linearly, constant beyond the ends. */
type Curve = readonly (readonly [sensitivity: number, ms: number])[]

const ENDPOINT: Curve = [
  [0, 1200],
  [0.5, 700],
  [1, 500],
  [2, 350],
  [5, 200],
]

const INTERRUPT: Curve = [
  [0, 800],
  [0.5, 500],
  [1, 300],
  [2, 200],
  [5, 80],
]

/** Silence that ends a turn, ms, by `endpoint_sensitivity`. */
export const endpointWindow = (sensitivity: number): number => valueAt(ENDPOINT, sensitivity)

/** Speech that interrupts the assistant, ms, by `interrupt_sensitivity`. */
export const interruptWindow = (sensitivity: number): number => valueAt(INTERRUPT, sensitivity)

function valueAt(curve: Curve, sensitivity: number): number {
  const above = curve.findIndex(([point]) => sensitivity <= point)
  if (above === -1) return curve.at(-1)![1]
  const [right, high] = curve[above]!
  const [left, low] = curve[Math.max(above - 1, 0)]!
  return right === left ? high : low + ((sensitivity - left) / (right - left)) * (high - low)
}
