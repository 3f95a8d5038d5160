import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'

const busy = new WeakSet<Db>()

/**
 * Allows one operation on all of the data at a time.
 * @throws AppError `conflict` if another one is in progress
 */
export async function exclusively<result>(
  { db }: { readonly db: Db },
  work: () => Promise<result>,
): Promise<result> {
  if (busy.has(db)) throw new AppError('backup_under_way')
  busy.add(db)
  try {
    return await work()
  } finally {
    busy.delete(db)
  }
}

export const isBusy = ({ db }: { readonly db: Db }): boolean => busy.has(db)
