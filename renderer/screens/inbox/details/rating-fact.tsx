import type { Rating } from '#contracts/ratings.ts'
import { t } from '../../../locales/translate.ts'

const STARS = 5

/** What the visitor thought of a conversation: stars, and their words. */
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
