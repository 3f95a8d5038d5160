import { diffWordsWithSpace } from 'diff'
import { dialTexts } from '../../texts/dial.ts'

interface WordDiffProps {
  readonly from: string
  readonly to: string
}

/** What was changed between two texts, word by word. */
export function WordDiff({ from, to }: WordDiffProps) {
  return (
    <section class="word-diff" dir="auto" aria-label={dialTexts.diffLabel}>
      {diffWordsWithSpace(from, to).map(({ value, added, removed }, index) => {
        const key = `${index}:${value}`
        if (added) {
          return (
            <ins key={key}>
              <span class="visually-hidden">{dialTexts.added}: </span>
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={key}>
              <span class="visually-hidden">{dialTexts.removed}: </span>
              {value}
            </del>
          )
        }
        return <span key={key}>{value}</span>
      })}
    </section>
  )
}
