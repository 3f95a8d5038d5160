import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createBackup, deleteBackup, getBackups, updateBackupSettings } from '#contracts/backups.ts'
import { applyRestore, createExport, createRestore, restoreBackup } from '#contracts/restores.ts'
import { startServer as start } from '../../server/start.ts'
import { onDisk, sendFile } from '../support/backups.ts'
import { signedIn } from '../support/operators.ts'
import { startServer, temporaryFolder, testServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

const backupsIn = (dataDir: string) => readdirSync(path.join(dataDir, 'backups'))

test('a backup is complete, verified by a restore, readable by its user only, and includes files', async () => {
  const { dataDir, server, desk } = await onDisk()
  const visitor = await createVisitor(server)
  await visitor.say('Hello')
  await sendFile(visitor)
  const { data } = await desk(createBackup)
  expect(data).toMatchObject({ fault: null, files: 1, proven_at: expect.any(String) })
  const file = path.join(dataDir, 'backups', `${data.id}.db`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  const copy = new Database(file, { readonly: true })
  expect(
    copy.prepare("SELECT content FROM messages WHERE author = 'visitor'").pluck().all(),
  ).toEqual(['Hello'])
  copy.close()
  expect(backupsIn(dataDir).filter((name) => name.includes('partial'))).toEqual([])
  const shown = await desk(getBackups)
  expect(shown).toMatchObject({ last_proven_at: data.proven_at, data: [data], can_change: true })
})

test('a backup runs during writes and blocks nobody', async () => {
  const { server, desk } = await onDisk()
  const { db } = server.context
  const insert = db.prepare('INSERT INTO sms_inbound (sid, created_at) VALUES (?, 0)')
  db.transaction(() => {
    for (let row = 0; row < 20_000; row += 1) insert.run(`${row} ${'x'.repeat(200)}`)
  })()
  let written = 0
  let isOver = false
  const load = (async () => {
    while (!isOver) {
      insert.run(`meanwhile ${written}`)
      written += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const { data } = await desk(createBackup)
  isOver = true
  await load
  expect(written).toBeGreaterThan(10)
  expect(data.fault).toBeNull()
}, 30_000)

test('a failed backup leaves the others, says why, and cleans up', async () => {
  const backupDir = path.join(temporaryFolder(), 'elsewhere')
  const { desk, running, config } = await onDisk({ backupDir })
  const { data } = await desk(createBackup)
  writeFileSync(path.join(backupDir, 'parley-20260101T000000Z.partial'), 'cut off')
  await running.stop()
  const again = testServer(await start(config))
  expect(readdirSync(backupDir).sort()).toEqual(['files', `${data.id}.db`, `${data.id}.json`])
  await again.server.stop()
})

test('an API key can make backups, but not delete, restore or export', async () => {
  const { server, desk } = await onDisk()
  const { data } = await server.call(createBackup)
  const params = { id: data.id }
  for (const attempt of [
    () => server.call(deleteBackup, { params }),
    () => server.call(restoreBackup, { params }),
    () => server.call(createExport, { body: {} }),
    () => server.call(createRestore, { body: {} }),
    () => server.call(applyRestore, { params }),
    () => server.call(updateBackupSettings, { body: { every_hours: 0, keep: 1 } }),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 403 })
  expect((await server.call(getBackups)).can_change).toBe(false)
  await desk(deleteBackup, { params })
  await expect(desk(deleteBackup, { params })).rejects.toMatchObject({ status: 404 })
})

test('in-memory data has no backups, and says so', async () => {
  const server = await startServer()
  const { call: desk } = await signedIn(server, (await server.server.createSignInLink()).url)
  expect(await desk(getBackups)).toMatchObject({ folder: null, next_at: null, data: [] })
  await expect(desk(createBackup)).rejects.toMatchObject({ status: 409 })
})
