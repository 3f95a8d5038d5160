import type { Rating } from '#contracts/ratings.ts'

interface RatedRow {
  readonly rating: number | null
  readonly rating_comment: string | null
}

/** A visitor's rating of a conversation; null if not rated. */
export function presentRating({ rating, rating_comment }: RatedRow): Rating | null {
  return rating === null ? null : { rating, comment: rating_comment }
}
