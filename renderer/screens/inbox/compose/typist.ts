/** Interval for repeating the typing indicator, ms. */
const REPEAT_MS = 3000
/** Time without a key press after which typing counts as stopped, ms. */
const IDLE_MS = 5000

/** Tells the visitor that an operator is typing or has stopped. */
export function createTypist(notify: (active: boolean) => void) {
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    if (toldAt > 0) notify(false)
    toldAt = 0
  }

  function type(): void {
    clearTimeout(timer)
    timer = setTimeout(stop, IDLE_MS)
    if (Date.now() - toldAt < REPEAT_MS) return
    toldAt = Date.now()
    notify(true)
  }

  return { type, stop }
}
