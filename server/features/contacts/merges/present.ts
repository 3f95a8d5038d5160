import { type ContactMerge, MergedField } from '#contracts/contact-merges.ts'
import { toIso } from '../../../db/time.ts'
import { presentActor } from '../../conversations/activities/present.ts'
import type { VisitorRow } from '../../conversations/visitors/queries.ts'
import { shownAfter, shownOf } from './choices.ts'
import type { MergeRow, mergeQueries } from './queries.ts'

/** A contact that was merged into another one, with what a split would give back. */
export function presentMerge(
  merges: ReturnType<typeof mergeQueries>,
  merge: MergeRow,
  merged: VisitorRow,
  into: VisitorRow,
): ContactMerge {
  const others = merges.into(into.id).filter(({ id }) => id !== merge.id)
  const [before, after] = [shownOf(into), shownAfter(into, others)]
  const { uuid: id, external_id } = merged
  const { name, email, phone } = shownOf(merged)
  return {
    id: merge.id,
    contact: { id, name, email, phone, external_id },
    by: presentActor(merge.operator_id, merge.operator_name),
    created_at: toIso(merge.created_at),
    leaves: merges.holdings(merges.tree(merge.visitor_id)),
    restores: MergedField.options
      .filter((field) => after[field] !== before[field])
      .map((field) => ({ name: field, from: before[field], to: after[field] })),
  }
}
