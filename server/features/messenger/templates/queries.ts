import type { TemplateCategory, TemplateStatus } from '#contracts/enums.ts'
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
}

type NewTemplate = Omit<TemplateRow, 'id' | 'status'>

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
  const decide = sql.write<[TemplateStatus, number], TemplateRow>(
    "UPDATE messenger_templates SET status = ? WHERE id = ? AND status = 'pending' RETURNING *",
  )
  const remove = sql.write<[number]>('DELETE FROM messenger_templates WHERE id = ?')

  return {
    all: (senderId: number) => all.all(senderId),
    find: (senderId: number, id: number) => find.get(id, senderId),
    byId: (id: number) => byId.get(id),
    /** Reports whether a sender has a template with this name and language. */
    isUsed: (senderId: number, name: string, language: string) =>
      isUsed.get(senderId, name, language) !== undefined,
    insert: (tx: Tx, template: NewTemplate) => insert.get(tx, template)!,
    /** Records the result of a review; undefined if there was one already. */
    decide: (tx: Tx, id: number, status: TemplateStatus) => decide.get(tx, status, id),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
