import { diffWordsWithSpace } from 'diff'
import { t } from '../../../locales/translate.ts'

interface WordDiffProps {
  readonly from: string
  readonly to: string
}

/** Word-by-word difference of two texts. */
export function WordDiff(props: WordDiffProps) {
  return (
    <section class="word-diff" dir="auto" aria-label={t('dial.diffLabel')}>
      <ChangedWords {...props} />
    </section>
  )
}

/** The words of two texts, with those that were added and removed marked. */
export function ChangedWords({ from, to }: WordDiffProps) {
  return (
    <>
      {diffWordsWithSpace(from, to).map(({ value, added, removed }, index) => {
        const key = `${index}:${value}`
        if (added) {
          return (
            <ins key={key}>
              <span class="visually-hidden">{t('dial.added')}: </span>
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={key}>
              <span class="visually-hidden">{t('dial.removed')}: </span>
              {value}
            </del>
          )
        }
        return <span key={key}>{value}</span>
      })}
    </>
  )
}
