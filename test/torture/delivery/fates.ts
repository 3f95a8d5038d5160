/** Fates of a request that is not a stream, each with its frequency out of a thousand. */
const FATES = {
  pass: 560,
  /** Lost before it arrived. */
  dropped: 60,
  /** It arrived, and its response is lost in whole or in part. */
  unanswered: 60,
  halved: 40,
  late: 90,
  /** Arrives twice, at once or again some seconds later. */
  twice: 50,
  echo: 40,
  /** Waits until the next request of the same chat has passed. */
  behind: 40,
  /** There is no response; it arrives long after its sender has given up. */
  ghost: 15,
  /** A proxy's error page as the response, before or after the request arrived. */
  page: 25,
  pageAfter: 15,
  /** A captive portal that answers 200 and requires a sign-in. */
  portal: 5,
} as const

/** A request's fate, by name. */
export type Fate = keyof typeof FATES

/** Premature end of a stream. */
export type End = 'cut' | 'closed' | 'stalled' | 'never'

const ENDS: readonly End[] = ['cut', 'cut', 'closed', 'stalled', 'never']

/** Draws the fate of a request. */
export function drawFate(random: () => number): Fate {
  let left = random() * 1000
  for (const [fate, share] of Object.entries(FATES)) {
    left -= share
    if (left < 0) return fate as Fate
  }
  return 'pass'
}

/** Draws how a stream ends, and after how long, ms. */
export function drawEnd(random: () => number): { readonly end: End; readonly after: number } {
  const end = ENDS[Math.floor(random() * ENDS.length)]!
  return { end, after: -Math.log(1 - random()) * 5000 }
}
