import type { Context } from '../../../context.ts'
import { RESTORABLE_MS } from '../../platform/values/restorable.ts'
import { blockQueries } from './queries.ts'

/** Blocks deleted per transaction, so that no request waits long for the single writer. */
const SLICE = 1000

/**
 * Deletes blocks that ended or can no longer be restored, with their addresses.
 * @returns true if there may be more
 */
export async function forgetBlocks({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'write' | 'now'>): Promise<boolean> {
  const before = now().getTime() - RESTORABLE_MS
  return (await write((tx) => blockQueries(db).forget(tx, before, SLICE))) === SLICE
}
