import { diffWordsWithSpace } from 'diff'
import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import { isSame } from '../../../app/same.ts'
import { SETTING_FIELDS, type SettingField } from '../settings/fields.ts'

/** A segment of a text in both versions, or in only one of them. */
export interface Piece {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

/** A setting that differs. */
export interface Difference {
  readonly field: SettingField
  readonly before: unknown
  readonly after: unknown
  /** Word diff, if both values are long texts. */
  readonly pieces: readonly Piece[] | undefined
}

/** Settings that differ between two versions, in form order. */
export function differencesBetween(
  before: AssistantSettings,
  after: AssistantSettings,
): readonly Difference[] {
  return SETTING_FIELDS.filter(({ name }) => !isSame(before[name], after[name])).map((field) => ({
    field,
    before: before[field.name],
    after: after[field.name],
    pieces: piecesOf(before[field.name], after[field.name]),
  }))
}

/** Maximum length for a word diff, characters; longer texts are shown in full. */
const MAX_COMPARED = 100_000

/** Word diff of two texts or objects; undefined if either is a single word or empty, or both are too long. */
export function piecesOf(before: unknown, after: unknown): readonly Piece[] | undefined {
  const [one, other] = [before, after].map(longText)
  if (one === undefined || other === undefined) return undefined
  if (one.length + other.length > MAX_COMPARED) return undefined
  return diffWordsWithSpace(one, other).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

function longText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes(' ') ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : undefined
}
