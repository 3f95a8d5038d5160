import type { TemplateCategory, TemplateStatus } from '#contracts/enums.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A stored template. Times are milliseconds. */
export interface TemplateRow {
  readonly id: number
  readonly sender_id: number
  readonly name: string
  readonly language: string
  readonly category: TemplateCategory
  readonly status: TemplateStatus
  readonly body_text: string
  /** JSON: names of the placeholders, in order. */
  readonly variables: string
  readonly created_at: number
  /** The channel's id of it; null before it was submitted. */
  readonly remote_id: string | null
  /** Reason of a rejection. */
  readonly reason: StoredFault | null
}

type NewTemplate = Omit<TemplateRow, 'id' | 'status' | 'remote_id' | 'reason'>

/** A template as its channel has it. */
type SyncedTemplate = Omit<TemplateRow, 'id'>

interface Decision {
  readonly id: number
  readonly status: TemplateStatus
  readonly remoteId: string | null
  readonly reason: StoredFault | null
}

/** All SQL for templates; ids ascending. */
export const templateQueries = oncePerDb((sql) => {
  const all = sql.read<[number], TemplateRow>(
    'SELECT * FROM messenger_templates WHERE sender_id = ? ORDER BY id',
  )
  const find = sql.read<[number, number], TemplateRow>(
    'SELECT * FROM messenger_templates WHERE id = ? AND sender_id = ?',
  )
  const byId = sql.read<[number], TemplateRow>('SELECT * FROM messenger_templates WHERE id = ?')
  const isUsed = sql
    .read<[number, string, string], number>(
      'SELECT 1 FROM messenger_templates WHERE sender_id = ? AND name = ? AND language = ?',
    )
    .pluck()
  const insert = sql.write<[NewTemplate], TemplateRow>(`
    INSERT INTO messenger_templates (sender_id, name, language, category, status, body_text, variables, created_at)
    VALUES (:sender_id, :name, :language, :category, 'pending', :body_text, :variables, :created_at)
    RETURNING *
  `)
  const decide = sql.write<[Decision], TemplateRow>(`
    UPDATE messenger_templates SET
      status = :status, remote_id = coalesce(:remoteId, remote_id), reason = :reason
    WHERE id = :id AND status = 'pending' RETURNING *
  `)
  const synced = sql.write<[SyncedTemplate], TemplateRow>(`
    INSERT INTO messenger_templates (
      sender_id, name, language, category, status, body_text, variables, created_at, remote_id, reason
    ) VALUES (
      :sender_id, :name, :language, :category, :status, :body_text, :variables, :created_at, :remote_id, :reason
    )
    ON CONFLICT (sender_id, name, language) DO UPDATE SET
      category = :category, status = :status, remote_id = :remote_id, reason = :reason,
      variables = iif(body_text = :body_text, variables, :variables), body_text = :body_text
    WHERE category <> :category OR status <> :status OR body_text <> :body_text
      OR remote_id IS NOT :remote_id OR reason IS NOT :reason
    RETURNING *
  `)
  const remove = sql.write<[number]>('DELETE FROM messenger_templates WHERE id = ?')

  return {
    all: (senderId: number) => all.all(senderId),
    find: (senderId: number, id: number) => find.get(id, senderId),
    byId: (id: number) => byId.get(id),
    /** Reports whether a sender has a template with this name and language. */
    isUsed: (senderId: number, name: string, language: string) =>
      isUsed.get(senderId, name, language) !== undefined,
    insert: (tx: Tx, template: NewTemplate) => insert.get(tx, template)!,
    /** Records the result of a review, or that it goes on; undefined if there was one already. */
    decide: (tx: Tx, decision: Decision) => decide.get(tx, decision),
    /** Inserts or changes a template to what its channel has; undefined if that was known. */
    synced: (tx: Tx, template: SyncedTemplate) => synced.get(tx, template),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
