import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { blockQueries } from '../conversations/blocks/queries.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { recordConversation } from '../conversations/record.ts'
import { pageQueries } from '../conversations/visitors/page-queries.ts'
import { type VisitorRow, visitorQueries } from '../conversations/visitors/queries.ts'
import { rejoin, release } from './merges/separate.ts'
import { recordContact } from './record.ts'

/**
 * Turns a visitor into another one, whom their website vouches for: moves conversations with their files, pages and blocks, and
 * deletes the first visitor. The caller then closes the first visitor's streams. Merges by operators are in `merges/`.
 */
export function mergeContact(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now'>,
  from: VisitorRow,
  into: VisitorRow,
): void {
  const { db, events } = context
  const visitors = visitorQueries(db)
  const mergedByOperators = release(tx, context, from.id)
  const moved = conversationQueries(db).give(tx, from.id, into.id)
  pageQueries(db).give(tx, from.id, into.id)
  blockQueries(db).moveVisitor(tx, from.user_id, { from: from.id, into: into.id })
  events.moveVisitor(tx, from.id, into.id)
  events.dropVisitor(tx, from.id, [from.uuid])
  visitors.merge(tx, { from: from.id, into: into.id })
  visitors.remove(tx, from.id)
  rejoin(tx, context, mergedByOperators, into)
  events.record(tx, { userId: from.user_id, type: 'contact.deleted', payload: { id: from.uuid } })
  recordContact(tx, context, into)
  for (const id of moved) recordConversation(tx, context, id, 'conversation.updated')
}
