import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { passageQueries } from './passage-queries.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from './queries.ts'
import { recordBase } from './record.ts'

/** Passages written or removed per transaction: few enough not to hold up other writers. */
export const SLICE = 200

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'write' | 'now'>

/** Deletes a knowledge base with its documents, and detaches it from assistants. */
export async function removeBase(
  { db, write, events, jobs }: Needs,
  { id, user_id }: BaseRow,
): Promise<void> {
  const knowledge = knowledgeQueries(db)
  await write((tx) => {
    const documents = knowledge.documents(id)
    knowledge.deleteBase(tx, user_id, id)
    for (const document of documents) {
      jobs.add(tx, { kind: 'document.sweep', payload: { document_id: document.id } })
    }
    events.record(tx, { userId: user_id, type: 'knowledgebase.deleted', payload: { id } })
  })
}

/** Deletes a document of a knowledge base; false if it does not exist. */
export async function removeDocument(
  context: Needs,
  base: BaseRow,
  documentId: number,
): Promise<boolean> {
  return await context.write((tx) => dropDocument(tx, context, base, documentId))
}

/** Deletes a document like `removeDocument`, inside a transaction. */
export function dropDocument(
  tx: Tx,
  context: Omit<Needs, 'write'>,
  base: BaseRow,
  documentId: number,
): boolean {
  const { db, events, jobs } = context
  if (!knowledgeQueries(db).deleteDocument(tx, base.id, documentId)) return false
  knowledgeQueries(db).touchBase(tx, base.id, context.now())
  jobs.add(tx, { kind: 'document.sweep', payload: { document_id: documentId } })
  const payload = { id: documentId, knowledgebase_id: base.id }
  events.record(tx, { userId: base.user_id, type: 'document.deleted', payload })
  recordBase(tx, context, base.user_id, base.id, 'knowledgebase.updated')
  return true
}

/** Deletes the passages of a document in slices. */
export async function sweep(
  { db, write }: Pick<Context, 'db' | 'write'>,
  documentId: DocumentRow['id'],
): Promise<void> {
  const passages = passageQueries(db)
  while ((await write((tx) => passages.removeSome(tx, documentId, SLICE))) === SLICE)
    await breathe()
}
