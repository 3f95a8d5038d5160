import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { fill } from '../../../scripts/seed/fill.ts'
import type { Db } from '../../../server/db/open.ts'
import { startServer, temporaryFolder } from '../../support/server.ts'

const SEED = path.resolve(import.meta.dirname, '../../../scripts/seed.ts')
const UNTIL = Date.parse('2026-11-01T00:00:00Z')

/** Runs the command as a user would. */
function seed(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SEED, ...args], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const AMOUNTS = { conversations: 300, calls: 300, sms: 50 }

async function filled(number: number, amounts = AMOUNTS) {
  const server = await startServer()
  await fill(server.context, { amounts, seed: number, until: UNTIL })
  const rows = (table: string, columns: string) =>
    server.context.db.prepare(`SELECT ${columns} FROM ${table} ORDER BY id`).raw().all()
  return {
    server,
    rows: [
      rows('conversations', 'uuid, type, message_count, created_at'),
      rows('calls', 'status, client_digits, transcript, created_at'),
      rows('sms_messages', 'to_number, body, status, created_at'),
    ],
  }
}

test('the same seed gives the same rows, and another seed different ones', async () => {
  const [one, again, other] = [await filled(1), await filled(1), await filled(2)]
  expect(one.rows.map(({ length }) => length)).toEqual([300, 300, 50])
  expect(again.rows).toEqual(one.rows)
  expect(other.rows).not.toEqual(one.rows)
})

test('a seeded server lists, filters and opens the seeded data', async () => {
  const { server } = await filled(1)
  const { total, data } = await server.call(listConversations, { query: { type: 'widget' } })
  expect(total).toBeGreaterThan(150)
  const detail = await server.call(getConversation, { params: { uuid: data[0]!.id } })
  expect(detail.messages).toHaveLength(detail.message_count)
})

test('lists, tallies and triggers are those of rows written one by one', async () => {
  const { server } = await filled(1, { conversations: 900, calls: 900, sms: 900 })
  const { db } = server.context
  const afterSeeding = upkeep(db)
  expect(afterSeeding.marks.length).toBeGreaterThan(50)
  expect(afterSeeding.tallies.length).toBeGreaterThan(1000)
  writeAgain(db)
  expect(upkeep(db)).toEqual(afterSeeding)
  const untouched = await startServer()
  expect(triggers(db)).toEqual(triggers(untouched.context.db))
})

const triggers = (db: Db) =>
  db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all()

/** The rows that triggers derive from others. */
const upkeep = (db: Db) => ({
  marks: db.prepare('SELECT * FROM list_marks WHERE row_id > 0').all(),
  tallies: db.prepare('SELECT * FROM tallies').all(),
  inbox: db.prepare('SELECT * FROM inbox_counts WHERE count > 0').all(),
})

/** Deletes all seeded rows and inserts the same ones, with all triggers. */
function writeAgain(db: Db): void {
  const tables = ['conversations', 'messages', 'calls', 'sms_messages']
  const copies = tables.map((table) => {
    const columns = db
      .prepare<[], string>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
      .pluck()
      .all()
    return {
      table,
      columns,
      rows: db.prepare(`SELECT ${columns} FROM ${table} ORDER BY id`).raw().all(),
    }
  })
  for (const table of [...tables].reverse()) db.exec(`DELETE FROM ${table}`)
  expect(upkeep(db)).toEqual({ marks: [], tallies: [], inbox: [] })
  for (const { table, columns, rows } of copies) {
    const insert = db.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`,
    )
    for (const row of rows) insert.run(row)
  }
}

test('the data folder of a running server is left alone', async () => {
  const dataDir = temporaryFolder()
  await startServer({ dataDir })
  const { status, stderr } = seed('--conversations', '1', '--data-dir', dataDir)
  expect(status).toBe(1)
  expect(stderr).toMatch(/running/i)
  expect(stderr).not.toContain('at ')
})

test('the command reports what it did, and any invalid option', () => {
  const dataDir = temporaryFolder()
  const { status, stdout } = seed('--conversations', '20', '--calls', '10', '--data-dir', dataDir)
  expect(status).toBe(0)
  expect(stdout).toContain('Wrote 20 conversations, 10 calls, 0 sms')
  expect(stdout).toMatch(/API key/)
  expect(seed('--calls', 'many')).toMatchObject({
    status: 1,
    stderr: '--calls is "many"; it should be a whole number.\n',
  })
})
