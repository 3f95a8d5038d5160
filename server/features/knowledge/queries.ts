import type { StoredFault } from '#contracts/faults.ts'
import type { DocumentStatus, DocumentType } from '#contracts/knowledge.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

export interface BaseRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly description: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly documents_count: number
  readonly assistants_count: number
  readonly processing_count: number
  readonly failed_count: number
}

export interface DocumentRow {
  readonly id: number
  readonly knowledge_base_id: number
  readonly name: string
  readonly description: string | null
  readonly type: DocumentType
  readonly url: string | null
  /** Addresses of a website besides `url`, JSON. */
  readonly links: string
  /** Maximum number of pages read beyond the addresses; null for files and crawled websites. */
  readonly relative_links_limit: number | null
  readonly status: DocumentStatus
  readonly error: StoredFault | null
  readonly size: number | null
  readonly sha256: string | null
  /** Number of attempts to read it. */
  readonly attempts: number
  readonly created_at: number
  readonly updated_at: number
}

type Origin = Pick<DocumentRow, 'description' | 'links' | 'relative_links_limit'>

type NewDocumentRow = Omit<
  DocumentRow,
  'id' | 'error' | 'attempts' | 'created_at' | 'updated_at' | keyof Origin
> &
  Partial<Origin>

const NO_ORIGIN: Origin = { description: null, links: '[]', relative_links_limit: null }

/** Name and description of a knowledge base or document. */
export type Description = Pick<DocumentRow, 'id' | 'name' | 'description'>

/** Result of reading a document. */
type Ending = Pick<DocumentRow, 'status' | 'error' | 'size' | 'sha256'>

const DOCUMENT =
  'id, knowledge_base_id, name, description, type, url, links, relative_links_limit, status, error, size, sha256, attempts, created_at, updated_at'

const BASES = `
  SELECT bases.id, bases.user_id, bases.name, bases.description, bases.created_at, bases.updated_at,
    count(documents.id) AS documents_count,
    (SELECT count(*) FROM assistants WHERE knowledgebase_id = bases.id AND deleted_at IS NULL) AS assistants_count,
    count(*) FILTER (WHERE documents.status = 'processing') AS processing_count,
    count(*) FILTER (WHERE documents.status = 'failed') AS failed_count
  FROM knowledge_bases AS bases LEFT JOIN documents ON documents.knowledge_base_id = bases.id
`

/** All SQL for knowledge bases and their documents. */
export const knowledgeQueries = oncePerDb((sql) => {
  const insertBase = sql
    .write<[number, string, string | null, number, number], number>(`
      INSERT INTO knowledge_bases (user_id, name, description, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?) RETURNING id
    `)
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
  const describeBase = sql.write<[Description & { user_id: number; updated_at: number }]>(`
    UPDATE knowledge_bases SET name = :name, description = :description, updated_at = :updated_at
    WHERE id = :id AND user_id = :user_id
  `)
  const touchBase = sql.write<[number, number]>(
    'UPDATE knowledge_bases SET updated_at = max(updated_at, ?) WHERE id = ?',
  )
  const deleteBase = sql.write<[number, number]>(
    'DELETE FROM knowledge_bases WHERE id = ? AND user_id = ?',
  )

  const insertDocument = sql.write<
    [NewDocumentRow & Origin & { created_at: number; updated_at: number }],
    DocumentRow
  >(`
    INSERT INTO documents (knowledge_base_id, name, description, type, url, links, relative_links_limit, status, size,
      sha256, created_at, updated_at)
    VALUES (:knowledge_base_id, :name, :description, :type, :url, :links, :relative_links_limit, :status, :size,
      :sha256, :created_at, :updated_at)
    RETURNING ${DOCUMENT}
  `)
  const documents = sql.read<[number], DocumentRow>(
    `SELECT ${DOCUMENT} FROM documents WHERE knowledge_base_id = ? ORDER BY id`,
  )
  const document = sql.read<[number], DocumentRow>(`SELECT ${DOCUMENT} FROM documents WHERE id = ?`)
  const describeDocument = sql.write<[Description & { updated_at: number }], DocumentRow>(`
    UPDATE documents SET name = :name, description = :description, updated_at = :updated_at
    WHERE id = :id RETURNING ${DOCUMENT}
  `)
  const deleteDocument = sql.write<[number, number]>(
    'DELETE FROM documents WHERE id = ? AND knowledge_base_id = ?',
  )
  const begin = sql.write<[number]>('UPDATE documents SET attempts = attempts + 1 WHERE id = ?')
  const undoAttempt = sql.write<[number]>(
    'UPDATE documents SET attempts = attempts - 1 WHERE id = ?',
  )
  const end = sql.write<[Ending & { id: number; updated_at: number }], DocumentRow>(`
    UPDATE documents SET status = :status, error = :error, size = :size, sha256 = :sha256, updated_at = :updated_at
    WHERE id = :id RETURNING ${DOCUMENT}
  `)

  return {
    insertBase: (
      tx: Tx,
      userId: number,
      name: string,
      now: Date,
      description: string | null = null,
    ) => insertBase.get(tx, userId, name, description, now.getTime(), now.getTime())!,
    bases: (userId: number) => bases.all(userId),
    base: (userId: number, id: number) => base.get(id, userId),
    /** The owner of a knowledge base. */
    ownerOf: (id: number) => owner.get(id),
    describeBase: (tx: Tx, userId: number, described: Description, now: Date) =>
      describeBase.run(tx, { ...described, user_id: userId, updated_at: now.getTime() }),
    /** Notes that the documents of a base have changed. */
    touchBase: (tx: Tx, id: number, now: Date) => touchBase.run(tx, now.getTime(), id),
    /** Deletes a base and its documents, but not their passages. */
    deleteBase: (tx: Tx, userId: number, id: number) => deleteBase.run(tx, id, userId),

    insertDocument: (tx: Tx, row: NewDocumentRow, now: Date) =>
      insertDocument.get(tx, {
        ...NO_ORIGIN,
        ...row,
        created_at: now.getTime(),
        updated_at: now.getTime(),
      })!,
    describeDocument: (tx: Tx, described: Description, now: Date) =>
      describeDocument.get(tx, { ...described, updated_at: now.getTime() })!,
    documents: (baseId: number) => documents.all(baseId),
    document: (id: number) => document.get(id),
    /** Deletes a document of a base, but not its passages; false if it does not exist. */
    deleteDocument: (tx: Tx, baseId: number, id: number) =>
      deleteDocument.run(tx, id, baseId).changes > 0,
    /** Counts an attempt to read a document. */
    begin: (tx: Tx, id: number) => begin.run(tx, id),
    /** Uncounts an attempt that was interrupted from outside. */
    putBack: (tx: Tx, id: number) => undoAttempt.run(tx, id),
    /** Stores the result of reading; undefined if the document was deleted. */
    end: (tx: Tx, id: number, ending: Ending, now: Date) =>
      end.get(tx, { ...ending, id, updated_at: now.getTime() }),
  }
})
