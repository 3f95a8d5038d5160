/** Interval at which continued typing is reported, ms. */
const EVERY = 2500
/** Time without a key press after which typing counts as stopped, ms. */
const IDLE = 4000
/** Pause after which the draft is shown to the desk, ms. */
const PAUSE = 400

/** Reports to the desk that the visitor is typing (with the draft, if it may be shown), and once that they have stopped. */
export function createTypist(
  tell: (active: boolean) => void,
  isShown: () => boolean = () => false,
) {
  let toldAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    clearTimeout(pause)
    if (toldAt > 0) tell(false)
    toldAt = 0
  }

  function type(): void {
    clearTimeout(timer)
    timer = setTimeout(stop, IDLE)
    clearTimeout(pause)
    if (Date.now() - toldAt >= EVERY) say()
    else if (isShown()) pause = setTimeout(say, PAUSE)
  }

  function say(): void {
    toldAt = Date.now()
    tell(true)
  }

  return { type, stop }
}
