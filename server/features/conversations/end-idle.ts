import type { Context } from '../../context.ts'
import { endConversation } from './end.ts'
import { endQueries } from './end-queries.ts'

/** Conversations ended in one commit, so that no request waits long for the one writer. */
const SLICE = 50

/** Shorter than the shortest timeout: whatever begins after a look is seen by the next one in time. */
const LOOK_EVERY_MS = 30_000

/**
 * Ends what has been silent for as long as its assistant waits (`conversation_inactivity_timeout`).
 * @returns when to look again
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
  return new Date(Math.min(Math.max(next, time + 1), time + LOOK_EVERY_MS))
}
