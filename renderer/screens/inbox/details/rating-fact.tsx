import type { Rating } from '#contracts/ratings.ts'
import { t } from '../../../locales/translate.ts'

const STARS = 5

/** A visitor's rating of a conversation: stars and comment. */
export function RatingFact({ rating: { rating, comment } }: { readonly rating: Rating }) {
  return (
    <>
      <span
        class="rating-stars"
        role="img"
        aria-label={t('details.stars', { count: rating })}
        title={t('details.stars', { count: rating })}
      >
        {'★'.repeat(rating)}
        <span>{'★'.repeat(STARS - rating)}</span>
      </span>
      {comment && (
        <q class="rating-words" dir="auto">
          {comment}
        </q>
      )}
    </>
  )
}
