import type { Context } from '../../../context.ts'
import { viewQueries } from './queries.ts'

/** Time in which a deletion can be undone, ms. */
export const RESTORABLE_MS = 3_600_000

/** Deletes views whose deletion can no longer be undone. */
export async function forgetViews({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  await write((tx) => viewQueries(db).forgetBefore(tx, now().getTime() - RESTORABLE_MS))
}
