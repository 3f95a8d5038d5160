import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'

const busy = new WeakSet<Db>()

/**
 * Does one thing with the data as a whole at a time.
 * @throws AppError `conflict` while another one is under way.
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
