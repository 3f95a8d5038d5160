/** How often it is said again that somebody is still typing, ms. */
const EVERY = 3000
/** No key for this long means that they have stopped, ms. */
const IDLE = 5000

/** Tells the visitor that a person is typing, and once that they have stopped. */
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
