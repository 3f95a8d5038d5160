import { MergedField } from '#contracts/contact-merges.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import type { ContactRow } from '../queries.ts'
import { recordContact, recordConversations } from '../record.ts'
import { type Details, replacedBy, shownOf } from './choices.ts'
import { type MergeRow, mergeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub'>

/** The two contacts after a split. */
interface Split {
  readonly stays: ContactRow
  readonly leaves: ContactRow
}

/**
 * Undoes a merge: the merged contact is shown as itself again, with everything of its own, whenever it came in. The other one
 * shows its former details, apart from those that were edited since.
 */
export function splitOff(tx: Tx, context: Needs, merge: MergeRow): Split {
  const { db } = context
  const merges = mergeQueries(db)
  const visitors = visitorQueries(db)
  const into = visitors.find(merge.into_visitor_id)!
  const root = visitors.contactOf(into)
  merges.release(tx, merge.visitor_id)
  merges.remove(tx, merge.id)
  const leaves = visitors.find(merge.visitor_id)!
  forgetAbove(tx, db, into.id, [shownOf(leaves), shownOf(into)])
  const split = {
    stays: recordContact(tx, context, root),
    leaves: recordContact(tx, context, leaves),
  }
  recordConversations(tx, context, merges.tree(leaves.id))
  return split
}

/**
 * Removes from the contacts that this one was merged into what they show only because of one that was split off.
 * @param former details that it and the other one have shown, which count if it shows them no longer
 */
function forgetAbove(tx: Tx, db: Needs['db'], id: number, former: readonly Details[]): void {
  const merges = mergeQueries(db)
  const shown = shownOf(visitorQueries(db).find(id)!)
  for (let above = merges.ofVisitor(id); above; above = merges.ofVisitor(above.into_visitor_id))
    for (const name of MergedField.options) {
      const taken = replacedBy(above)[name]
      const gone = former.map((details) => details[name]).filter((value) => value !== shown[name])
      // Notes may have been joined with others.
      const has = (value: string | null) =>
        value !== null && (name === 'notes' ? taken?.includes(value) === true : taken === value)
      if (gone.some(has)) merges.keep(tx, above.id, name)
    }
}

/** Makes a contact show its own detail wherever it does not show the wanted one. */
export function showOwn(tx: Tx, { db }: Needs, id: number, wanted: Details): void {
  const merges = mergeQueries(db)
  const shown = shownOf(visitorQueries(db).find(id)!)
  for (const name of MergedField.options.filter((one) => shown[one] !== wanted[one]))
    for (const merge of merges.into(id)) merges.keep(tx, merge.id, name)
}
