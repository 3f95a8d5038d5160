import { type ContactMerge, MergedField } from '#contracts/contact-merges.ts'
import { toIso } from '../../../db/time.ts'
import { presentActor } from '../../conversations/activities/present.ts'
import type { VisitorRow } from '../../conversations/visitors/queries.ts'
import { undone } from './choices.ts'
import type { MergeRow, mergeQueries } from './queries.ts'

/** A contact that was merged into another one, with what a split would give back. */
export function presentMerge(
  merges: ReturnType<typeof mergeQueries>,
  merge: MergeRow,
  merged: VisitorRow,
  into: VisitorRow,
): ContactMerge {
  const later = merges
    .into(into.id)
    .filter(({ id }) => id > merge.id)
    .reverse()
  const { details } = undone(into, merge, later)
  const { uuid: id, name, email, phone, external_id } = merged
  return {
    id: merge.id,
    contact: { id, name, email, phone, external_id },
    by: presentActor(merge.operator_id, merge.operator_name),
    created_at: toIso(merge.created_at),
    leaves: merges.holdings(merges.tree(merge.visitor_id)),
    restores: MergedField.options
      .filter((field) => details[field] !== into[field])
      .map((field) => ({ name: field, from: into[field], to: details[field] })),
  }
}
