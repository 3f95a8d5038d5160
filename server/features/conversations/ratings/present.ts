import type { Rating } from '#contracts/ratings.ts'

interface RatedRow {
  readonly rating: number | null
  readonly rating_comment: string | null
}

/** What a visitor thought of a conversation; null before they said so. */
export function presentRating({ rating, rating_comment }: RatedRow): Rating | null {
  return rating === null ? null : { rating, comment: rating_comment }
}
