import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

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

/** All SQL about private notes. */
export const noteQueries = oncePerDb((db) => {
  const insert = db.prepare<[NewNote]>(`
    INSERT INTO notes (conversation_id, operator_id, client_id, after_seq, content, mentions, created_at)
    SELECT id, :operatorId, :clientId, message_count, :content, :mentions, :now
    FROM conversations WHERE id = :conversationId
  `)
  const byId = db.prepare<[number], NoteRow>(`${NOTE} WHERE notes.id = ${hidden('?')}`)
  const byClientId = db.prepare<[number, string], NoteRow>(
    `${NOTE} WHERE notes.conversation_id = ${hidden('?')} AND notes.client_id = ${hidden('?')}`,
  )
  const ofConversation = db.prepare<[number, number], NoteRow>(
    `${NOTE} WHERE notes.id = ${hidden('?')} AND +notes.conversation_id = ?`,
  )
  const all = db.prepare<[number], NoteRow>(`
    ${NOTE} WHERE notes.conversation_id = ${hidden('?')} AND notes.deleted_at IS NULL ORDER BY notes.id
  `)
  const edit = db.prepare<[Edit]>(
    'UPDATE notes SET content = :content, mentions = :mentions, edited_at = :now WHERE id = :id',
  )
  const setDeleted = db.prepare<[number | null, number]>(
    'UPDATE notes SET deleted_at = ? WHERE id = ?',
  )

  return {
    /** Writes it behind the last message there is. */
    insert: (note: NewNote) => byId.get(Number(insert.run(note).lastInsertRowid))!,
    byClientId: (conversationId: number, clientId: string) =>
      byClientId.get(conversationId, clientId),
    /** A note of a conversation, a deleted one too. */
    find: (conversationId: number, id: number) => ofConversation.get(id, conversationId),
    /** Those of a conversation, oldest first. */
    all: (conversationId: number) => all.all(conversationId),
    edit: (change: Edit) => {
      edit.run(change)
      return byId.get(change.id)!
    },
    remove: (id: number, now: Date) => setDeleted.run(now.getTime(), id),
    restore: (id: number) => {
      setDeleted.run(null, id)
      return byId.get(id)!
    },
  }
})
