/** Interval for repeating the typing indicator, ms. */
const EVERY = 3000
/** Time without a key press after which typing counts as stopped, ms. */
const IDLE = 5000

/** Tells the visitor that an operator is typing or has stopped. */
export function createTypist(tell: (active: boolean) => void) {
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    if (toldAt > 0) tell(false)
    toldAt = 0
  }

  function type(): void {
    clearTimeout(timer)
    timer = setTimeout(stop, IDLE)
    if (Date.now() - toldAt < EVERY) return
    toldAt = Date.now()
    tell(true)
  }

  return { type, stop }
}
