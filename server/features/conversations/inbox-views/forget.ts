import type { Context } from '../../../context.ts'
import { RESTORABLE_MS } from '../../platform/values/restorable.ts'
import { viewQueries } from './queries.ts'

/** Deletes views whose deletion can no longer be undone. */
export async function forgetViews({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  await write((tx) => viewQueries(db).forgetBefore(tx, now().getTime() - RESTORABLE_MS))
}
