import type { Context } from '../../../context.ts'
import { recordActivity } from '../activities/record.ts'
import { conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { snoozeQueries } from './snooze-queries.ts'

/** Conversations woken per commit. */
const SLICE = 50

/** Maximum interval between checks, ms: below the shortest snooze, so that snoozes started since the last check end on time. */
export const CHECK_INTERVAL_MS = 30_000

/**
 * Wakes conversations whose snooze has expired.
 * @returns time of the next check
 */
export async function wakeSnoozed(
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'write'>,
): Promise<Date> {
  const { db, write, now } = context
  const snoozes = snoozeQueries(db)
  const woken = await write((tx) => {
    const ids = snoozes.due(now(), SLICE)
    for (const id of ids) {
      snoozes.set(tx, id, null)
      recordActivity(tx, context, conversationQueries(db).byId(id)!, {
        kind: 'awake',
        operatorId: null,
      })
      recordConversation(tx, context, id, 'conversation.updated')
    }
    return ids.length
  })
  const time = now().getTime()
  if (woken === SLICE) return new Date(time)
  const next = snoozes.next() ?? Number.POSITIVE_INFINITY
  return new Date(Math.min(Math.max(next, time + 1), time + CHECK_INTERVAL_MS))
}
