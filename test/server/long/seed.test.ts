import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { fill } from '../../../scripts/seed/fill.ts'
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

async function filled(number: number) {
  const server = await startServer()
  const amounts = { conversations: 300, calls: 300, sms: 50 }
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
