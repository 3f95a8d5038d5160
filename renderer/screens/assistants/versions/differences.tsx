import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import { t } from '../../../locales/translate.ts'
import type { ChoicesModel } from '../settings/choices-model.ts'
import { wordsOf } from '../settings/value-words.ts'
import { type Difference, differencesBetween, type Piece } from './difference.ts'

interface DifferencesProps {
  readonly before: AssistantSettings
  readonly after: AssistantSettings
  readonly layout: 'side' | 'inline'
  readonly choices: ChoicesModel
}

/** Differences between two versions by setting. */
export function Differences({ before, after, layout, choices }: DifferencesProps) {
  const all = differencesBetween(before, after)
  if (all.length === 0) return <p class="quiet">{t('assistantVersions.same')}</p>
  return (
    <dl class="differences">
      {all.map((difference) => (
        <div key={difference.field.name} class="difference">
          <dt>
            {difference.field.label} <code>{difference.field.name}</code>
          </dt>
          <dd>
            <Sides difference={difference} layout={layout} choices={choices} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface SidesProps extends Pick<DifferencesProps, 'layout' | 'choices'> {
  readonly difference: Difference
}

function Sides({ difference: { field, before, after, pieces }, layout, choices }: SidesProps) {
  if (layout === 'inline' && pieces) {
    return (
      <p class="diff-text" dir="auto">
        <Pieces pieces={pieces} without={undefined} />
      </p>
    )
  }
  return (
    <div class="diff-sides">
      <div>
        <span class="quiet">{t('assistantVersions.before')}</span>
        <p class="diff-text is-before" dir="auto">
          {pieces ? <Pieces pieces={pieces} without="added" /> : wordsOf(field, before, choices)}
        </p>
      </div>
      <div>
        <span class="quiet">{t('assistantVersions.after')}</span>
        <p class="diff-text is-after" dir="auto">
          {pieces ? <Pieces pieces={pieces} without="removed" /> : wordsOf(field, after, choices)}
        </p>
      </div>
    </div>
  )
}

interface PiecesProps {
  readonly pieces: readonly Piece[]
  readonly without: Piece['kind'] | undefined
}

function Pieces({ pieces, without }: PiecesProps) {
  return (
    <>
      {pieces
        .filter(({ kind }) => kind !== without)
        .map(({ text, kind }, index) => {
          if (kind === 'same') return text
          return kind === 'added' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>
        })}
    </>
  )
}
