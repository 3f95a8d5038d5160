/** Fates of a request that is not a stream, with how often of a thousand each is drawn. */
const FATES = {
  pass: 560,
  /** Gone before it was there. */
  dropped: 60,
  /** It was there, and its answer is gone, whole or half of it. */
  unanswered: 60,
  halved: 40,
  late: 90,
  /** Arrives twice, at once or again some seconds later. */
  twice: 50,
  echo: 40,
  /** Waits until the next request of the same chat has gone by. */
  behind: 40,
  /** Nothing answers at all; it arrives when its sender has long given up. */
  ghost: 15,
  /** A proxy's page instead of an answer, before or after the request was there. */
  page: 25,
  pageAfter: 15,
  /** A page of the network that says 200: somebody has to sign in first. */
  portal: 5,
} as const

/** Fate of a request, by name. */
export type Fate = keyof typeof FATES

/** End of a stream before its time. */
export type End = 'cut' | 'closed' | 'stalled' | 'never'

const ENDS: readonly End[] = ['cut', 'cut', 'closed', 'stalled', 'never']

/** Draws what becomes of a request. */
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
