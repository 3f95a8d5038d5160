import { connect } from 'node:net'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dataVersion } from '../../server/db/data-version.ts'
import { openDb } from '../../server/db/open.ts'
import { createKey } from '../../server/features/accounts/api-key.ts'
import { THIS_MACHINE } from '../../server/features/accounts/queries.ts'
import { type AnswerCache, createAnswerCache } from '../../server/http/answer-cache.ts'
import { insertRow, listsDb } from '../support/lists.ts'
import { KEY, startServer, type TestServer, temporaryFolder } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

const LIST = '/api/user/conversations'

async function read({ fetch }: Pick<TestServer, 'fetch'>, query = '', init: RequestInit = {}) {
  const response = await fetch(LIST + query, init)
  return { status: response.status, text: await response.text() }
}

/** Adds a conversation of the owner's directly to the database. */
async function addConversation(server: TestServer, uuid: string): Promise<void> {
  const assistant = await starterAssistant(server)
  insertRow(server.context.db, 'conversations', {
    uuid,
    user_id: 1,
    assistant_id: assistant.id,
    type: 'api',
    created_at: 1,
    updated_at: 1,
  })
}

const now = () => new Date(0)

/** Asks twice, so that the second response is cached. */
function keep(cache: AnswerCache, question: string, answer: Buffer): void {
  cache.writerFor(question)
  cache.writerFor(question)!(answer)
}

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

test('every write shows in the next response, even one after a rollback', async () => {
  const server = await startServer()
  const { db } = server.context
  for (let number = 1; number <= 25; number += 1) {
    await addConversation(server, uuidOf(number))
    const once = await read(server)
    expect(await read(server)).toEqual(once)
    expect(JSON.parse(once.text)).toMatchObject({
      total: number,
      data: [{ id: uuidOf(number) }, ...Array(Math.min(14, number - 1)).fill({})],
    })
    expect(await read(server)).toEqual(once)
    const undone = db.transaction(() => {
      db.exec('UPDATE conversations SET message_count = 99')
      throw new Error('undone')
    })
    expect(undone).toThrow('undone')
    expect(await read(server)).toEqual(once)
  }
})

test('a change to a row’s referenced names shows at once', async () => {
  const server = await startServer()
  await addConversation(server, uuidOf(1))
  await read(server)
  await read(server)
  server.context.db.exec("UPDATE assistants SET name = 'Renamed'")
  expect(JSON.parse((await read(server)).text).data[0].assistant_name).toBe('Renamed')
})

test('a deleted key gets no cached response', async () => {
  const server = await startServer()
  const key = (
    await server.context.write((tx) =>
      createKey(tx, server.context, 1, { name: 'Second', issuer: THIS_MACHINE }),
    )
  ).token
  const init = { headers: { authorization: `Bearer ${key}` } }
  for (const status of [200, 200]) expect((await read(server, '', init)).status).toBe(status)
  server.context.db.exec("DELETE FROM api_keys WHERE name = 'Second'")
  expect((await read(server, '', init)).status).toBe(401)
})

