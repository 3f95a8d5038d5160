import type { Context } from '../../../context.ts'
import { recordActivity } from '../activities/record.ts'
import { conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { snoozeQueries } from './snooze-queries.ts'

/** Conversations brought back in one commit. */
const SLICE = 50

/** Shorter than the shortest snooze: whatever begins after a look is seen by the next one in time. */
export const LOOK_EVERY_MS = 30_000

/**
 * Brings back what has been snoozed for long enough.
 * @returns when to look again
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
  return new Date(Math.min(Math.max(next, time + 1), time + LOOK_EVERY_MS))
}
