import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentBase, presentDocument } from './present.ts'
import { type DocumentRow, knowledgeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events'>

/** Records what happened to a knowledge base, as it is now. */
export function recordBase(
  tx: Tx,
  { db, events }: Needs,
  userId: number,
  id: number,
  type: 'knowledgebase.created' | 'knowledgebase.updated',
): void {
  const base = knowledgeQueries(db).base(userId, id)
  if (base) events.record(tx, { userId, type, payload: presentBase(base) })
}

/** Records what happened to a document, and so to its knowledge base, whose counts and status are made of it. */
export function recordDocument(
  tx: Tx,
  context: Needs,
  document: DocumentRow,
  type: 'document.created' | 'document.updated',
): void {
  const baseId = document.knowledge_base_id
  const userId = knowledgeQueries(context.db).ownerOf(baseId)
  if (userId === undefined) return
  context.events.record(tx, { userId, type, payload: presentDocument(context.db, document) })
  recordBase(tx, context, userId, baseId, 'knowledgebase.updated')
}

/** Records how far the reading of a website is: of its knowledge base nothing has changed. */
export function recordProgress(tx: Tx, { db, events }: Needs, documentId: number): void {
  const document = knowledgeQueries(db).document(documentId)
  const userId = document && knowledgeQueries(db).ownerOf(document.knowledge_base_id)
  if (userId === undefined) return
  events.record(tx, { userId, type: 'document.updated', payload: presentDocument(db, document!) })
}
