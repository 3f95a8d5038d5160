import type { Context } from '../../context.ts'
import { PROCESS } from './process.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from './queries.ts'
import { recordDocument } from './record.ts'
import type { UploadedFile } from './uploaded-file.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'config'>

/** Adds a page of the web to a knowledge base; it is fetched and read in the background. */
export function addWebsite(context: Needs, base: BaseRow, url: string): DocumentRow {
  return add(context, base, { name: url, type: 'website', url, size: null, sha256: null })
}

/** Adds a file to a knowledge base; it is read in the background. */
export function addFile(context: Needs, base: BaseRow, file: UploadedFile): DocumentRow {
  const { name, kind, bytes, sha256 } = file
  return add(context, base, { name, type: kind, url: null, size: bytes.length, sha256 }, bytes)
}

type Fields = Pick<DocumentRow, 'name' | 'type' | 'url' | 'size' | 'sha256'>

function add(context: Needs, base: BaseRow, fields: Fields, bytes?: Uint8Array): DocumentRow {
  const { db, jobs, now, config } = context
  const knowledge = knowledgeQueries(db)
  return db.transaction(() => {
    const document = knowledge.insertDocument(
      { ...fields, knowledge_base_id: base.id, status: 'processing' },
      now(),
    )
    if (bytes) knowledge.insertFile(document.id, bytes)
    jobs.add({
      kind: PROCESS,
      payload: { document_id: document.id },
      // As many lanes as documents may be read at the same time.
      lane: `documents:${document.id % config.limits.documentsAtOnce}`,
    })
    recordDocument(context, document, 'document.created')
    return document
  })()
}
