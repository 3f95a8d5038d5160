import type { Attending } from './more/attending.ts'

/** The parts of the chat that come when they are needed. */
export type More = typeof import('./more.tsx')

/** For so long the rest is not asked for again after it could not be had, ms. */
const PAUSE = 5000

/** Fetches the rest of the chat once somebody needs it. */
export function createRest(onArrival: (more: More) => void) {
  let more: More | undefined
  let loading: Promise<More | undefined> | undefined

  /** The rest, as soon as it is here; undefined when it cannot be had, and then whoever asks after a pause tries again. */
  function need(): Promise<More | undefined> {
    loading ??= import('./more.tsx').then(
      (parts) => {
        more = parts
        onArrival(parts)
        return parts
      },
      (): undefined => {
        setTimeout(() => {
          loading = undefined
        }, PAUSE)
      },
    )
    return loading
  }

  return {
    need,
    get more() {
      return more
    },
  }
}

/** Tells the desk what is going on, once it knows the visitor and that part is here. */
export function createAttendance(
  need: () => Promise<More | undefined>,
  isKnown: () => boolean,
  create: (more: More) => Attending,
) {
  let attending: Attending | undefined

  return (): Attending | undefined => {
    if (!attending && isKnown()) {
      need().then((more) => {
        if (attending || !more) return
        attending = create(more)
        attending.visit()
      })
    }
    return attending
  }
}
