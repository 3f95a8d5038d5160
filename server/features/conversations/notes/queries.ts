import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface NoteRow {
  readonly id: number
  readonly client_id: string
  readonly operator_id: number
  readonly operator_name: string
  readonly after_seq: number
  readonly content: string
  /** JSON. */
  readonly mentions: string
  readonly created_at: number
  readonly edited_at: number | null
  readonly deleted_at: number | null
}

interface NewNote {
  readonly conversationId: number
  readonly operatorId: number
  readonly clientId: string
  readonly content: string
  readonly mentions: string
  readonly now: number
}

interface Edit {
  readonly id: number
  readonly content: string
  readonly mentions: string
  readonly now: number
}

const NOTE = `
  SELECT notes.*, operators.name AS operator_name FROM notes JOIN operators ON operators.id = notes.operator_id
`

/** All SQL for private notes. */
export const noteQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewNote]>(`
    INSERT INTO notes (conversation_id, operator_id, client_id, after_seq, content, mentions, created_at)
    SELECT id, :operatorId, :clientId, message_count, :content, :mentions, :now
    FROM conversations WHERE id = :conversationId
  `)
  const byId = sql.read<[number], NoteRow>(`${NOTE} WHERE notes.id = ${hidden('?')}`)
  const byClientId = sql.read<[number, string], NoteRow>(
    `${NOTE} WHERE notes.conversation_id = ${hidden('?')} AND notes.client_id = ${hidden('?')}`,
  )
  const ofConversation = sql.read<[number, number], NoteRow>(
    `${NOTE} WHERE notes.id = ${hidden('?')} AND +notes.conversation_id = ?`,
  )
  const all = sql.read<[number], NoteRow>(`
    ${NOTE} WHERE notes.conversation_id = ${hidden('?')} AND notes.deleted_at IS NULL ORDER BY notes.id
  `)
  const edit = sql.write<[Edit]>(
    'UPDATE notes SET content = :content, mentions = :mentions, edited_at = :now WHERE id = :id',
  )
  const setDeleted = sql.write<[number | null, number]>(
    'UPDATE notes SET deleted_at = ? WHERE id = ?',
  )

  return {
    /** Inserts a note after the latest message. */
    insert: (tx: Tx, note: NewNote) => byId.get(Number(insert.run(tx, note).lastInsertRowid))!,
    byClientId: (conversationId: number, clientId: string) =>
      byClientId.get(conversationId, clientId),
    /** A note of a conversation, even if deleted. */
    find: (conversationId: number, id: number) => ofConversation.get(id, conversationId),
    /** The notes of a conversation, oldest first. */
    all: (conversationId: number) => all.all(conversationId),
    edit: (tx: Tx, change: Edit) => {
      edit.run(tx, change)
      return byId.get(change.id)!
    },
    remove: (tx: Tx, id: number, now: Date) => setDeleted.run(tx, now.getTime(), id),
    restore: (tx: Tx, id: number) => {
      setDeleted.run(tx, null, id)
      return byId.get(id)!
    },
  }
})
