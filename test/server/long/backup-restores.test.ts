import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createBackup } from '#contracts/backups.ts'
import { listContacts } from '#contracts/contacts.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { applyRestore, createExport, createRestore, restoreBackup } from '#contracts/restores.ts'
import { restoreFrom } from '../../../server/restore.ts'
import { startServer as start } from '../../../server/start.ts'
import { onDisk, sendFile } from '../../support/backups.ts'
import { temporaryFolder, testServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

/** An export as a single file. */
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
  return {
    id,
    status: answer.status,
    code: answer.headers.get('parley-error'),
    body: await answer.json(),
  }
}

test('a restore brings back the backup, keeps the old data beside it, and erased visitors stay erased', async () => {
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
}, 120_000)

test('a modified backup is rejected, and the data stays as it is', async () => {
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
}, 120_000)

test('an export from one machine is restored on another, with or without a passphrase', async () => {
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
    expect([status, body]).toEqual([200, expect.objectContaining({ files: 1, is_foreign: true })])
    await other.desk(applyRestore, { params: { id }, body: { accept_foreign: true } })
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
}, 120_000)

test('a wrong passphrase, a damaged file and a non-archive are distinguished, and change nothing', async () => {
  const world = await onDisk()
  const locked = await download(world, 'correct horse battery')
  const changed = Buffer.from(locked)
  changed[locked.length - 40]! ^= 1
  const plain = await download(world)
  expect(await upload(world, locked, 'another passphrase')).toMatchObject({
    status: 400,
    code: 'archive_locked',
    body: { message: 'That is not the passphrase of this file.' },
  })
  expect(await upload(world, locked)).toMatchObject({
    status: 400,
    code: 'archive_locked',
    body: { message: 'This file is encrypted: it needs its passphrase.' },
  })
  for (const bytes of [
    changed,
    plain.subarray(0, plain.length / 2),
    Buffer.from('nothing'),
    Buffer.alloc(0),
  ]) {
    const { id, status, code, body } = await upload(world, bytes, 'correct horse battery')
    expect(code).toBe('archive_unusable')
    expect([status, body.message]).toEqual([400, expect.stringMatching(/damaged|complete/)])
    await expect(world.desk(applyRestore, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
  }
  await world.running.stop()
  await (await start(world.config)).stop()
  expect(readdirSync(world.dataDir).filter((name) => name.startsWith('replaced-'))).toEqual([])
}, 120_000)

test('an offline restore takes a backup by name, the newest one, or a file', async () => {
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
    await restoreFrom({ ...world.config, dataDir: folder }, source!, {
      passphrase,
      acceptForeign: source === file,
    })
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
}, 120_000)
