import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createBackup, getBackups, updateBackupSettings } from '#contracts/backups.ts'
import { backUpWhenDue } from '../../../server/features/backups/schedule.ts'
import { onDisk } from '../../support/backups.ts'
import { signedIn } from '../../support/operators.ts'

const backupsIn = (dataDir: string) => readdirSync(path.join(dataDir, 'backups'))

test('a fixed number of backups is kept, those older than 30 days are deleted, and the last verified one stays', async () => {
  let time = Date.UTC(2026, 0, 1)
  const { dataDir, desk } = await onDisk({ outside: { now: () => new Date(time) } })
  await desk(updateBackupSettings, { body: { every_hours: 24, keep: 2 } })
  const ids = []
  for (let made = 0; made < 3; made += 1) {
    ids.push((await desk(createBackup)).data.id)
    time += 60_000
  }
  expect((await desk(getBackups)).data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect(backupsIn(dataDir).filter((name) => name.endsWith('.db'))).toHaveLength(2)
})

test('backups run on schedule, and old copies of any kind are deleted', async () => {
  let time = Date.UTC(2026, 0, 1)
  const { dataDir, running, server } = await onDisk({ outside: { now: () => new Date(time) } })
  const { signal } = new AbortController()
  const look = () => backUpWhenDue(server.context, signal)
  await look()
  expect((await server.call(getBackups)).data).toEqual([])
  time += 2 * 3_600_000
  await look()
  await look()
  const first = (await server.call(getBackups)).data
  expect(first).toHaveLength(1)
  const old = path.join(dataDir, 'parley.db.before-schema-3')
  writeFileSync(old, 'old')
  // Files have real timestamps.
  time = Date.now() + 31 * 86_400_000
  await look()
  const second = (await server.call(getBackups)).data
  expect(second).toHaveLength(1)
  expect(second[0]!.id).not.toBe(first[0]!.id)
  expect(existsSync(old)).toBe(false)
  const { call: desk } = await signedIn(server, (await running.createSignInLink()).url)
  await desk(updateBackupSettings, { body: { every_hours: 0, keep: 2 } })
  time += 86_400_000
  await look()
  expect((await server.call(getBackups)).next_at).toBeNull()
  expect((await server.call(getBackups)).data).toHaveLength(1)
})
