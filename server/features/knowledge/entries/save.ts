import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { passageQueries } from '../passage-queries.ts'
import { type BaseRow, type DocumentRow, knowledgeQueries } from '../queries.ts'
import { passagesOf } from '../reader/passages.ts'
import { recordDocument } from '../record.ts'
import { dropDocument } from '../remove.ts'
import { presentEntry } from './present.ts'
import { type EntryRow, entryQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'now'>

interface NewEntry {
  readonly question: string
  readonly answer: string
  readonly conversationId: number | null
  readonly seq: number | null
}

/** The stored name of the document that holds the entries of a base. */
const DOCUMENT_NAME = 'Questions and answers'

/** Adds a question and its answer to a base. */
export function addEntry(tx: Tx, context: Needs, base: BaseRow, entry: NewEntry): EntryRow {
  const { db, events, now } = context
  const { user_id: userId } = base
  const document = documentFor(tx, context, base)
  const id = entryQueries(db).insert(tx, {
    ...entry,
    userId,
    documentId: document.id,
    now: now().getTime(),
  })
  const row = entryQueries(db).find(userId, id)!
  writePassages(tx, context, row)
  recordDocument(tx, context, document, 'document.updated')
  events.record(tx, { userId, type: 'knowledge_entry.created', payload: presentEntry(row) })
  return row
}

/** Changes an entry, and the base that it is in. */
export function changeEntry(
  tx: Tx,
  context: Needs,
  entry: EntryRow,
  { base, question, answer }: Pick<NewEntry, 'question' | 'answer'> & { readonly base: BaseRow },
): EntryRow {
  const { db, events, now } = context
  const { id, user_id: userId } = entry
  const document = documentFor(tx, context, base)
  entryQueries(db).update(tx, {
    id,
    documentId: document.id,
    question,
    answer,
    now: now().getTime(),
  })
  const row = entryQueries(db).find(userId, id)!
  passageQueries(db).removeOfEntry(tx, id)
  writePassages(tx, context, row)
  recordDocument(tx, context, document, 'document.updated')
  if (document.id !== entry.document_id) closeDocument(tx, context, entry)
  events.record(tx, { userId, type: 'knowledge_entry.updated', payload: presentEntry(row) })
  return row
}

/** Deletes an entry with its passages. */
export function removeEntry(tx: Tx, context: Needs, entry: EntryRow): void {
  const { db, events } = context
  const { id, user_id: userId } = entry
  entryQueries(db).remove(tx, id)
  passageQueries(db).removeOfEntry(tx, id)
  closeDocument(tx, context, entry)
  events.record(tx, { userId, type: 'knowledge_entry.deleted', payload: { id } })
}

/** The document with the entries of a base, which the first entry adds. */
function documentFor(tx: Tx, context: Needs, base: BaseRow): DocumentRow {
  const knowledge = knowledgeQueries(context.db)
  const known = entryQueries(context.db).documentOf(base.id)
  if (known !== undefined) return knowledge.document(known)!
  const fields = { type: 'answers', status: 'active', url: null, size: null, sha256: null } as const
  const row = { ...fields, knowledge_base_id: base.id, name: DOCUMENT_NAME }
  const document = knowledge.insertDocument(tx, row, context.now())
  recordDocument(tx, context, document, 'document.created')
  return document
}

/** Publishes the document that an entry has left, or deletes it if that was the last one. */
function closeDocument(tx: Tx, context: Needs, entry: EntryRow): void {
  const { db } = context
  const knowledge = knowledgeQueries(db)
  const { document_id: documentId } = entry
  if (entryQueries(db).hasEntries(documentId)) {
    recordDocument(tx, context, knowledge.document(documentId)!, 'document.updated')
    return
  }
  dropDocument(tx, context, knowledge.base(entry.user_id, entry.knowledge_base_id)!, documentId)
}

/** Writes the passages of an entry under its question; only a long answer has several. */
function writePassages(tx: Tx, { db }: Needs, entry: EntryRow): void {
  const passages = [...passagesOf(entry.answer, '')].map(({ heading, content }) => ({
    heading: heading === '' ? entry.question : `${entry.question} › ${heading}`,
    content,
  }))
  passageQueries(db).insert(tx, entry.document_id, entry.knowledge_base_id, passages, {
    entryId: entry.id,
  })
}
