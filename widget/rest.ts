import type { Attending } from './more/attending.ts'

/** The parts of the chat that are loaded on demand. */
export type More = typeof import('./more.tsx')

/** Pause before the rest can be requested again after a failure, ms. */
const PAUSE = 5000

/** Fetches the rest of the chat on demand. */
export function createRest(onArrival: (more: More) => void) {
  let more: More | undefined
  let loading: Promise<More | undefined> | undefined

  /** Resolves with the rest once loaded, or with undefined on failure; a call after the pause retries. */
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

/** Reports the visitor's activity to the desk, once the visitor is known and that part is loaded. */
export function createAttendance(
  need: () => Promise<More | undefined>,
  isKnown: () => unknown,
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
