import type { Context } from '../../../context.ts'
import type { ActNeeds } from './act.ts'
import { ruleEventQueries } from './event-queries.ts'
import { checkRules } from './run.ts'
import { runQueries } from './run-queries.ts'

const MINUTE_MS = 60_000

/** Interval of checks, ms: the precision of waiting times in rules. */
export const CHECK_INTERVAL_MS = 15_000

/** Conversations per commit, so that no request waits long for the single writer. */
const SLICE = 25

/** Retention of the log, ms. */
const KEPT_MS = 90 * 86_400_000

/** Log entries deleted at once. */
const FORGOTTEN = 1000

/**
 * Checks the rules about conversations that have waited for so long without a reply, each wait once, and deletes old log entries.
 * @returns time of the next check
 */
export async function checkWaits(context: ActNeeds & Pick<Context, 'write'>): Promise<Date> {
  const { db, write, now } = context
  const queries = ruleEventQueries(db)
  let isMore = false
  for (const wait of queries.waits()) {
    const { minutes } = wait
    const count = await write((tx) => {
      const due = queries.due(wait, now().getTime(), SLICE)
      for (const { id, since } of due) {
        queries.mark(tx, id, minutes, since)
        const at = since + minutes * MINUTE_MS
        const event = { conversation_id: id, event: 'unanswered', message_id: null, at } as const
        checkRules(tx, context, event, (rule) => rule.minutes === minutes && at > rule.on_since)
      }
      return due.length
    })
    isMore ||= count === SLICE
  }
  const before = now().getTime() - KEPT_MS
  if (runQueries(db).hasBefore(before))
    await write((tx) => runQueries(db).forget(tx, before, FORGOTTEN))
  return new Date(now().getTime() + (isMore ? 0 : CHECK_INTERVAL_MS))
}
