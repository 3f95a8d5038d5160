import { type FieldComparison, type MergeChoice, MergedField } from '#contracts/contact-merges.ts'
import type { ContactRow } from '../queries.ts'
import type { MergeRow } from './queries.ts'

/** The details of a contact of which a merge leaves one each. */
export type Details = Readonly<Record<MergedField, string | null>>

/** Maximum length of operators' notes about a contact, characters. */
const MAX_NOTES = 5000

/** The details that a merge leaves: as chosen, or else as suggested. */
export function chosen(kept: ContactRow, merged: ContactRow, choice: MergeChoice): Details {
  const leftOf = (name: MergedField) => {
    const how = choice[name] ?? suggestion(name, kept, merged)
    return how === 'both' ? joined(kept.notes, merged.notes) : { kept, merged }[how][name]
  }
  return {
    name: leftOf('name'),
    email: leftOf('email'),
    phone: leftOf('phone'),
    notes: leftOf('notes'),
  }
}

/** Both values of every detail, with the choice that is suggested. */
export function compared(kept: ContactRow, merged: ContactRow): FieldComparison[] {
  return MergedField.options.map((name) => ({
    name,
    kept: kept[name],
    merged: merged[name],
    choice: suggestion(name, kept, merged),
    is_conflict: kept[name] !== null && merged[name] !== null && kept[name] !== merged[name],
  }))
}

/** A value before none, and a verified one before one that somebody has typed. */
function suggestion(
  name: MergedField,
  kept: ContactRow,
  merged: ContactRow,
): FieldComparison['choice'] {
  if (merged[name] === null) return 'kept'
  if (kept[name] === null) return 'merged'
  if (name === 'notes') return kept.notes === merged.notes ? 'kept' : 'both'
  const isMoreCertain = merged.shown_external_id !== null && kept.shown_external_id === null
  return isMoreCertain ? 'merged' : 'kept'
}

const joined = (...parts: readonly (string | null)[]): string =>
  [...parts.filter((part) => part !== null).join('\n')].slice(0, MAX_NOTES).join('')

/** The details before a merge. */
export const beforeOf = (row: MergeRow): Details => ({
  name: row.name_before,
  email: row.email_before,
  phone: row.phone_before,
  notes: row.notes_before,
})

/** The details after a merge. */
export const afterOf = (row: MergeRow): Details => ({
  name: row.name_after,
  email: row.email_after,
  phone: row.phone_after,
  notes: row.notes_after,
})

/** Details of a contact once a merge is undone, and those that its later merges have replaced. */
interface Undone {
  readonly details: Details
  readonly later: readonly {
    readonly id: number
    readonly before: Details
    readonly after: Details
  }[]
}

/**
 * Undoes what a merge did to the details: each gets its former value back, unless it was changed since. If a later merge has
 * replaced it, undoing that one gives the former value back.
 * @param later merges into the same contact since, oldest first
 */
export function undone(current: Details, merge: MergeRow, later: readonly MergeRow[]): Undone {
  const fields = { ...current }
  const chain = later.map((row) => ({
    id: row.id,
    before: { ...beforeOf(row) },
    after: { ...afterOf(row) },
  }))
  for (const name of MergedField.options) {
    const [replaced, former] = [afterOf(merge)[name], beforeOf(merge)[name]]
    const steps = chain.flatMap(({ before, after }) => [before, after])
    const changed = steps.findIndex((step) => step[name] !== replaced)
    for (const step of changed === -1 ? steps : steps.slice(0, changed)) step[name] = former
    if (changed === -1 && fields[name] === replaced) fields[name] = former
  }
  return { details: fields, later: chain }
}
