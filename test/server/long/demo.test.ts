import { expect, test } from 'vitest'
import { createClock } from '../../support/clock.ts'
import { startServer, temporaryFolder } from '../../support/server.ts'

const { outside } = createClock('2026-11-21T13:00:00Z')

const texts = (server: Awaited<ReturnType<typeof startServer>>) =>
  server.context.db.prepare('SELECT content, created_at FROM messages ORDER BY id').raw().all()

test('the demo is deterministic, and is never added to a used data folder', async () => {
  const dataDir = temporaryFolder()
  const first = await startServer({ outside, dataDir, demo: true })
  const said = texts(first)
  expect(texts(await startServer({ outside, demo: true }))).toEqual(said)
  await first.server.stop()
  expect(texts(await startServer({ outside, dataDir, demo: true }))).toEqual(said)
  expect(texts(await startServer({ outside }))).toEqual([])
}, 30_000)
