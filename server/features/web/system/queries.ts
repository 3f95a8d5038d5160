import { oncePerDb } from '../../../db/once-per-db.ts'

/** All SQL for the database as a whole. */
export const systemQueries = oncePerDb((sql) => {
  const bytes = sql
    .read<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
    .pluck()
  return {
    /** Size of the database, bytes. */
    bytes: () => bytes.get()!,
  }
})
