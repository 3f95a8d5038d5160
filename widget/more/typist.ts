/** Interval at which continued typing is reported, ms. */
const REPEAT_INTERVAL = 2500
/** Time without a key press after which typing counts as stopped, ms. */
const IDLE_TIME = 4000
/** Pause after which the draft is shown to the desk, ms. */
const PAUSE = 400

/** Reports to the desk that the visitor is typing (with the draft, if it may be shown), and once that they have stopped. */
export function createTypist(
  notify: (active: boolean) => void,
  isShown: () => boolean = () => false,
) {
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    clearTimeout(pause)
    if (toldAt > 0) notify(false)
    toldAt = 0
  }

  function type(): void {
    clearTimeout(timer)
    timer = setTimeout(stop, IDLE_TIME)
    clearTimeout(pause)
    if (Date.now() - toldAt >= REPEAT_INTERVAL) say()
    else if (isShown()) pause = setTimeout(say, PAUSE)
  }

  function say(): void {
    toldAt = Date.now()
    notify(true)
  }

  return { type, stop }
}
