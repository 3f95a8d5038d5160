import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { sealingOf } from '../../db/sealing.ts'
import type { Writing } from '../../db/sql.ts'
import type { Tx } from '../../db/write.ts'
import type { Slice } from '../../http/pagination.ts'
import { CALENDAR_KEYS, opened, sealed } from '../platform/secrets/places.ts'
import type { AssistantFields, AssistantRow } from './row.ts'

type NewRow = AssistantFields & Pick<AssistantRow, 'uuid' | 'user_id' | 'created_at' | 'updated_at'>

export type AssistantWithLanguage = AssistantRow & { language: string }

/** Limits of a list of assistants; null for none. */
interface AssistantFilter {
  readonly type: AssistantRow['type'] | null
  readonly folder: number | null
  readonly label: number | null
}

const EVERY: AssistantFilter = { type: null, folder: null, label: null }

const SELECT = `
  SELECT assistants.*, languages.code AS language FROM assistants JOIN languages ON languages.id = assistants.language_id
`

/**
 * All SQL for assistants. Only `byId` and `findAny` return deleted ones. Calendar keys are sealed in the database and
 * in plain text in these rows.
 */
export const assistantQueries = oncePerDb((sql, db) => {
  const find = sql.read<[number, number], AssistantWithLanguage>(
    `${SELECT} WHERE assistants.id = ${hidden('?')} AND +user_id = ? AND deleted_at IS NULL`,
  )
  const has = sql
    .read<[number, number], number>(
      `SELECT 1 FROM assistants WHERE id = ${hidden('?')} AND +user_id = ? AND deleted_at IS NULL`,
    )
    .pluck()
  const byUuid = sql.read<[string], AssistantWithLanguage>(
    `${SELECT} WHERE uuid = ${hidden('?')} AND deleted_at IS NULL`,
  )
  const byId = sql.read<[number], AssistantWithLanguage>(
    `${SELECT} WHERE assistants.id = ${hidden('?')}`,
  )
  const firstActive = sql.read<[], AssistantWithLanguage>(
    `${SELECT} WHERE status = 'active' AND deleted_at IS NULL ORDER BY assistants.id LIMIT 1`,
  )
  const matching = `
    user_id = :userId AND deleted_at IS NULL
    AND (:type IS NULL OR type = :type)
    AND (:folder IS NULL OR folder_id = :folder)
    AND (:label IS NULL OR EXISTS (
      SELECT 1 FROM labeled_assistants WHERE assistant_id = assistants.id AND label_id = :label
    ))
  `
  const count = sql
    .read<[AssistantFilter & { userId: number }], number>(
      `SELECT count(*) FROM assistants WHERE ${matching}`,
    )
    .pluck()
  const page = sql.read<[AssistantFilter & Slice & { userId: number }], AssistantWithLanguage>(
    `${SELECT} WHERE ${matching} ORDER BY assistants.id LIMIT ${hidden(':limit')} OFFSET ${hidden(':offset')}`,
  )
  const all = sql.read<[number], AssistantWithLanguage>(
    `${SELECT} WHERE user_id = ? AND deleted_at IS NULL ORDER BY assistants.id`,
  )
  const withNumber = sql.read<[number, number], AssistantWithLanguage>(
    `${SELECT} WHERE user_id = ? AND phone_number_id = ? AND deleted_at IS NULL ORDER BY assistants.id`,
  )
  const findAny = sql.read<[number, number], AssistantWithLanguage>(
    `${SELECT} WHERE assistants.id = ${hidden('?')} AND +user_id = ?`,
  )
  const languagesOf = sql
    .read<[number], number>(
      'SELECT language_id FROM assistant_languages WHERE assistant_id = ? ORDER BY position',
    )
    .pluck()
  const toolsOf = sql
    .read<[number], number>(
      'SELECT tool_id FROM assistant_tools WHERE assistant_id = ? ORDER BY position',
    )
    .pluck()
  const mcpToolsOf = sql
    .read<[number], number>(
      'SELECT mcp_tool_id FROM assistant_mcp_tools WHERE assistant_id = ? ORDER BY position',
    )
    .pluck()
  const admitting = sql
    .read<[string], number>(`
      SELECT 1 FROM assistants, json_each(assistants.allowed_origins) AS origin
      WHERE origin.value = ? AND status = 'active' AND deleted_at IS NULL LIMIT 1
    `)
    .pluck()
  const insertSql = (names: readonly string[]) => `
    INSERT INTO assistants (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})
  `
  const changeSql = (names: readonly string[]) => `
    UPDATE assistants SET ${names.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id
  `
  const written = new Map<string, Writing<[object], unknown>>()

  /** Executes the statement for this set of columns, prepared once. */
  function write(
    tx: Tx,
    textOf: (names: readonly string[]) => string,
    columns: object,
    id?: number,
  ) {
    const text = textOf(Object.keys(columns))
    const statement = written.get(text) ?? sql.write<[object]>(text)
    written.set(text, statement)
    return statement.run(tx, { ...columns, id })
  }

  const toolsIn = sql
    .read<[number], string>(`SELECT tools FROM assistants WHERE id = ${hidden('?')}`)
    .pluck()

  /** Columns in their stored form, with calendar keys sealed. */
  function locked<columns extends Partial<AssistantRow>>(columns: columns, id?: number): columns {
    const { tools } = columns
    if (tools === undefined) return columns
    const stored = id === undefined ? undefined : toolsIn.get(id)
    return { ...columns, tools: sealed(sealingOf(db), CALENDAR_KEYS, tools, stored) }
  }

  const inClear = (row: AssistantWithLanguage): AssistantWithLanguage => ({
    ...row,
    tools: opened(sealingOf(db), CALENDAR_KEYS, row.tools),
  })
  const ifThere = (row: AssistantWithLanguage | undefined) => row && inClear(row)

  return {
    find: (userId: number, id: number) => ifThere(find.get(id, userId)),
    /** Reports whether an account has an assistant. */
    has: (userId: number, id: number) => has.get(id, userId) !== undefined,
    byUuid: (uuid: string) => ifThere(byUuid.get(uuid)),
    /** An account's assistant by its id or UUID. */
    named(userId: number, reference: number | string): AssistantWithLanguage | undefined {
      const row =
        typeof reference === 'number'
          ? find.get(reference, userId)
          : byUuid.get(reference.toLowerCase())
      return row?.user_id === userId ? inClear(row) : undefined
    },
    byId: (id: number) => ifThere(byId.get(id)),
    /** The assistant of the demo page if none is specified. */
    firstActive: () => ifThere(firstActive.get()),
    count: (userId: number, filter = EVERY) => count.get({ ...filter, userId })!,
    page: (userId: number, filter: AssistantFilter, slice: Slice) =>
      page.all({ ...filter, ...slice, userId }).map(inClear),
    all: (userId: number) => all.all(userId).map(inClear),
    withNumber: (userId: number, numberId: number) => withNumber.all(userId, numberId).map(inClear),
    insert: (tx: Tx, row: NewRow) => Number(write(tx, insertSql, locked(row)).lastInsertRowid),
    change: (tx: Tx, id: number, columns: Partial<AssistantRow>, now: Date) =>
      write(tx, changeSql, { ...locked(columns, id), updated_at: now.getTime() }, id),
    setLanguages: placed('assistant_languages', 'language_id'),
    setTools: placed('assistant_tools', 'tool_id'),
    setMcpTools: placed('assistant_mcp_tools', 'mcp_tool_id'),
    languagesOf: (id: number) => languagesOf.all(id),
    toolsOf: (id: number) => toolsOf.all(id),
    mcpToolsOf: (id: number) => mcpToolsOf.all(id),
    /** An assistant of an account, deleted or not. */
    findAny: (userId: number, id: number) => ifThere(findAny.get(id, userId)),
    /** Reports whether any active assistant may be embedded in pages of this origin. */
    isOriginKnown: (origin: string) => admitting.get(origin) !== undefined,
  }

  /** Replaces an assistant's ordered references, without duplicates. */
  function placed(table: string, column: string) {
    const clear = sql.write<[number]>(`DELETE FROM ${table} WHERE assistant_id = ?`)
    const add = sql.write<[number, number, number]>(
      `INSERT INTO ${table} (assistant_id, position, ${column}) VALUES (?, ?, ?)`,
    )
    return (tx: Tx, id: number, ids: readonly number[]) => {
      clear.run(tx, id)
      for (const [position, each] of [...new Set(ids)].entries()) add.run(tx, id, position, each)
    }
  }
})
