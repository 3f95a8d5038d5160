import { oncePerDb } from '../../../db/once-per-db.ts'

interface NewRating {
  readonly id: number
  readonly rating: number
  readonly comment: string | null
  readonly now: number
}

/** All SQL about what visitors think of their conversations. */
export const ratingQueries = oncePerDb((db) => {
  const rate = db.prepare<[NewRating]>(`
    UPDATE conversations SET rating = :rating, rating_comment = :comment, rated_at = :now WHERE id = :id
  `)
  return {
    rate: (rating: NewRating) => rate.run(rating),
  }
})
