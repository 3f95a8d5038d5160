import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { Slice } from '../../../http/pagination.ts'

export interface EntryRow {
  readonly id: number
  readonly user_id: number
  readonly document_id: number
  readonly knowledge_base_id: number
  readonly question: string
  readonly answer: string
  /** UUID of the conversation that it was made from. */
  readonly conversation_uuid: string | null
  readonly message_seq: number | null
  readonly created_at: number
  readonly updated_at: number
}

interface NewEntry {
  readonly userId: number
  readonly documentId: number
  readonly question: string
  readonly answer: string
  readonly conversationId: number | null
  readonly seq: number | null
  readonly now: number
}

type Change = Pick<NewEntry, 'documentId' | 'question' | 'answer' | 'now'> & { readonly id: number }

/** Filter of the list: a base, or null for all, and a part of the text, or ''. */
export interface EntryFilter {
  readonly userId: number
  readonly baseId: number | null
  readonly search: string
}

const ENTRY = `
  SELECT entries.id, entries.user_id, entries.document_id, documents.knowledge_base_id, question, answer,
    conversations.uuid AS conversation_uuid, message_seq, entries.created_at, entries.updated_at
  FROM knowledge_entries AS entries JOIN documents ON documents.id = entries.document_id
    LEFT JOIN conversations ON conversations.id = entries.conversation_id
`

const MATCHES = `
  entries.user_id = :userId AND (:baseId IS NULL OR documents.knowledge_base_id = :baseId)
  AND (:search = '' OR instr(lower(question), lower(:search)) > 0 OR instr(lower(answer), lower(:search)) > 0)
`

/** All SQL for the questions and answers of knowledge bases. */
export const entryQueries = oncePerDb((sql) => {
  const count = sql
    .read<[EntryFilter], number>(`
      SELECT count(*) FROM knowledge_entries AS entries JOIN documents ON documents.id = entries.document_id
      WHERE ${MATCHES}
    `)
    .pluck()
  const page = sql.read<[EntryFilter & Slice], EntryRow>(
    `${ENTRY} WHERE ${MATCHES} ORDER BY entries.id DESC LIMIT :limit OFFSET :offset`,
  )
  const find = sql.read<[number, number], EntryRow>(
    `${ENTRY} WHERE entries.id = ? AND entries.user_id = ?`,
  )
  const documentOf = sql
    .read<[number], number>(
      "SELECT id FROM documents WHERE knowledge_base_id = ? AND type = 'answers'",
    )
    .pluck()
  const conversation = sql
    .read<[string, number], number>('SELECT id FROM conversations WHERE uuid = ? AND user_id = ?')
    .pluck()
  const hasEntries = sql
    .read<[number], number>('SELECT EXISTS (SELECT 1 FROM knowledge_entries WHERE document_id = ?)')
    .pluck()
  const insert = sql
    .write<[NewEntry], number>(`
      INSERT INTO knowledge_entries
        (user_id, document_id, question, answer, conversation_id, message_seq, created_at, updated_at)
      VALUES (:userId, :documentId, :question, :answer, :conversationId, :seq, :now, :now) RETURNING id
    `)
    .pluck()
  const update = sql.write<[Change]>(`
    UPDATE knowledge_entries SET document_id = :documentId, question = :question, answer = :answer, updated_at = :now
    WHERE id = :id
  `)
  const remove = sql.write<[number]>('DELETE FROM knowledge_entries WHERE id = ?')

  return {
    count: (filter: EntryFilter) => count.get(filter)!,
    page: (filter: EntryFilter, slice: Slice) => page.all({ ...filter, ...slice }),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Id of the document that holds the entries of a base; undefined without entries. */
    documentOf: (baseId: number) => documentOf.get(baseId),
    /** Id of an account's conversation. */
    conversation: (userId: number, uuid: string) => conversation.get(uuid, userId),
    hasEntries: (documentId: number) => hasEntries.get(documentId) === 1,
    insert: (tx: Tx, entry: NewEntry) => insert.get(tx, entry)!,
    update: (tx: Tx, change: Change) => update.run(tx, change),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
