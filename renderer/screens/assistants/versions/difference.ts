import { diffWordsWithSpace } from 'diff'
import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import { isSame } from '../../../app/same.ts'
import { SETTING_FIELDS, type SettingField } from '../settings/fields.ts'

/** A piece of a text that is in both versions, or in one of them. */
export interface Piece {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

/** One setting that differs. */
export interface Difference {
  readonly field: SettingField
  readonly before: unknown
  readonly after: unknown
  /** Word by word, where both are long texts. */
  readonly pieces: readonly Piece[] | undefined
}

/** Settings that differ between two versions, in the order of the form. */
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

/** Longest text that is compared word by word; longer ones are shown as a whole. */
const MAX_COMPARED = 100_000

/** Two texts word by word; undefined when they are none, or too short for that. */
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
