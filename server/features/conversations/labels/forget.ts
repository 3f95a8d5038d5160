import type { Context } from '../../../context.ts'
import { labelQueries } from './queries.ts'

/** Time in which a deletion can be undone, ms. */
export const RESTORABLE_MS = 3_600_000

/** Deletes labels whose deletion can no longer be undone. */
export async function forgetLabels({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  await write((tx) => labelQueries(db).forgetBefore(tx, now().getTime() - RESTORABLE_MS))
}
