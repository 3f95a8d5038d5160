import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentBase, presentDocument } from './present.ts'
import { type DocumentRow, knowledgeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Publishes the current state of a knowledge base. */
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

/** Publishes a document, and its knowledge base, whose counts and status derive from it. */
export function recordDocument(
  tx: Tx,
  context: Needs,
  document: DocumentRow,
  type: 'document.created' | 'document.updated',
): void {
  const baseId = document.knowledge_base_id
  const userId = knowledgeQueries(context.db).ownerOf(baseId)
  if (userId === undefined) return
  knowledgeQueries(context.db).touchBase(tx, baseId, context.now())
  context.events.record(tx, { userId, type, payload: presentDocument(context.db, document) })
  recordBase(tx, context, userId, baseId, 'knowledgebase.updated')
}

/** Publishes the progress of a crawl; its knowledge base is unchanged. */
export function recordProgress(tx: Tx, { db, events }: Needs, documentId: number): void {
  const document = knowledgeQueries(db).document(documentId)
  const userId = document && knowledgeQueries(db).ownerOf(document.knowledge_base_id)
  if (userId === undefined) return
  events.record(tx, { userId, type: 'document.updated', payload: presentDocument(db, document!) })
}
