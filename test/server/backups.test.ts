import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createBackup, deleteBackup, getBackups, updateBackupSettings } from '#contracts/backups.ts'
import { listContacts } from '#contracts/contacts.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { applyRestore, createExport, createRestore, restoreBackup } from '#contracts/restores.ts'
import { backUpWhenDue } from '../../server/features/backups/schedule.ts'
import { restoreFrom } from '../../server/restore.ts'
import { startServer as start } from '../../server/start.ts'
import { signedIn } from '../support/operators.ts'
import { startServer, temporaryFolder, testConfig, testServer } from '../support/server.ts'
import { createVisitor, type TestVisitor } from '../support/visitor.ts'

/** A server on a disk, and its owner at the desk. */
async function onDisk(options: Parameters<typeof testConfig>[0] = {}, dataDir = temporaryFolder()) {
  const config = testConfig({ dataDir, ...options })
  const running = await start(config, options.outside)
  onTestFinished(() => running.stop())
  const server = testServer(running)
  const { call: desk } = await signedIn(server, (await running.createSignInLink()).url)
  return { config, dataDir, running, server, desk }
}

const backupsIn = (dataDir: string) => readdirSync(path.join(dataDir, 'backups'))

async function sendFile(visitor: TestVisitor): Promise<void> {
  const body = new FormData()
  body.append('file', new File(['what is in the file'], 'note.txt'))
  const own = `/api/widget/conversations/${visitor.conversationId}/attachments`
  const answer = await visitor.fetch(own, { method: 'POST', body })
  expect(answer.status).toBe(201)
}

