import type { Statement } from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { ListFilter } from '../../server/db/counted-list.ts'
import { openInMemory } from '../../server/db/in-memory.ts'
import { oncePerDb } from '../../server/db/once-per-db.ts'
import type { Db } from '../../server/db/open.ts'
import { listedCalls } from '../../server/features/calls/list-queries.ts'
import { listedConversations } from '../../server/features/conversations/list-queries.ts'
import { listedSms } from '../../server/features/sms/list-queries.ts'

/**
 * The three lists with marks: their tables, the columns their filters compare, and the values of those
 * columns in tests.
 */
export const LISTS = {
  conversations: {
    list: listedConversations,
    filters: { type: 'type', assistantId: 'assistant_id' },
    values: { type: ['test', 'widget', 'messenger', 'api'], assistant_id: [1, 2, 3] },
  },
  calls: {
    list: listedCalls,
    filters: {
      assistantId: 'assistant_id',
      type: 'type',
      status: 'status',
      campaignId: 'campaign_id',
      digits: 'client_digits',
    },
    values: {
      assistant_id: [1, 2, 3],
      type: ['inbound', 'outbound', 'web'],
      status: ['ringing', 'no-answer', 'completed'],
      campaign_id: [null, 1, 2],
      client_digits: [null, '15550001', '15550002', '15550003'],
    },
  },
  sms_messages: {
    list: listedSms,
    filters: { status: 'status', digits: 'to_digits' },
    values: { status: ['queued', 'sent', 'failed'], to_number: ['+15550001', '+1 (555) 0002'] },
  },
} as const satisfies Record<string, TestedList>

export type Noun = keyof typeof LISTS
export const NOUNS = Object.keys(LISTS) as Noun[]

interface TestedList {
  readonly list: (db: Db) => (userId: number, filter: ListFilter<never>) => { total: number }
  readonly filters: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, readonly (string | number | null)[]>>
}

type Row = Readonly<Record<string, unknown>>

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

/** A value for each required column, by table. */
const fillings = oncePerDb((_sql, db) => {
  const made = new Map<string, Row>()
  return (table: string): Row => {
    const existing = made.get(table)
    if (existing) return existing
    const columns = db.pragma(`table_info(${table})`) as Column[]
    const needed = columns.filter(
      ({ notnull, dflt_value, pk }) => notnull === 1 && dflt_value === null && pk === 0,
    )
    const filling = Object.fromEntries(
      needed.map(({ name, type }) => [name, type === 'TEXT' ? 'x' : 1]),
    )
    made.set(table, filling)
    return filling
  }
})

/** Statements that run thousands of times; preparing one takes longer than running it. */
const statements = oncePerDb((_sql, db) => {
  const prepared = new Map<string, Statement>()
  return (sql: string): Statement => {
    const known = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, known)
    return known
  }
})

/** Inserts a row, with a value in every required column. */
export function insertRow(db: Db, table: string, row: Row): void {
  const filled = { ...fillings(db)(table), ...row }
  const names = Object.keys(filled)
  const values = names.map((name) => `:${name}`)
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`
  statements(db)(sql).run(filled)
}

/** A migrated in-memory database with two accounts, three assistants of the first and two campaigns. */
export function listsDb(): Db {
  const db = openInMemory()
  onTestFinished(() => {
    db.close()
  })
  fillParents(db)
  return db
}

/** The rows referenced by others. */
export function fillParents(db: Db): void {
  insertRow(db, 'users', { id: 1, email: 'one@example.com' })
  insertRow(db, 'users', { id: 2, email: 'two@example.com' })
  insertRow(db, 'languages', { id: 1, code: 'en' })
  insertRow(db, 'voices', { id: 1, code: 'v', language_id: 1, gender: 'male' })
  for (const id of [1, 2, 3]) {
    insertRow(db, 'assistants', {
      id,
      uuid: `assistant-${id}`,
      user_id: 1,
      type: 'inbound',
      mode: 'pipeline',
      language_id: 1,
      voice_id: 1,
      knowledgebase_mode: 'prompt',
      filler_config: '{}',
      endpoint_type: 'ai',
    })
  }
  for (const id of [1, 2]) insertRow(db, 'campaigns', { id, user_id: 1, name: `Campaign ${id}` })
}

/** Ids whose rows are marks, and ids whose marks start a stretch; in tests they occur as often as the others. */
export const MARKED_IDS = idsBelow(33_554_432, 4000)
export const STRETCH_IDS = idsBelow(524_288, 60)

function idsBelow(limit: number, count: number): number[] {
  const found: number[] = []
  for (let id = 1; found.length < count; id += 1) {
    if (Number((BigInt(id) * 2_654_435_769n) & 4_294_967_295n) < limit) found.push(id)
  }
  return found
}

/** Every mark and stretch of a database: the data that the lists maintain beside their rows. */
export function marksOf(db: Db): unknown[] {
  return ['list_marks', 'list_stretches'].flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table} WHERE row_id <> 0 ORDER BY user_id, list, at, row_id`)
      .raw()
      .all(),
  )
}
