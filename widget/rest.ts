import type { Attending } from './more/attending.ts'

/** The parts of the chat that come when they are needed. */
export type More = typeof import('./more.tsx')

/** Fetches the rest of the chat once somebody needs it. */
export function createRest(onArrival: (more: More) => void) {
  let more: More | undefined

  /** The rest, as soon as it is here; undefined when it cannot be had, and then the next one who asks tries again. */
  function need(): Promise<More | undefined> {
    return import('./more.tsx').then(
      (parts) => {
        if (!more) {
          more = parts
          onArrival(parts)
        }
        return parts
      },
      () => undefined,
    )
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
