import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createBackup } from '#contracts/backups.ts'
import { createCannedReply, listCannedReplies } from '#contracts/canned-replies.ts'
import { createLabel, listLabels } from '#contracts/labels.ts'
import { restoreBackup } from '#contracts/restores.ts'
import { applyPlannedRestore, newStaging, planRestore } from '../../../server/db/restore.ts'
import { startServer as start } from '../../../server/start.ts'
import { signedIn } from '../../support/operators.ts'
import { emptyDataFolder, temporaryFolder, testConfig, testServer } from '../../support/server.ts'

const run = promisify(execFile)
const main = path.resolve(import.meta.dirname, '../../../server/main.ts')
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A data folder with one backup, whose server has exited. */
async function withData() {
  const dataDir = emptyDataFolder()
  const config = testConfig({ dataDir })
  const server = await start(config)
  const { data } = await testServer(server).call(createBackup)
  await server.stop()
  return { dataDir, config, file: path.join(dataDir, 'parley.db'), backup: data.id }
}

const smash = (file: string) => {
  const handle = openSync(file, 'r+')
  for (let page = 2; page < 40; page += 1)
    writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(handle)
}

/** Corrupts the last page, which no start needs. */
const smashLast = (file: string) => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, statSync(file).size - 4096)
  closeSync(handle)
}

test.each([
  ['a page is smashed', smash],
  ['the end is missing', (file: string) => truncateSync(file, 40_960)],
  ['it is empty', (file: string) => truncateSync(file, 0)],
  ['it is missing', (file: string) => rmSync(file)],
])(
  'if %s, Parley refuses to start, touches nothing and names the newest backup',
  async (_, harm) => {
    const { config, file, backup } = await withData()
    harm(file)
    const before = existsSync(file) && sumOf(file)
    const failure = await start(config).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'damaged',
      backup: { id: backup },
      message: expect.stringContaining(`--restore ${backup}`),
    })
    expect(existsSync(file) && sumOf(file)).toBe(before)
  },
)

test('starting on damaged data exits with its own code, and a restore repairs it', async () => {
  const { dataDir, file } = await withData()
  smash(file)
  const env = { ...process.env, PARLEY_DATA_DIR: dataDir, PARLEY_PORT: '0' }
  const failure = await run(process.execPath, [main], { env }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 65, stderr: expect.stringContaining('is damaged') })
  const { stdout } = await run(process.execPath, [main, '--restore', 'newest'], { env })
  expect(stdout).toContain('is restored')
  await (await start(testConfig({ dataDir }))).stop()
  const replaced = readdirSync(dataDir).find((name) => name.startsWith('replaced-'))!
  expect(existsSync(path.join(dataDir, replaced, 'parley.db'))).toBe(true)
})

test('a large database is checked while it is served, and its damage is reported', async () => {
  const { config, file } = await withData()
  smashLast(file)
  const limits = { ...config.limits, lookedAtBytes: 0 }
  const server = await start({ ...config, limits })
  const degraded = async () =>
    ((await (await fetch(`${server.url}/health`)).json()) as { degraded: string[] }).degraded
  await expect.poll(degraded, { timeout: 10_000 }).toEqual(['storage_damaged'])
  await server.stop()
})

test('data found to be damaged is no longer written, and is restored from the desk', async () => {
  const dataDir = emptyDataFolder()
  const config = testConfig({ dataDir })
  const running = await start(config)
  const server = testServer(running)
  const desk = await signedIn(server, (await running.createSignInLink()).url)
  const filler = (shortcut: string) => ({
    body: { shortcut, title: 'Filler', content: 'word '.repeat(390) },
  })
  for (let index = 0; index < 40; index += 1)
    await server.call(createCannedReply, filler(`s${index}`))
  const { data: backup } = await server.call(createBackup)
  const { db } = running.context
  db.pragma('wal_checkpoint(TRUNCATE)')
  const [page] = db
    .prepare<[], number>(
      "SELECT pageno FROM dbstat WHERE name = 'canned_replies' AND pagetype = 'internal'",
    )
    .pluck()
    .all()
  const handle = openSync(path.join(dataDir, 'parley.db'), 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page! - 1) * 4096)
  closeSync(handle)
  db.pragma('shrink_memory')

  const broken = { status: 500, message: 'The data is damaged.' }
  await expect(server.call(listCannedReplies)).rejects.toMatchObject(broken)
  const health = await fetch(`${server.url}/health`)
  expect(await health.json()).toMatchObject({ degraded: ['storage_damaged'] })
  await expect(
    server.call(createLabel, { body: { name: 'New', colour: 'blue' } }),
  ).rejects.toMatchObject(broken)
  expect((await server.call(listLabels)).data).toEqual([])

  await desk.call(restoreBackup, { params: { id: backup.id } })
  await running.stop()
  const restored = await start(config)
  onTestFinished(() => restored.stop())
  expect((await testServer(restored).call(listCannedReplies)).data).toHaveLength(40)
})

