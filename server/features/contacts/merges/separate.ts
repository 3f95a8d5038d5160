import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { mergedQueries } from '../../conversations/visitors/merged-queries.ts'
import { type VisitorRow, visitorQueries } from '../../conversations/visitors/queries.ts'
import { recordConversations } from '../record.ts'
import { mergeQueries } from './queries.ts'
import { splitOff } from './split.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now'>

/**
 * Splits off a visitor whom a website has just verified as somebody else than the contact that operators merged them with: the
 * website's word counts for more.
 */
export function separateIfContradicted(tx: Tx, context: Needs, visitorId: number): void {
  const merges = mergeQueries(context.db)
  if (merges.identities(mergedQueries(context.db).idsWith(visitorId)).length <= 1) return
  const own = merges.ofVisitor(visitorId)
  if (own) splitOff(tx, context, own)
  for (const child of merges.into(visitorId))
    if (merges.identities([visitorId, ...merges.tree(child.visitor_id)]).length > 1)
      splitOff(tx, context, child)
}

/**
 * Undoes the merges of a visitor who becomes another one for good.
 * @returns ids of the contact that it was merged into, if any, and of the visitors that were merged into it, for `rejoin`
 */
export function release(tx: Tx, context: Needs, visitorId: number): readonly number[] {
  const merges = mergeQueries(context.db)
  const own = merges.ofVisitor(visitorId)
  const contact = mergedQueries(context.db)
    .idsWith(visitorId)
    .slice(0, own ? 1 : 0)
  if (own) splitOff(tx, context, own)
  const children = merges.into(visitorId)
  for (const child of children) splitOff(tx, context, child)
  return [...contact, ...children.map(({ visitor_id }) => visitor_id)]
}

/** Merges visitors again into the one that theirs has become, unless that would contradict what websites have verified. */
export function rejoin(
  tx: Tx,
  context: Needs,
  ids: readonly number[],
  { id, user_id: userId }: VisitorRow,
): void {
  const { db, events, now } = context
  const merges = mergeQueries(db)
  for (const visitorId of ids) {
    const [root] = mergedQueries(db).idsWith(id)
    const together = [...mergedQueries(db).idsWith(id), ...merges.tree(visitorId)]
    if (root === visitorId || merges.identities(together).length > 1) continue
    const contact = visitorQueries(db).find(root!)!
    merges.insert(tx, {
      userId,
      visitorId,
      intoId: contact.id,
      details: '{}',
      operatorId: null,
      now: now().getTime(),
    })
    merges.show(tx, visitorId, contact.id)
    const { uuid } = visitorQueries(db).find(visitorId)!
    events.record(tx, { userId, type: 'contact.deleted', payload: { id: uuid } })
    recordConversations(tx, context, merges.tree(visitorId))
  }
}
