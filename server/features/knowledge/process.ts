import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { keptFile, removeFileOf } from './kept-file.ts'
import { type DocumentRow, knowledgeQueries } from './queries.ts'
import { readInWorker } from './reader/read-apart.ts'
import { Unreadable } from './reader/unreadable.ts'
import { recordDocument } from './record.ts'
import { sweep } from './remove.ts'
import { readWebsite } from './website.ts'
import { writePassages } from './write-passages.ts'

type Needs = Parameters<typeof readWebsite>[0] & Pick<Context, 'sleep' | 'log'>

/** Attempts after which a document that never finishes is presumed to crash the process. */
const MAX_ATTEMPTS = 3

/**
 * Reads a document into passages: `active` if there are any, otherwise `failed` with a reason. An interrupted run
 * leaves its status unchanged, and the next run starts over, for a website with the page that was interrupted.
 * @returns time of the next page of a website
 */
export async function processDocument(
  context: Needs,
  documentId: number,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const knowledge = knowledgeQueries(context.db)
  const document = knowledge.document(documentId)
  if (document?.type === 'website') return readWebsite(context, document, stopping)
  // Remove what an earlier run wrote, even if the document has been deleted.
  if (document?.status !== 'active') await sweep(context, documentId)
  if (document?.status === 'processing') await attempt(context, document, stopping)
  await removeFileOf(context, documentId)
  return undefined
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
  const { id, type, name, size, sha256 } = document
  const bytes = await keptFile(context, id)
  if (!bytes || type === 'website' || type === 'answers')
    throw new Unreadable(fault('document_gone'))
  const maxPassages = context.config.limits.documentPassages
  const source = { kind: type, bytes, title: titleOf(name), maxPassages }
  const passages = await readInWorker(context, source, stopping)
  if (await writePassages(context, document, passages, stopping)) {
    await end(context, document, { status: 'active', error: null, size, sha256 })
  } else await sweep(context, document.id)
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
