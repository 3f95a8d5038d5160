import { type FieldComparison, type MergeChoice, MergedField } from '#contracts/contact-merges.ts'
import { MAX_NOTES, type VisitorRow } from '../../conversations/visitors/queries.ts'
import type { ContactRow } from '../queries.ts'
import type { MergeRow } from './queries.ts'

/** The details that a contact shows. */
export type Details = Readonly<Record<MergedField, string | null>>

/** The details that a merge makes a contact show instead of those it has shown before. */
export type Replacements = Partial<Details>

/** The details that the desk shows of a contact. */
export const shownOf = (row: VisitorRow): Details => ({
  name: row.shown_name,
  email: row.shown_email,
  phone: row.shown_phone,
  notes: row.shown_notes,
})

/** The details that a merge takes from the merged contact: as chosen, or else as suggested. */
export function chosen(kept: ContactRow, merged: ContactRow, choice: MergeChoice): Replacements {
  const [ours, theirs] = [shownOf(kept), shownOf(merged)]
  const taken = MergedField.options.flatMap((name) => {
    const how = choice[name] ?? suggestion(name, kept, merged)
    if (how === 'kept') return []
    return [[name, how === 'both' ? joined(ours.notes, theirs.notes) : theirs[name]] as const]
  })
  return Object.fromEntries(taken)
}

/** Both values of every detail, with the choice that is suggested. */
export function compared(kept: ContactRow, merged: ContactRow): FieldComparison[] {
  const [ours, theirs] = [shownOf(kept), shownOf(merged)]
  return MergedField.options.map((name) => ({
    name,
    kept: ours[name],
    merged: theirs[name],
    choice: suggestion(name, kept, merged),
    is_conflict: ours[name] !== null && theirs[name] !== null && ours[name] !== theirs[name],
  }))
}

/** A value before none, and a verified one before one that somebody has typed. */
function suggestion(
  name: MergedField,
  kept: ContactRow,
  merged: ContactRow,
): FieldComparison['choice'] {
  const [ours, theirs] = [shownOf(kept)[name], shownOf(merged)[name]]
  if (theirs === null) return 'kept'
  if (ours === null) return 'merged'
  if (name === 'notes') return ours === theirs ? 'kept' : 'both'
  const isMoreCertain = merged.shown_external_id !== null && kept.shown_external_id === null
  return isMoreCertain ? 'merged' : 'kept'
}

const joined = (...parts: readonly (string | null)[]): string | null =>
  parts.every((part) => part === null)
    ? null
    : [...parts.filter((part) => part !== null).join('\n')].slice(0, MAX_NOTES).join('')

/** The details that a merge makes a contact show. */
export const replacedBy = (merge: MergeRow): Replacements => JSON.parse(merge.details)

/**
 * The details that a contact shows because of its merges: its own, unless a merge has replaced them, the latest first.
 * @param merges into it, newest first
 */
export function shownAfter(
  { name, email, phone, notes }: VisitorRow,
  merges: readonly MergeRow[],
): Details {
  return Object.assign({ name, email, phone, notes }, ...merges.toReversed().map(replacedBy))
}