test('a backup is whole, proven by restoring it, readable by its user only, and has the files', async () => {
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

test('a backup is made while others write, and nobody waits for it', async () => {
  const { server, desk } = await onDisk()
  const { db } = server.context
  db.exec('CREATE TABLE bulk (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO bulk (text) VALUES (?)')
  db.transaction(() => {
    for (let row = 0; row < 20_000; row += 1) insert.run('x'.repeat(200))
  })()
  let written = 0
  let isOver = false
  const load = (async () => {
    while (!isOver) {
      insert.run('meanwhile')
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

test('so many are kept, those older than 30 days go, and the last proven one stays', async () => {
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

test('backups are made when it is time, and old copies of any kind go', async () => {
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
  // Files carry the real time.
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
}, 20_000)

test('a backup that cannot be made leaves the others, says why, and is tidied away', async () => {
  const backupDir = path.join(temporaryFolder(), 'elsewhere')
  const { desk, running, config } = await onDisk({ backupDir })
  const { data } = await desk(createBackup)
  writeFileSync(path.join(backupDir, 'parley-20260101T000000Z.partial'), 'cut off')
  await running.stop()
  const again = testServer(await start(config))
  expect(readdirSync(backupDir).sort()).toEqual(['files', `${data.id}.db`, `${data.id}.json`])
  await again.server.stop()
})

test('an API key makes backups, and cannot delete, restore or export', async () => {
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

test('data in memory has no backups, and says so', async () => {
  const server = await startServer()
  const { call: desk } = await signedIn(server, (await server.server.createSignInLink()).url)
  expect(await desk(getBackups)).toMatchObject({ folder: null, next_at: null, data: [] })
  await expect(desk(createBackup)).rejects.toMatchObject({ status: 409 })
})

test('a restored backup is what was backed up, the old data stands beside it, and who was erased stays erased', async () => {
  const { dataDir, config, running, server, desk } = await onDisk()
  const stays = await createVisitor(server)
  const goes = await createVisitor(server)
  await stays.say('I stay')
  await sendFile(stays)
  await goes.say('Quxzebra goes')
  await sendFile(goes)
  const { data } = await desk(createBackup)
  await stays.say('after the backup')
  await goes.call(eraseVisitor)
  expect(await desk(restoreBackup, { params: { id: data.id } })).toMatchObject({ restarts: false })
  await running.stop()
  const again = await start(config)
  onTestFinished(() => again.stop())
  const { call, context } = testServer(again)
  const said = context.db.prepare("SELECT content FROM messages WHERE author = 'visitor'").pluck()
  expect(said.all()).toEqual(['I stay'])
  expect((await call(listContacts)).data.map(({ id }) => id)).toEqual([stays.id])
  expect(readdirSync(path.join(dataDir, 'attachments'))).toHaveLength(1)
  const replaced = readdirSync(dataDir).find((name) => name.startsWith('replaced-'))!
  const old = new Database(path.join(dataDir, replaced, 'parley.db'), { readonly: true })
  expect(
    old.prepare("SELECT content FROM messages WHERE author = 'visitor'").pluck().all(),
  ).toEqual(['I stay', 'after the backup'])
  old.close()
  expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false)
}, 20_000)

test('a backup that was changed is refused, and the data stays as it is', async () => {
  const { dataDir, desk, config, running } = await onDisk()
  const { data } = await desk(createBackup)
  const file = path.join(dataDir, 'backups', `${data.id}.db`)
  const copy = new Database(file)
  copy.exec("UPDATE languages SET name = 'another'")
  copy.close()
  await expect(desk(restoreBackup, { params: { id: data.id } })).rejects.toMatchObject({
    status: 409,
    message: 'The rows of languages are not the same.',
  })
  truncateSync(file, 8192)
  await expect(desk(restoreBackup, { params: { id: data.id } })).rejects.toMatchObject({
    status: 409,
  })
  await running.stop()
  await (await start(config)).stop()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))).toEqual([])
})

/** Everything as one file. */
async function download(world: Awaited<ReturnType<typeof onDisk>>, passphrase?: string) {
  const { url } = await world.desk(createExport, { body: passphrase ? { passphrase } : {} })
  const answer = await fetch(world.running.url + url)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect((await fetch(world.running.url + url)).status).toBe(404)
  return bytes
}

async function upload(
  world: Awaited<ReturnType<typeof onDisk>>,
  bytes: Buffer,
  passphrase?: string,
) {
  const { id, url } = await world.desk(createRestore, { body: passphrase ? { passphrase } : {} })
  const answer = await fetch(world.running.url + url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
  })
  return { id, status: answer.status, body: await answer.json() }
}

test('what is exported on one machine is restored on another, with or without a passphrase', async () => {
  const world = await onDisk()
  const visitor = await createVisitor(world.server)
  await visitor.say('Take me along')
  await sendFile(visitor)
  const plain = await download(world)
  const locked = await download(world, 'correct horse battery')
  expect(locked.includes(Buffer.from('parley.db'))).toBe(false)
  for (const [bytes, passphrase] of [
    [plain, undefined],
    [locked, 'correct horse battery'],
  ] as const) {
    const other = await onDisk()
    const { id, status, body } = await upload(other, bytes, passphrase)
    expect([status, body]).toEqual([200, expect.objectContaining({ files: 1 })])
    await other.desk(applyRestore, { params: { id } })
    await other.running.stop()
    const restored = await start(other.config)
    const { db } = restored.context
    const said = db.prepare("SELECT content FROM messages WHERE author = 'visitor'").pluck().all()
    expect(said).toEqual(['Take me along'])
    const [name] = readdirSync(path.join(other.dataDir, 'attachments'))
    expect(readFileSync(path.join(other.dataDir, 'attachments', name!), 'utf8')).toBe(
      'what is in the file',
    )
    await restored.stop()
  }
}, 30_000)

test('a wrong passphrase, a damaged file and what is none are told apart, and change nothing', async () => {
  const world = await onDisk()
  const locked = await download(world, 'correct horse battery')
  const changed = Buffer.from(locked)
  changed[locked.length - 40]! ^= 1
  const plain = await download(world)
  expect(await upload(world, locked, 'another passphrase')).toMatchObject({
    status: 400,
    body: { message: 'That is not the passphrase of this file.' },
  })
  expect(await upload(world, locked)).toMatchObject({
    status: 400,
    body: { message: 'This file is encrypted: it needs its passphrase.' },
  })
  for (const bytes of [
    changed,
    plain.subarray(0, plain.length / 2),
    Buffer.from('nothing'),
    Buffer.alloc(0),
  ]) {
    const { id, status, body } = await upload(world, bytes, 'correct horse battery')
    expect([status, body.message]).toEqual([400, expect.stringMatching(/damaged|complete/)])
    await expect(world.desk(applyRestore, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
  }
  await world.running.stop()
  await (await start(world.config)).stop()
  expect(readdirSync(world.dataDir).filter((name) => name.startsWith('replaced-'))).toEqual([])
}, 30_000)

test('a restore without a server takes a backup by name, the newest one, or a file', async () => {
  const world = await onDisk()
  const visitor = await createVisitor(world.server)
  await visitor.say('Hello')
  const { data } = await world.desk(createBackup)
  const file = path.join(temporaryFolder(), 'everything.parley')
  writeFileSync(file, await download(world, 'correct horse battery'))
  await expect(restoreFrom(world.config, 'newest')).rejects.toMatchObject({
    code: 'already_running',
  })
  await world.running.stop()
  for (const [source, passphrase] of [
    ['newest'],
    [data.id],
    [file, 'correct horse battery'],
  ] as const) {
    const folder = source === file ? temporaryFolder() : world.dataDir
    rmSync(path.join(folder, 'parley.db'), { force: true })
    await restoreFrom({ ...world.config, dataDir: folder }, source!, passphrase)
    const again = await start({ ...world.config, dataDir: folder })
    const said = again.context.db.prepare("SELECT content FROM messages WHERE author = 'visitor'")
    expect(said.pluck().all()).toEqual(['Hello'])
    await again.stop()
  }
  for (const nothing of [path.join(world.dataDir, 'nothing'), world.dataDir]) {
    await expect(restoreFrom(world.config, nothing)).rejects.toMatchObject({
      message: `${nothing} cannot be restored. There is no such file or backup.`,
    })
  }
}, 30_000)
