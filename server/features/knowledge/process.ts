import { setImmediate as breathe } from 'node:timers/promises'
import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { keptFile, removeFileOf } from './kept-file.ts'
import { fetchPage } from './page.ts'
import { passageQueries } from './passage-queries.ts'
import { type DocumentRow, knowledgeQueries } from './queries.ts'
import type { Passage } from './reader/passages.ts'
import type { Source } from './reader/read.ts'
import { readApart } from './reader/read-apart.ts'
import { Unreadable } from './reader/unreadable.ts'
import { recordDocument } from './record.ts'
import { SLICE, sweep } from './remove.ts'
import { sha256Of } from './sha256.ts'

type Needs = Omit<Parameters<typeof fetchPage>[0], 'network'> &
  Pick<Context, 'networkOf' | 'db' | 'events' | 'now' | 'sleep' | 'log' | 'write'>

/** Attempts after which a document that never finishes is presumed to crash the process. */
const MAX_ATTEMPTS = 3

/**
 * Reads a document into passages: `active` if there are any, otherwise `failed` with a reason. An interrupted run
 * leaves its status unchanged, and the next run starts over.
 */
export async function processDocument(
  context: Needs,
  documentId: number,
  stopping: AbortSignal,
): Promise<void> {
  const knowledge = knowledgeQueries(context.db)
  const document = knowledge.document(documentId)
  // Remove what an earlier run wrote, even if the document has been deleted.
  if (document?.status !== 'active') await sweep(context, documentId)
  if (document?.status === 'processing') await attempt(context, document, stopping)
  await removeFileOf(context, documentId)
}

async function attempt(
  context: Needs,
  document: DocumentRow,
  stopping: AbortSignal,
): Promise<void> {
  const { id } = document
  const knowledge = knowledgeQueries(context.db)
  if (document.attempts >= MAX_ATTEMPTS) {
    await fail(context, document, fault('reading_cut_off'))
    return
  }
  await context.write((tx) => knowledge.begin(tx, id))
  try {
    await read(context, document, stopping)
  } catch (error) {
    if (stopping.aborted) await context.write((tx) => knowledge.putBack(tx, id))
    if (!(error instanceof Unreadable)) throw error
    context.log.info({ document: id, err: error }, 'a document could not be read')
    await sweep(context, id)
    await fail(context, document, error.fault)
  }
}

async function read(context: Needs, document: DocumentRow, stopping: AbortSignal): Promise<void> {
  const { kind, bytes, title, size, sha256 } = await contentOf(context, document, stopping)
  const maxPassages = context.config.limits.documentPassages
  const passages = await readApart(context, { kind, bytes, title, maxPassages }, stopping)
  if (await writeAll(context, document, passages, stopping)) {
    await end(context, document, { status: 'active', error: null, size, sha256 })
  } else await sweep(context, document.id)
}

type Content = Pick<Source, 'kind' | 'bytes' | 'title'> & Pick<DocumentRow, 'size' | 'sha256'>

async function contentOf(
  context: Needs,
  { id, knowledge_base_id, type, name, url, size, sha256 }: DocumentRow,
  stopping: AbortSignal,
): Promise<Content> {
  if (type === 'website') {
    const account = knowledgeQueries(context.db).ownerOf(knowledge_base_id)
    // Deleted in the meantime, with its knowledge base.
    if (account === undefined) throw new Unreadable(fault('document_gone'))
    const caller = onBehalfOf(context, account)
    const { kind, bytes } = await fetchPage(caller, url ?? '', stopping)
    return { kind, bytes, title: name, size: bytes.length, sha256: await sha256Of(bytes) }
  }
  const bytes = await keptFile(context, id)
  if (!bytes) throw new Unreadable(fault('document_gone'))
  return { kind: type, bytes, title: titleOf(name), size, sha256 }
}

/** "opening-hours_2026.pdf" becomes "opening hours 2026". */
function titleOf(name: string): string {
  return (
    name
      .replace(/\.\w+$/, '')
      .replaceAll(/[_-]+/g, ' ')
      .trim() || name
  )
}

/** Writes passages in slices; false if the document was deleted in the meantime. */
async function writeAll(
  { db, write }: Needs,
  { id, knowledge_base_id }: DocumentRow,
  passages: readonly Passage[],
  stopping: AbortSignal,
): Promise<boolean> {
  const writeSlice = (tx: Tx, slice: readonly Passage[]) => {
    if (!knowledgeQueries(db).document(id)) return false
    passageQueries(db).insert(tx, id, knowledge_base_id, slice)
    return true
  }
  for (let from = 0; from < passages.length; from += SLICE) {
    stopping.throwIfAborted()
    const slice = passages.slice(from, from + SLICE)
    if (!(await write((tx) => writeSlice(tx, slice)))) return false
    await breathe()
  }
  return true
}

async function fail(context: Needs, document: DocumentRow, reason: Fault): Promise<void> {
  const { size, sha256 } = document
  await end(context, document, { status: 'failed', error: encodeFault(reason), size, sha256 })
}

async function end(
  context: Needs,
  { id }: DocumentRow,
  ending: Pick<DocumentRow, 'status' | 'error' | 'size' | 'sha256'>,
): Promise<void> {
  const { db, write, now } = context
  await write((tx) => {
    const ended = knowledgeQueries(db).end(tx, id, ending, now())
    if (ended) recordDocument(tx, context, ended, 'document.updated')
  })
}
