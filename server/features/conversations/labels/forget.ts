import { setImmediate as breathe } from 'node:timers/promises'
import { RESTORABLE_MS } from '../../platform/values/restorable.ts'
import { finishLostMerges } from './merge.ts'
import { labelQueries, SLICE } from './queries.ts'

/** Deletes labels whose deletion can no longer be undone, and takes them from their conversations in slices. */
export async function forgetLabels(
  context: Parameters<typeof finishLostMerges>[0],
  stopping: AbortSignal,
): Promise<void> {
  const { db, write, now } = context
  await finishLostMerges(context, stopping)
  const labels = labelQueries(db)
  for (const { id, user_id: userId } of labels.deletedBefore(now().getTime() - RESTORABLE_MS)) {
    do {
      stopping.throwIfAborted()
      await breathe()
    } while ((await write((tx) => labels.takeSome(tx, id))) === SLICE)
    await write((tx) => labels.remove(tx, userId, id))
  }
}
