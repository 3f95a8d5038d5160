import {
  createDocument,
  createKnowledgeBase,
  type KnowledgeDocument,
  listDocuments,
} from '#contracts/knowledge.ts'
import { knowledgeQueries } from '../../server/features/knowledge/queries.ts'
import type { TestServer } from './server.ts'

type Caller = Pick<TestServer, 'call'>

/** A knowledge base without documents; resolves to its id. */
export async function createdBase({ call }: Caller, name = 'Shop'): Promise<number> {
  return (await call(createKnowledgeBase, { body: { name } })).data.id
}

/** A file as chosen by a user. */
export function fileOf(name: string, content: BlobPart): File {
  return new File([content], name)
}

/** Uploads a file into a knowledge base. */
export async function uploaded(
  { call }: Caller,
  id: number,
  file: File,
): Promise<KnowledgeDocument> {
  return (await call(createDocument, { params: { id }, body: { file } })).data
}

/** Adds a document and waits until reading it has finished, successfully or not. */
export async function readDocument(
  server: Pick<TestServer, 'call' | 'context'>,
  id: number,
  added: File | { url: string },
): Promise<KnowledgeDocument> {
  const body = added instanceof File ? { file: added } : { type: 'website' as const, ...added }
  const { data } = await server.call(createDocument, { params: { id }, body })
  await untilRead(server, data.id)
  const documents = (await server.call(listDocuments, { params: { id } })).data
  return documents.find((document) => document.id === data.id)!
}

/** Resolves once a document is no longer being read. */
export function untilRead({ context }: Pick<TestServer, 'context'>, id: number): Promise<void> {
  const isRead = () => knowledgeQueries(context.db).document(id)?.status !== 'processing'
  return new Promise((resolve) => {
    const unsubscribe = context.events.onRecorded(() => queueMicrotask(look))
    function look() {
      if (!isRead()) return
      unsubscribe()
      resolve()
    }
    look()
  })
}

/** The passages of a document, in order. */
export function passagesOf({ context }: Pick<TestServer, 'context'>, documentId: number) {
  return context.db
    .prepare<[number], { heading: string; content: string }>(
      'SELECT heading, content FROM chunks WHERE document_id = ? ORDER BY id',
    )
    .all(documentId)
}
