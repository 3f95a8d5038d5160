import type { Context } from '../../context.ts'

/** When visitors closed their last tab with the chat, since this process started. */
export interface Departures {
  /** ms since 1970; undefined if it is not known. */
  of(visitorId: number): number | undefined
}

/** Maximum visitors remembered; beyond it, the one who left first is forgotten. */
const MAX_VISITORS = 50_000

/** Remembers when visitors leave. */
export function watchDepartures({ hub, now }: Pick<Context, 'hub' | 'now'>): Departures {
  const left = new Map<number, number>()
  hub.watchVisitors((visitorId, isThere) => {
    left.delete(visitorId)
    if (isThere) return
    left.set(visitorId, now().getTime())
    if (left.size > MAX_VISITORS) left.delete(left.keys().next().value!)
  })
  return { of: (visitorId) => left.get(visitorId) }
}
