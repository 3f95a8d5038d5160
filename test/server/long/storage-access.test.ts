import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startServer as start } from '../../../server/start.ts'
import { temporaryFolder, testConfig } from '../../support/server.ts'

test('the data folder is accessible to its user only', async () => {
  const folder = temporaryFolder()
  const server = await start(testConfig({ dataDir: folder }))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of ['running.json', 'parley.db', 'parley.db-wal']) {
    expect([name, statSync(path.join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  }
  await server.stop()
  expect(existsSync(path.join(folder, 'running.json'))).toBe(false)
})
