import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { type ContactRow, contactQueries } from '../queries.ts'
import { recordContact, recordConversations } from '../record.ts'
import { undone } from './choices.ts'
import { type MergeRow, mergeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub'>

/** The two contacts after a split. */
interface Split {
  readonly stays: ContactRow
  readonly leaves: ContactRow
}

/**
 * Undoes a merge: the merged contact is shown as itself again, with everything of its own, whenever it came in. The other one
 * gets its former details back, apart from those that were edited since.
 */
export function splitOff(tx: Tx, context: Needs, merge: MergeRow): Split {
  const { db } = context
  const merges = mergeQueries(db)
  const into = visitorQueries(db).find(merge.into_visitor_id)!
  const later = merges
    .into(into.id)
    .filter(({ id }) => id > merge.id)
    .reverse()
  const former = undone(into, merge, later)
  merges.release(tx, merge.visitor_id)
  merges.remove(tx, merge.id)
  contactQueries(db).change(tx, { id: into.id, ...detailsOf(former.details) })
  for (const { id, before, after } of former.later) merges.rewrite(tx, id, before, after)
  const leaves = visitorQueries(db).find(merge.visitor_id)!
  const split = {
    stays: recordContact(tx, context, into),
    leaves: recordContact(tx, context, leaves),
  }
  recordConversations(tx, context, merges.tree(leaves.id))
  return split
}

const detailsOf = ({
  name,
  email,
  phone,
  notes,
}: Pick<ContactRow, 'name' | 'email' | 'phone' | 'notes'>) => ({
  name,
  email,
  phone,
  notes,
})
