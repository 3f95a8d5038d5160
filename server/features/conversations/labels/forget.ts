import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { labelQueries, SLICE } from './queries.ts'

/** Time in which a deletion can be undone, ms. */
export const RESTORABLE_MS = 3_600_000

/** Deletes labels whose deletion can no longer be undone, and takes them from their conversations in slices. */
export async function forgetLabels({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  const labels = labelQueries(db)
  for (const { id, user_id: userId } of labels.deletedBefore(now().getTime() - RESTORABLE_MS)) {
    while ((await write((tx) => labels.takeSome(tx, id))) === SLICE) await breathe()
    await write((tx) => labels.remove(tx, userId, id))
  }
}
