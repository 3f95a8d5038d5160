import { setImmediate as breathe } from 'node:timers/promises'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { countInbox, InboxCount } from '#contracts/inbox.ts'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { Context } from '../../../context.ts'
import { countCheaply } from '../inbox/count.ts'
import { type Caller, narrowingOf } from '../inbox/narrowing.ts'
import { viewQueries } from './queries.ts'

/** Time for which counts are kept, ms: some changes have no event. */
const KEPT_MS = 10_000

/** Reports whether a filter selects other conversations for other operators. */
const isRelative = ({ assignee, team, mentioned }: InboxFilter): boolean =>
  assignee === 'me' || team === 'mine' || mentioned !== undefined

/**
 * Counts saved views. After an event every open desk asks for the same numbers, so those that are the same for everyone are counted
 * once until the next event.
 */
export function createViewCounts({ db, events, now }: Pick<Context, 'db' | 'events' | 'now'>) {
  let kept = new Map<string, InboxCount>()
  let keptAt = { event: 0, time: 0 }

  /** Counts that are kept; none after an event. */
  function current(): Map<string, InboxCount> {
    const at = { event: events.last(), time: now().getTime() }
    const age = at.time - keptAt.time
    if (at.event !== keptAt.event || age < 0 || age > KEPT_MS) {
      kept = new Map()
      keptAt = at
    }
    return kept
  }

  /** Numbers of conversations in the saved views that an operator sees, but not in those with a text search. Others have a turn after each one that is counted. */
  return async (caller: Caller): Promise<ReplyOf<typeof countInbox>['saved']> => {
    const counts: ReplyOf<typeof countInbox>['saved'] = []
    const views = [true, false].flatMap((isShared) => viewQueries(db).all({ ...caller, isShared }))
    for (const { id, filters } of views) {
      const filter: InboxFilter = JSON.parse(filters)
      const key = `${caller.userId} ${filters}`
      const known = current().get(key)
      if (known || filter.q !== undefined) {
        counts.push({ id, ...known })
        continue
      }
      const count = countCheaply(db, narrowingOf(filter, caller))
      if (!isRelative(filter)) current().set(key, count)
      counts.push({ id, ...count })
      await breathe()
    }
    return counts
  }
}
