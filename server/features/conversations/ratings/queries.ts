import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface NewRating {
  readonly id: number
  readonly rating: number
  readonly comment: string | null
  readonly now: number
}

/** All SQL for visitors' ratings. */
export const ratingQueries = oncePerDb((sql) => {
  const rate = sql.write<[NewRating]>(`
    UPDATE conversations SET rating = :rating, rating_comment = :comment, rated_at = :now WHERE id = :id
  `)
  return {
    rate: (tx: Tx, rating: NewRating) => rate.run(tx, rating),
  }
})
