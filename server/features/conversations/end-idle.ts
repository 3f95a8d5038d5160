import type { Context } from '../../context.ts'
import { endConversation } from './end.ts'
import { endQueries } from './end-queries.ts'

/** Conversations ended per commit, so that no request waits long for the single writer. */
const SLICE = 50

/** Maximum interval between checks, ms: below the shortest timeout, so that conversations started since the last check end on time. */
const MAX_INTERVAL_MS = 30_000

/**
 * Ends conversations that were silent for their assistant's `conversation_inactivity_timeout`.
 * @returns time of the next check
 */
export async function endIdleConversations(
  context: Parameters<typeof endConversation>[1] & Pick<Context, 'write'>,
): Promise<Date> {
  const { db, write, now } = context
  const ends = endQueries(db)
  const ended = await write((tx) => {
    const ids = ends.idle(now(), SLICE)
    for (const id of ids) endConversation(tx, context, id, 'silence')
    return ids.length
  })
  const time = now().getTime()
  if (ended === SLICE) return new Date(time)
  const next = ends.nextIdleAt() ?? Number.POSITIVE_INFINITY
  return new Date(Math.min(Math.max(next, time + 1), time + MAX_INTERVAL_MS))
}
