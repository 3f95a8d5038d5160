/** Interval at which typing is reported again, ms. */
const EVERY = 2500
/** No key for this long means that they have stopped, ms. */
const IDLE = 4000
/** A pause of this length shows the desk what has been typed so far, ms. */
const PAUSE = 400

/** Tells the desk that the visitor is typing, what it is where that is shown, and once that they have stopped. */
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
