import type { KeptFault } from '#contracts/faults.ts'
import type { DocumentStatus, DocumentType } from '#contracts/knowledge.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

export interface BaseRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly created_at: number
  readonly document_count: number
  readonly processing_count: number
  readonly failed_count: number
}

export interface DocumentRow {
  readonly id: number
  readonly knowledge_base_id: number
  readonly name: string
  readonly type: DocumentType
  readonly url: string | null
  readonly status: DocumentStatus
  readonly error: KeptFault | null
  readonly size: number | null
  readonly sha256: string | null
  /** Number of attempts to read it. */
  readonly attempts: number
  readonly created_at: number
  readonly updated_at: number
}

type NewDocumentRow = Omit<DocumentRow, 'id' | 'error' | 'attempts' | 'created_at' | 'updated_at'>

/** Result of reading a document. */
type Ending = Pick<DocumentRow, 'status' | 'error' | 'size' | 'sha256'>

const DOCUMENT =
  'id, knowledge_base_id, name, type, url, status, error, size, sha256, attempts, created_at, updated_at'

const BASES = `
  SELECT bases.id, bases.user_id, bases.name, bases.created_at,
    count(documents.id) AS document_count,
    count(*) FILTER (WHERE documents.status = 'processing') AS processing_count,
    count(*) FILTER (WHERE documents.status = 'failed') AS failed_count
  FROM knowledge_bases AS bases LEFT JOIN documents ON documents.knowledge_base_id = bases.id
`

/** All SQL for knowledge bases and their documents. */
export const knowledgeQueries = oncePerDb((sql) => {
  const insertBase = sql
    .write<[number, string, number], number>(
      'INSERT INTO knowledge_bases (user_id, name, created_at) VALUES (?, ?, ?) RETURNING id',
    )
    .pluck()
  const bases = sql.read<[number], BaseRow>(
    `${BASES} WHERE bases.user_id = ? GROUP BY bases.id ORDER BY bases.id`,
  )
  const base = sql.read<[number, number], BaseRow>(
    `${BASES} WHERE bases.id = ? AND bases.user_id = ? GROUP BY bases.id`,
  )
  const owner = sql
    .read<[number], number>('SELECT user_id FROM knowledge_bases WHERE id = ?')
    .pluck()
  const rename = sql.write<[string, number, number]>(
    'UPDATE knowledge_bases SET name = ? WHERE id = ? AND user_id = ?',
  )
  const deleteBase = sql.write<[number, number]>(
    'DELETE FROM knowledge_bases WHERE id = ? AND user_id = ?',
  )

  const insertDocument = sql.write<
    [NewDocumentRow & { created_at: number; updated_at: number }],
    DocumentRow
  >(`
    INSERT INTO documents (knowledge_base_id, name, type, url, status, size, sha256, created_at, updated_at)
    VALUES (:knowledge_base_id, :name, :type, :url, :status, :size, :sha256, :created_at, :updated_at)
    RETURNING ${DOCUMENT}
  `)
  const documents = sql.read<[number], DocumentRow>(
    `SELECT ${DOCUMENT} FROM documents WHERE knowledge_base_id = ? ORDER BY id`,
  )
  const document = sql.read<[number], DocumentRow>(`SELECT ${DOCUMENT} FROM documents WHERE id = ?`)
  const deleteDocument = sql.write<[number, number]>(
    'DELETE FROM documents WHERE id = ? AND knowledge_base_id = ?',
  )
  const begin = sql.write<[number]>('UPDATE documents SET attempts = attempts + 1 WHERE id = ?')
  const putBack = sql.write<[number]>('UPDATE documents SET attempts = attempts - 1 WHERE id = ?')
  const end = sql.write<[Ending & { id: number; updated_at: number }], DocumentRow>(`
    UPDATE documents SET status = :status, error = :error, size = :size, sha256 = :sha256, updated_at = :updated_at
    WHERE id = :id RETURNING ${DOCUMENT}
  `)

  return {
    insertBase: (tx: Tx, userId: number, name: string, now: Date) =>
      insertBase.get(tx, userId, name, now.getTime())!,
    bases: (userId: number) => bases.all(userId),
    base: (userId: number, id: number) => base.get(id, userId),
    /** The owner of a knowledge base. */
    ownerOf: (id: number) => owner.get(id),
    rename: (tx: Tx, userId: number, id: number, name: string) => rename.run(tx, name, id, userId),
    /** Deletes a base and its documents, but not their passages. */
    deleteBase: (tx: Tx, userId: number, id: number) => deleteBase.run(tx, id, userId),

    insertDocument: (tx: Tx, row: NewDocumentRow, now: Date) =>
      insertDocument.get(tx, { ...row, created_at: now.getTime(), updated_at: now.getTime() })!,
    documents: (baseId: number) => documents.all(baseId),
    document: (id: number) => document.get(id),
    /** Deletes a document of a base, but not its passages; false if it does not exist. */
    deleteDocument: (tx: Tx, baseId: number, id: number) =>
      deleteDocument.run(tx, id, baseId).changes > 0,
    /** Counts an attempt to read a document. */
    begin: (tx: Tx, id: number) => begin.run(tx, id),
    /** Uncounts an attempt that was interrupted from outside. */
    putBack: (tx: Tx, id: number) => putBack.run(tx, id),
    /** Stores the result of reading; undefined if the document was deleted. */
    end: (tx: Tx, id: number, ending: Ending, now: Date) =>
      end.get(tx, { ...ending, id, updated_at: now.getTime() }),
  }
})
