import path from 'node:path'
import { expect, test } from 'vitest'
import { importCalls } from '#contracts/call-import.ts'
import { listCalls } from '#contracts/calls.ts'
import { openDb } from '../../../server/db/open.ts'
import { createWrite, type Write } from '../../../server/db/write.ts'
import { importCalls as takeOver } from '../../../server/features/calls/import.ts'
import { keepCalls, SLICE } from '../../../server/features/calls/import-slices.ts'
import { startServer as start } from '../../../server/start.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { countTurns, createClock } from '../../support/clock.ts'
import {
  emptyDataFolder,
  startServer,
  type TestServer,
  testConfig,
  testServer,
} from '../../support/server.ts'

const MINUTE = 60_000

const callsOf = (assistant_id: number, count: number, transcript = '') =>
  Array.from({ length: count }, (_, at) => ({
    assistant_id,
    type: 'web' as const,
    status: 'completed' as const,
    duration: at,
    transcript: at === count - 1 ? transcript : '',
  }))

const total = async ({ call }: Pick<TestServer, 'call'>) => (await call(listCalls)).total

const waiting = ({ context: { db } }: TestServer) =>
  db
    .prepare(
      'SELECT (SELECT count(*) FROM call_imports), (SELECT count(*) FROM call_import_slices)',
    )
    .raw()
    .get()

/** Rejects every call with this transcript, as a full disk would. */
const refuse = ({ context: { db } }: TestServer, transcript: string) =>
  db.exec(`
    CREATE TEMP TRIGGER no_room BEFORE INSERT ON calls WHEN new.transcript = '${transcript}'
    BEGIN SELECT raise(ABORT, 'no room'); END
  `)

test('calls are imported in slices, each in its own write, and others get their turn in between', async () => {
  const server = await startServer()
  const { context } = server
  const { db } = context
  const count = db.prepare<[], number>('SELECT count(*) FROM calls').pluck()
  const added: number[] = []
  const write: Write = Object.assign(
    ((work) =>
      context.write((tx) => {
        const before = count.get()!
        const result = work(tx)
        added.push(count.get()! - before)
        return result
      })) as Write,
    { pending: undefined, flush: () => undefined },
  )
  const calls = callsOf(await createdAssistant(server), 10 * SLICE)
  const { made, turns } = await countTurns(() => takeOver({ ...context, write }, 1, calls))
  expect(made).toBe(10 * SLICE)
  expect(added.filter((rows) => rows > 0)).toEqual(Array(10).fill(SLICE))
  expect(turns).toBeGreaterThanOrEqual(10)
  expect(waiting(server)).toEqual([0, 0])
})

test('long calls make small slices', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const calls = callsOf(id, 3).map((call) => ({ ...call, transcript: 'a'.repeat(60_000) }))
  const row = (transcript: string) => ({ campaign: '', row: { transcript } as never })
  await keepCalls(
    server.context,
    1,
    3,
    calls.map(({ transcript }) => row(transcript)),
  )
  expect(waiting(server)).toEqual([1, 2])
})

test('an import whose process dies midway is completed at the next start', async () => {
  const clock = createClock()
  const config = testConfig({ dataDir: emptyDataFolder() })
  const first = await start(config, clock.outside)
  const before = testServer(first)
  const id = await createdAssistant(before)
  refuse(before, 'the last one')
  const calls = callsOf(id, 3 * SLICE, 'the last one')
  // Accepted imports can no longer be rejected, whatever happens.
  expect(await before.call(importCalls, { body: { calls } })).toMatchObject({ imported: 3 * SLICE })
  expect([await total(before), waiting(before)]).toEqual([2 * SLICE, [1, 1]])
  await first.stop()
  const after = testServer(await start(config, clock.outside))
  await expect.poll(() => total(after)).toBe(3 * SLICE)
  await expect.poll(() => waiting(after)).toEqual([0, 0])
  await clock.advance(MINUTE)
  expect([await total(after), after.context.jobs.count('call.import')]).toEqual([3 * SLICE, 0])
  const events = after.context.db
    .prepare("SELECT payload FROM events WHERE type = 'calls.imported'")
    .pluck()
  expect(events.all()).toEqual([JSON.stringify({ count: 3 * SLICE })])
  await after.server.stop()
})

test('an import not accepted when its process dies leaves nothing', async () => {
  const dataDir = emptyDataFolder()
  const db = openDb(path.join(dataDir, 'parley.db'))
  db.exec("INSERT INTO users (id, name, email, created_at) VALUES (7, 'Ann', 'ann@example.com', 1)")
  const rows = Array.from({ length: 3 * SLICE }, () => ({ campaign: '', row: {} as never }))
  await keepCalls({ db, write: createWrite(db) } as never, 7, rows.length, rows)
  db.close()
  const server = await startServer({ dataDir })
  expect(waiting(server)).toEqual([0, 0])
})

test('an import whose first slice fails is rejected and leaves nothing', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  refuse(server, '')
  const calls = callsOf(id, 3 * SLICE)
  await expect(server.call(importCalls, { body: { calls } })).rejects.toMatchObject({ status: 500 })
  expect([await total(server), waiting(server)]).toEqual([0, [0, 0]])
  expect(server.context.jobs.count('call.import')).toBe(0)
})