test('a WAL that another process keeps from being checkpointed is reported for as long as that lasts', async () => {
  const dataDir = emptyDataFolder()
  const running = await start(testConfig({ dataDir, limits: { walBytes: 500_000 } }))
  onTestFinished(() => running.stop())
  const { db, storage } = running.context
  db.pragma('journal_size_limit = 500000')
  const write = () => db.exec('INSERT INTO erasures VALUES (randomblob(32), 1)')
  const degraded = async () => {
    storage.check()
    return (await (await fetch(`${running.url}/health`)).json()).degraded
  }
  const reader = new Database(path.join(dataDir, 'parley.db'), { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM erasures').get()
  for (let count = 0; count < 200; count += 1) write()
  expect(await degraded()).toEqual(['wal_long'])
  reader.close()
  running.context.write.flush()
  db.pragma('wal_checkpoint(RESTART)')
  write()
  expect(await degraded()).toEqual([])
})

test('a database that is a symbolic link is rejected', async () => {
  const { dataDir, config, file } = await withData()
  const elsewhere = path.join(temporaryFolder(), 'elsewhere.db')
  renameSync(file, elsewhere)
  symlinkSync(elsewhere, file)
  await expect(start(config)).rejects.toMatchObject({ code: 'not_a_database' })
  expect(readdirSync(dataDir)).toContain('parley.db')
})

test('a restore that dies at any step is finished by the next start, and never half done', () => {
  const build = () => {
    const dataDir = temporaryFolder()
    for (const name of ['parley.db', 'parley.db-wal', 'parley.db-shm'])
      writeFileSync(path.join(dataDir, name), `old ${name}`)
    const staging = newStaging(dataDir)
    writeFileSync(path.join(staging, 'parley.db'), 'new')
    writeFileSync(path.join(staging, 'attachments', 'a'), 'new')
    return { dataDir, staging }
  }
  const unplanned = build()
  expect(applyPlannedRestore(unplanned.dataDir)).toBeUndefined()
  expect(readFileSync(path.join(unplanned.dataDir, 'parley.db'), 'utf8')).toBe('old parley.db')
  // Each step is one rename: undone in turn, the next start has to do the rest.
  for (let dead = 0; dead < 4; dead += 1) {
    const { dataDir, staging } = build()
    planRestore(dataDir, new Date())
    const replaced = JSON.parse(readFileSync(path.join(staging, 'plan.json'), 'utf8')).replaced
    const old = path.join(dataDir, replaced)
    const steps = [
      () => mkdirSync(old),
      () => renameSync(path.join(dataDir, 'parley.db'), path.join(old, 'parley.db')),
      () => renameSync(path.join(dataDir, 'parley.db-wal'), path.join(old, 'parley.db-wal')),
      () => {
        renameSync(path.join(dataDir, 'parley.db-shm'), path.join(old, 'parley.db-shm'))
        renameSync(path.join(staging, 'parley.db'), path.join(dataDir, 'parley.db'))
      },
    ]
    for (const step of steps.slice(0, dead + 1)) step()
    expect(applyPlannedRestore(dataDir)).toBe(old)
    expect(readFileSync(path.join(dataDir, 'parley.db'), 'utf8')).toBe('new')
    expect(existsSync(path.join(dataDir, 'parley.db-wal'))).toBe(false)
    expect(readdirSync(old).sort()).toEqual(['parley.db', 'parley.db-shm', 'parley.db-wal'])
    expect(readdirSync(path.join(dataDir, 'attachments'))).toEqual(['a'])
    expect(existsSync(staging)).toBe(false)
  }
})

test('a database with a newer schema is not written to', async () => {
  const { config, file } = await withData()
  const db = new Database(file)
  db.pragma('user_version = 999')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const before = sumOf(file)
  await expect(start(config)).rejects.toMatchObject({ code: 'newer_database' })
  expect(sumOf(file)).toBe(before)
})