test('responses are cached per account, URL and host name', async () => {
  const server = await startServer()
  insertRow(server.context.db, 'users', { id: 2, email: 'two@example.com' })
  const key = (
    await server.context.write((tx) =>
      createKey(tx, server.context, 2, { name: 'Other', issuer: THIS_MACHINE }),
    )
  ).token
  await addConversation(server, uuidOf(1))
  const mine = JSON.parse((await read(server)).text)
  const theirs = JSON.parse(
    (await read(server, '', { headers: { authorization: `Bearer ${key}` } })).text,
  )
  expect([mine.total, theirs.total]).toEqual([1, 0])
  const port = new URL(server.url).port
  const other = await fetch(`http://localhost:${port}${LIST}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect((await other.json()).path).toBe(`http://localhost:${port}${LIST}`)
  expect(JSON.parse((await read(server, '?per_page=1')).text).per_page).toBe(1)
})

test('an invalid filter is rejected however often it is sent', async () => {
  const server = await startServer()
  for (const status of [422, 422, 422]) {
    expect((await read(server, '?per_page=0')).status).toBe(status)
    expect((await read(server, '?assistant_id=999')).status).toBe(status)
  }
})

test('a write by another process invalidates the cache', () => {
  const file = path.join(temporaryFolder(), 'shared.db')
  const db = openDb(file)
  db.exec('CREATE TABLE notes (text TEXT)')
  const version = dataVersion(db)
  const before = version()
  expect(version()).toBe(before)
  const other = new Database(file)
  other.exec("INSERT INTO notes VALUES ('hello')")
  other.close()
  const after = version()
  expect(after).not.toBe(before)
  expect(version()).toBe(after)
  db.close()
})

test('inside a transaction there is no version, because its writes may still be rolled back', () => {
  const db = listsDb()
  const version = dataVersion(db)
  const before = version()
  db.exec('BEGIN')
  insertRow(db, 'campaigns', { user_id: 1, name: 'Soon gone' })
  expect(version()).toBeUndefined()
  db.exec('ROLLBACK')
  expect(version()).not.toBe(before)
})

test('a response is not reused for longer than a minute, so that the key’s last use is recorded', () => {
  let time = 0
  const cache = createAnswerCache({ version: () => 1, now: () => new Date(time), maxBytes: 1000 })
  keep(cache, 'list', Buffer.from('[]'))
  time = 60_000
  expect(cache.find('list')).toBeDefined()
  time = 60_001
  expect(cache.find('list')).toBeUndefined()
  expect(cache.size()).toEqual({ answers: 0, bytes: 0 })
})

test('a response computed while a write happened is not cached', () => {
  let version = 1
  const cache = createAnswerCache({ version: () => version, now, maxBytes: 1000 })
  cache.writerFor('list')
  const keepList = cache.writerFor('list')!
  version = 2
  keep(cache, 'something else', Buffer.from('of today'))
  keepList(Buffer.from('of yesterday'))
  expect(cache.find('list')).toBeUndefined()
})

test('a request seen once is not cached; one repeated is, also after a write', () => {
  let version = 1
  const cache = createAnswerCache({ version: () => version, now, maxBytes: 1000 })
  expect(cache.writerFor('list')).toBeUndefined()
  cache.writerFor('list')!(Buffer.from('[1]'))
  expect(cache.find('list')).toEqual(Buffer.from('[1]'))
  version = 2
  expect(cache.find('list')).toBeUndefined()
  cache.writerFor('list')!(Buffer.from('[2]'))
  expect(cache.find('list')).toEqual(Buffer.from('[2]'))
})

test('an unusually long request is never cached, however often it is repeated', () => {
  const cache = createAnswerCache({ version: () => 1, now, maxBytes: 10_000 })
  const question = 'x'.repeat(3000)
  expect([cache.writerFor(question), cache.writerFor(question)]).toEqual([undefined, undefined])
})

test('a request is forgotten after a thousand others', () => {
  const cache = createAnswerCache({ version: () => 1, now, maxBytes: 1000 })
  cache.writerFor('list')
  for (let number = 0; number < 1100; number += 1) cache.writerFor(`page ${number}`)
  expect(cache.writerFor('list')).toBeUndefined()
})

test('the largest cached responses are evicted, and the size limit holds', () => {
  const cache = createAnswerCache({ version: () => 1, now, maxBytes: 1000 })
  for (let number = 0; number < 50; number += 1) keep(cache, `page ${number}`, Buffer.alloc(200))
  expect(cache.size().bytes).toBeLessThanOrEqual(1000)
  expect(cache.find('page 49')).toHaveLength(200)
  expect(cache.find('page 0')).toBeUndefined()
  keep(cache, 'huge', Buffer.alloc(2000))
  expect(cache.find('huge')).toBeUndefined()
})

/** Sends a GET with exactly these headers, including duplicates, and resolves to its status. */
function rawGet(server: TestServer, headers: string[]): Promise<number> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${LIST} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}

test('a cached response is only for exactly the request that was authorised, not for similar ones', async () => {
  const server = await startServer()
  const host = `Host: ${new URL(server.url).host}`
  const key = `Authorization: Bearer ${KEY}`
  const ask = (...headers: string[]) => rawGet(server, headers)
  for (const status of [200, 200, 200]) expect(await ask(host, key)).toBe(status)
  expect(await ask(host)).toBe(401)
  expect(await ask(host, `${key}x`)).toBe(401)
  expect(await ask(host, key, key)).toBe(401)
  expect(await ask(host, key, 'Authorization: Bearer other')).toBe(401)
  expect(await ask(host, host, key)).toBe(421)
  expect(await ask('Host: evil.test', key)).toBe(421)
  expect(await ask(host, key, 'Host: evil.test')).toBe(421)
  expect(await ask(host, key, 'Origin: https://evil.test')).toBe(403)
  expect(await ask(key)).toBe(421)
})

test('a cached response has the original headers and its own request id', async () => {
  const server = await startServer()
  const headers = async () => Object.fromEntries((await server.fetch(LIST)).headers)
  const first = await headers()
  await headers()
  const { 'x-request-id': id, date: _, ...rest } = await headers()
  expect(rest).toEqual(Object.fromEntries(Object.entries(first).filter(([name]) => name in rest)))
  expect(Object.keys(first).sort()).toEqual([...Object.keys(rest), 'date', 'x-request-id'].sort())
  expect(id).not.toBe(first['x-request-id'])
})
