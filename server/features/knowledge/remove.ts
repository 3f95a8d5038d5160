import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { passageQueries } from './passage-queries.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from './queries.ts'
import { recordBase } from './record.ts'

/** Passages that are written or removed in one transaction: few enough that nobody else waits for the one writer. */
export const SLICE = 200

type Needs = Pick<Context, 'db' | 'events' | 'jobs'>

/** Deletes a knowledge base with its documents; assistants lose it. */
export function removeBase({ db, events, jobs }: Needs, { id, user_id }: BaseRow): void {
  const knowledge = knowledgeQueries(db)
  db.transaction(() => {
    const documents = knowledge.documents(id)
    knowledge.deleteBase(user_id, id)
    for (const document of documents) {
      jobs.add({ kind: 'document.sweep', payload: { document_id: document.id } })
    }
    events.record({ userId: user_id, type: 'knowledgebase.deleted', payload: { id } })
  })()
}

/** Deletes a document of a knowledge base; false when there is none. */
export function removeDocument(context: Needs, base: BaseRow, documentId: number): boolean {
  const { db, events, jobs } = context
  return db.transaction(() => {
    if (!knowledgeQueries(db).deleteDocument(base.id, documentId)) return false
    jobs.add({ kind: 'document.sweep', payload: { document_id: documentId } })
    const payload = { id: documentId, knowledgebase_id: base.id }
    events.record({ userId: base.user_id, type: 'document.deleted', payload })
    recordBase(context, base.user_id, base.id, 'knowledgebase.updated')
    return true
  })()
}

/** Removes the passages of a document, slice by slice. */
export async function sweep(
  { db }: Pick<Context, 'db'>,
  documentId: DocumentRow['id'],
): Promise<void> {
  const passages = passageQueries(db)
  while (passages.removeSome(documentId, SLICE) === SLICE) await breathe()
}
