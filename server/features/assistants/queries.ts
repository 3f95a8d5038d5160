import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Slice } from '../../http/pagination.ts'
import type { AssistantFields, AssistantRow } from './row.ts'

type NewRow = AssistantFields & Pick<AssistantRow, 'uuid' | 'user_id' | 'created_at' | 'updated_at'>

export type AssistantWithLanguage = AssistantRow & { language: string }

const SELECT = `
  SELECT assistants.*, languages.code AS language FROM assistants JOIN languages ON languages.id = assistants.language_id
`

/** All SQL about assistants. A deleted one is as if it did not exist. */
export const assistantQueries = oncePerDb((db) => {
  const find = db.prepare<[number, number], AssistantWithLanguage>(
    `${SELECT} WHERE assistants.id = ? AND user_id = ? AND deleted_at IS NULL`,
  )
  const byUuid = db.prepare<[string], AssistantWithLanguage>(
    `${SELECT} WHERE uuid = ? AND deleted_at IS NULL`,
  )
  const byId = db.prepare<[number], AssistantWithLanguage>(`${SELECT} WHERE assistants.id = ?`)
  const firstActive = db.prepare<[], AssistantWithLanguage>(
    `${SELECT} WHERE status = 'active' AND deleted_at IS NULL ORDER BY assistants.id LIMIT 1`,
  )
  const count = db
    .prepare<[number], number>(
      'SELECT count(*) FROM assistants WHERE user_id = ? AND deleted_at IS NULL',
    )
    .pluck()
  const page = db.prepare<[number, number, number], AssistantWithLanguage>(
    `${SELECT} WHERE user_id = ? AND deleted_at IS NULL ORDER BY assistants.id LIMIT ${hidden('?')} OFFSET ${hidden('?')}`,
  )
  const setStatus = db.prepare<[string, number, number]>(
    'UPDATE assistants SET status = ?, updated_at = ? WHERE id = ?',
  )
  const setOrigins = db.prepare<[string, number, number]>(
    'UPDATE assistants SET allowed_origins = ?, updated_at = ? WHERE id = ?',
  )
  const admitting = db
    .prepare<[string], number>(`
      SELECT 1 FROM assistants, json_each(assistants.allowed_origins) AS origin
      WHERE origin.value = ? AND status = 'active' AND deleted_at IS NULL LIMIT 1
    `)
    .pluck()
  const addLanguage = db.prepare<[number, number, number]>(
    'INSERT INTO assistant_languages (assistant_id, position, language_id) VALUES (?, ?, ?)',
  )
  const addTool = db.prepare<[number, number, number]>(
    'INSERT INTO assistant_tools (assistant_id, position, tool_id) VALUES (?, ?, ?)',
  )

  return {
    find: (userId: number, id: number) => find.get(id, userId),
    byUuid: (uuid: string) => byUuid.get(uuid),
    byId: (id: number) => byId.get(id),
    /** The assistant of the demo page when none is named. */
    firstActive: () => firstActive.get(),
    count: (userId: number) => count.get(userId)!,
    page: (userId: number, { limit, offset }: Slice) => page.all(userId, limit, offset),
    insert(row: NewRow): number {
      const columns = Object.keys(row)
      const insert = db.prepare<[NewRow]>(
        `INSERT INTO assistants (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
      )
      return Number(insert.run(row).lastInsertRowid)
    },
    addLanguages: (id: number, languageIds: readonly number[]) =>
      languageIds.forEach((languageId, position) => void addLanguage.run(id, position, languageId)),
    addTools: (id: number, toolIds: readonly number[]) =>
      toolIds.forEach((toolId, position) => void addTool.run(id, position, toolId)),
    setStatus: (id: number, status: AssistantRow['status'], now: Date) =>
      setStatus.run(status, now.getTime(), id),
    setOrigins: (id: number, origins: readonly string[], now: Date) =>
      setOrigins.run(JSON.stringify(origins), now.getTime(), id),
    /** Whether any active assistant may be shown by pages of this origin. */
    isOriginKnown: (origin: string) => admitting.get(origin) !== undefined,
  }
})
