import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { migrate, readMigrations } from '../../server/db/migrate.ts'
import { openDb } from '../../server/db/open.ts'
import { startServer as start } from '../../server/start.ts'
import {
  emptyDataFolder,
  startServer,
  temporaryFolder,
  testConfig,
  testServer,
} from '../support/server.ts'

test('the database is durable and strict, and reports it', () => {
  const db = openDb(path.join(temporaryFolder(), 'parley.db'))
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  db.close()
})

test('every table is STRICT', async () => {
  const { context } = await startServer()
  const loose = context.db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all()
  expect(loose).toEqual([])
})

test('data survives a restart, with the same ids', async () => {
  const config = testConfig({ dataDir: emptyDataFolder() })
  const first = await start(config)
  const { call } = testServer(first)
  const before = await call(getMe)
  await first.stop()
  const second = await start(config)
  expect(await testServer(second).call(getMe)).toEqual(before)
  expect(second.firstKey).toBeUndefined()
  await second.stop()
})

test('a second start on the same data says where the first one is, with a fresh link', async () => {
  const config = testConfig({ dataDir: emptyDataFolder() })
  const first = await start(config)
  const error = await start(config).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'already_running', url: first.url })
  expect((error as { signInUrl: string }).signInUrl).toContain(`${first.url}/app/#signin=`)
  await first.stop()
  await (await start(config)).stop()
})

test('a port in use is named, with what to do, and the data folder is released', async () => {
  const first = await startServer()
  const dataDir = temporaryFolder()
  const port = Number(new URL(first.url).port)
  await expect(start(testConfig({ dataDir, port }))).rejects.toMatchObject({
    code: 'port_taken',
    message: expect.stringContaining(`Port ${port} is taken`),
  })
  await (await start(testConfig({ dataDir }))).stop()
})

test('a newer Parley’s database is rejected by version and left unchanged', async () => {
  const folder = emptyDataFolder()
  const file = path.join(folder, 'parley.db')
  const db = openDb(file)
  db.pragma('user_version = 999')
  db.close()
  await expect(start(testConfig({ dataDir: folder }))).rejects.toMatchObject({
    code: 'newer_database',
    message: expect.stringContaining('schema 999'),
  })
  const after = new Database(file)
  expect(after.pragma('user_version', { simple: true })).toBe(999)
  after.close()
})

test('another program’s database, and a file that is none, are rejected and left unchanged', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'parley.db')
  const other = new Database(file)
  other.exec('CREATE TABLE theirs (x)')
  other.close()
  await expect(start(testConfig({ dataDir: folder }))).rejects.toMatchObject({
    code: 'not_a_database',
  })
  writeFileSync(file, 'a text that is long enough to be looked at as a header of a database')
  await expect(start(testConfig({ dataDir: folder }))).rejects.toMatchObject({
    code: 'not_a_database',
  })
})

test('a failed migration changes nothing, and a copy is kept before one that succeeds', () => {
  const folder = emptyDataFolder()
  const db = openDb(path.join(folder, 'parley.db'))
  const known = readMigrations()
  const newest = known.at(-1)!.version
  const next = newest + 1
  const broken = {
    version: next,
    name: 'broken',
    sql: 'CREATE TABLE half (x INTEGER) STRICT; SELECT nonsense;',
  }
  expect(() => migrate(db, [...known, broken])).toThrow()
  expect(db.pragma('user_version', { simple: true })).toBe(newest)
  expect(db.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'half'").pluck().get()).toBe(0)
  migrate(db, [...known, { ...broken, sql: 'CREATE TABLE whole (x INTEGER) STRICT;' }])
  db.close()
  const copies = readdirSync(folder).filter((name) => name.includes('before-schema'))
  expect(copies).toHaveLength(2)
  const copy = new Database(path.join(folder, copies[0]!))
  expect(copy.pragma('user_version', { simple: true })).toBe(newest)
  copy.close()
})

test('an environment model is listed among the models, and keeps its id while it is away', async () => {
  const dataDir = emptyDataFolder()
  const llm = { url: 'http://127.0.0.1:1/v1', key: undefined, model: 'llama' }
  const names = async (config: ReturnType<typeof testConfig>) => {
    const server = await start(config)
    const models = await (await testServer(server).fetch('/api/user/assistants/models')).json()
    await server.stop()
    return models as { id: number; name: string }[]
  }
  const withModel = await names(testConfig({ dataDir, llm }))
  expect(withModel[0]!.name).toMatch(/^Built-in/)
  expect(withModel[1]!.name).toBe('llama')
  expect(await names(testConfig({ dataDir }))).toEqual([withModel[0]])
  expect(await names(testConfig({ dataDir, llm }))).toEqual(withModel)
})

test('a shutdown lets a request in progress finish, and then does not wait', async () => {
  const { server, url } = await startServer()
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const body = JSON.stringify({ secret: 'nobody' })
  const nextWords = async () => String((await once(socket, 'data'))[0])
  // The server confirms the headers, so that the request is certain to be in progress.
  socket.write(
    `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  expect(await nextWords()).toContain('HTTP/1.1 100')
  const answer = nextWords()
  const begun = performance.now()
  const stopped = server.stop()
  socket.write(body)
  expect(await answer).toContain('HTTP/1.1 422')
  await stopped
  expect(performance.now() - begun).toBeLessThan(3000)
})

test('a migration that leaves a dangling reference changes nothing', () => {
  const db = openDb(path.join(emptyDataFolder(), 'parley.db'))
  const known = readMigrations()
  const sql =
    'INSERT INTO tools (user_id, name, description, endpoint, method, created_at) VALUES (99, 1, 1, 1, 1, 1);'
  const newest = known.at(-1)!.version
  const broken = { version: newest + 1, name: 'broken', sql }
  expect(() => migrate(db, [...known, broken])).toThrow('A row of tools refers to no row of users')
  expect(db.pragma('user_version', { simple: true })).toBe(newest)
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  db.close()
})
