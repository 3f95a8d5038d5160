import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { enableConversationEndedWebhook } from '#contracts/assistant-webhooks.ts'
import { getContact, listContacts, updateContact } from '#contracts/contacts.ts'
import {
  getConversation,
  listConversations,
  replyToConversation,
} from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { saveDraft } from '#contracts/drafts.ts'
import { eraseVisitor, identifyVisitor } from '#contracts/identity.ts'
import { countInbox } from '#contracts/inbox.ts'
import { searchAll } from '#contracts/inbox-search.ts'
import { createNote } from '#contracts/notes.ts'
import { rateConversation } from '#contracts/ratings.ts'
import { sendTestWebhook } from '#contracts/webhook-tests.ts'
import {
  endVisitorConversation,
  listVisitorConversations,
  openVisitorSession,
  sendVisitorMessage,
  setVisitorVariables,
  visitPage,
} from '#contracts/widget.ts'
import { connect } from '../../../server/db/connect.ts'
import { indexPending } from '../../../server/db/search-index.ts'
import { wrongTallies } from '../../../server/db/tallies.ts'
import { SLICE } from '../../../server/features/contacts/erase.ts'
import { wipe } from '../../../server/features/platform/wipe/wipe.ts'
import { startServer as start } from '../../../server/start.ts'
import { countTurns, createClock } from '../../support/clock.ts'
import { website } from '../../support/identity.ts'
import { idle } from '../../support/idle.ts'
import { startReceiver } from '../../support/receiver.ts'
import {
  emptyDataFolder,
  KEY,
  startServer,
  type TestServer,
  testConfig,
  testServer,
} from '../../support/server.ts'
import { followStream } from '../../support/stream.ts'
import { createVisitor, type TestVisitor } from '../../support/visitor.ts'

/** A word used by nobody else. */
const MARK = 'Quxzebrafinch'

/** A visitor who leaves the word wherever one can. */
async function fill(server: TestServer, visitor: TestVisitor): Promise<void> {
  const params = { uuid: visitor.conversationId }
  const { call } = visitor
  const form = (name: string) => {
    const body = new FormData()
    body.append('file', new File([`${MARK} in a file`], name))
    return { method: 'POST', body }
  }
  const own = `/api/widget/conversations/${params.uuid}/attachments`
  const { data: file } = await (await visitor.fetch(own, form(`${MARK}.txt`))).json()
  await visitor.fetch(own, form(`unsent-${MARK}.txt`))
  await call(sendVisitorMessage, {
    params,
    body: { client_id: randomUUID(), content: `${MARK} says hello`, attachment_ids: [file.id] },
  })
  const variables = {
    name: MARK,
    email: `${MARK}@example.com`,
    phone: '+49 1555 998 2134',
    about: MARK,
  }
  await call(setVisitorVariables, { params, body: { variables } })
  await call(visitPage, {
    body: { page_url: `https://shop.example/${MARK}`, page_title: MARK },
  })
  await server.call(updateContact, { params: { id: visitor.id }, body: { notes: MARK } })
  await server.call(createNote, {
    params,
    body: { client_id: randomUUID(), content: `Note on ${MARK}` },
  })
  await server.call(saveDraft, {
    params: { ...params, kind: 'reply' },
    body: { content: `Dear ${MARK}` },
  })
  await server.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: `Dear ${MARK}` },
  })
  // A requested draft, and one that answers with the word.
  const { ai_epoch: epoch } = await server.call(getConversation, { params })
  await server.call(turnDial, { params, body: { mode: 'approve', epoch } })
  await visitor.say(`${MARK} asks`)
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  server.context.db.prepare('UPDATE proposals SET hint = ?').run(MARK)
  await call(rateConversation, { params, body: { rating: 5, comment: MARK } })
  await call(endVisitorConversation, { params })
}

/** Every file of a folder that contains the word, by name. */
function filesWith(folder: string, word: string): string[] {
  const bytes = (name: string) => readFileSync(path.join(folder, name)).toString('latin1')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => bytes(name).toLowerCase().includes(word.toLowerCase()))
}

/** Erases a visitor, and waits until remnants between the rows are wiped. */
async function erase(server: TestServer, call: TestVisitor['call']): Promise<void> {
  await call(eraseVisitor)
  await expect.poll(() => server.context.jobs.count('contacts.wipe')).toBe(0)
}

async function onDisk() {
  const folder = emptyDataFolder()
  const running = await start(testConfig({ dataDir: folder }))
  const server = testServer(running)
  const { id } = await website(server)
  await server.call(enableConversationEndedWebhook, {
    body: { assistant_id: id, webhook_url: 'https://receiver.invalid/hook' },
  })
  return { folder, running, server }
}

test('nothing of an erased visitor is left in any file', async () => {
  const { folder, running, server } = await onDisk()
  const neighbour = await createVisitor(server)
  await neighbour.say('Hello from next door')
  const visitor = await createVisitor(server)
  await fill(server, visitor)
  expect(filesWith(folder, MARK).length).toBeGreaterThan(1)
  const rest = await server.call(searchAll, { query: { q: MARK } })
  expect(JSON.stringify(rest)).toContain(MARK)
  await erase(server, visitor.call)
  expect(filesWith(folder, MARK)).toEqual([])
  expect(filesWith(folder, visitor.conversationId)).not.toContain('attachments')
  expect(readdirSync(path.join(folder, 'attachments'))).toEqual([])
  expect(filesWith(folder, 'Hello from next door')).not.toEqual([])
  await running.stop()
  expect(filesWith(folder, MARK)).toEqual([])
  expect(existsSync(path.join(folder, 'parley.db'))).toBe(true)
})

test('nothing of an erased visitor is left in the webhook log', async () => {
  const echo = await startReceiver((res, { body }) => {
    res.setHeader('x-echo', MARK)
    res.statusCode = 500
    res.end(body.slice(-2000))
  })
  const folder = emptyDataFolder()
  const network = { policy: 'desktop', allowPrivate: [echo.host] } as const
  const running = await start(testConfig({ dataDir: folder, network }))
  const server = testServer(running)
  const { id } = await website(server)
  await server.call(enableConversationEndedWebhook, {
    body: { assistant_id: id, webhook_url: echo.url },
  })
  const visitor = await createVisitor(server)
  await fill(server, visitor)
  await server.call(sendTestWebhook, { body: { assistant_id: id, event: 'conversation_ended' } })
  const attempts = server.context.db.prepare('SELECT * FROM webhook_attempts')
  await expect.poll(() => attempts.all().length).toBe(2)
  expect(JSON.stringify(attempts.all())).toContain(MARK)
  await erase(server, visitor.call)
  expect(attempts.all()).toEqual([])
  expect(filesWith(folder, MARK)).toEqual([])
  await running.stop()
  expect(filesWith(folder, MARK)).toEqual([])
})

test('the words of many visitors are gone from the search, in whatever order they are erased', async () => {
  const { folder, running, server } = await onDisk()
  const visitors = []
  for (let index = 0; index < 12; index += 1) {
    const visitor = await createVisitor(server)
    const word = `zygo${'abcdefghijkl'[index]}tope`
    const params = { uuid: visitor.conversationId }
    for (let turn = 0; turn < 4; turn += 1)
      await visitor.say(`${word} number ${turn} ${'a b c '.repeat(50)}`)
    await visitor.call(setVisitorVariables, { params, body: { variables: { name: word } } })
    visitors.push({ visitor, word })
  }
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  const gone = visitors.filter((_, index) => index % 2 === 0)
  for (const { visitor } of gone) await erase(server, visitor.call)
  for (const { word } of gone) expect([word, filesWith(folder, word)]).toEqual([word, []])
  const { db } = server.context
  await indexPending(db, server.context.write)
  for (const table of ['search_fts', 'contacts_fts'])
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`)
  for (const { visitor, word } of visitors.filter((_, index) => index % 2 === 1)) {
    const found = await server.call(searchAll, { query: { q: word } })
    expect(JSON.stringify(found)).toContain(visitor.conversationId)
  }
  await running.stop()
})

test('the desk sees them go, and every count stays right', async () => {
  const server = await startServer()
  const neighbour = await createVisitor(server)
  await neighbour.say('Hello')
  const visitor = await createVisitor(server)
  await fill(server, visitor)
  const desk = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  await visitor.call(eraseVisitor)
  expect((await desk.next(({ type }) => type === 'contact.deleted')).data).toEqual({
    id: visitor.id,
  })
  expect((await desk.next(({ type }) => type === 'conversation.deleted')).data).toEqual({
    id: visitor.conversationId,
  })
  await expect(
    server.call(getConversation, { params: { uuid: visitor.conversationId } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(server.call(getContact, { params: { id: visitor.id } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await server.call(listContacts)).total).toBe(1)
  expect((await server.call(listConversations)).total).toBe(1)
  const { db } = server.context
  expect(wrongTallies(db, 1)).toEqual([])
  expect(
    db
      .prepare(
        'SELECT * FROM (SELECT * FROM inbox_counts WHERE count <> 0 EXCEPT SELECT * FROM inbox_counts_expected)',
      )
      .all(),
  ).toEqual([])
  expect((await server.call(countInbox)).views.open).toBe(1)
  expect(db.pragma('foreign_key_check')).toEqual([])
  const about = [visitor.id, visitor.conversationId].map((uuid) =>
    db.prepare('SELECT type FROM events WHERE payload LIKE ?').pluck().all(`%${uuid}%`),
  )
  expect(about).toEqual([['contact.deleted'], ['conversation.deleted']])
})

test('every browser of the visitor is told, and no token grants access', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  await visitor.call(eraseVisitor)
  await stream.next(({ type }) => type === 'session.closed')
  await stream.ended
  for (const attempt of [
    () => visitor.call(listVisitorConversations),
    () => visitor.call(eraseVisitor),
    () => visitor.say('Am I still here?'),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 401 })
})

test('an answer in progress is stopped', async () => {
  const server = await startServer({ limits: { builtInWordMs: 10 } })
  const visitor = await createVisitor(server)
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  await visitor.say('What is Parley?')
  await stream.next(({ type }) => type === 'message.delta')
  await visitor.call(eraseVisitor)
  await idle(server.context.db)
  const { db } = server.context
  expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(0)
  expect(db.prepare("SELECT count(*) FROM jobs WHERE status = 'dead'").pluck().get()).toBe(0)
})

test('while a backup reads an older state, the rest is wiped later', async () => {
  const { folder, running, server } = await onDisk()
  const visitor = await createVisitor(server)
  await fill(server, visitor)
  const { context } = server
  // As a backup has: a read transaction of another connection.
  const backup = connect(path.join(folder, 'parley.db'), { readonly: true })
  backup.exec('BEGIN')
  backup.prepare('SELECT count(*) FROM messages').get()
  const begun = performance.now()
  await visitor.call(eraseVisitor)
  const { signal } = new AbortController()
  await expect.poll(() => wipe(context, {}, signal)).toBeInstanceOf(Date)
  // It is not waited for.
  expect(performance.now() - begun).toBeLessThan(4000)
  backup.close()
  await expect.poll(() => wipe(context, {}, signal)).toBeUndefined()
  expect(filesWith(folder, MARK)).toEqual([])
  await running.stop()
})

test('nothing of many erased visitors is left in a large file, in which others go on writing', async () => {
  const { folder, running, server } = await onDisk()
  const { db } = server.context
  const visitors = await Promise.all(Array.from({ length: 15 }, () => createVisitor(server)))
  const word = (index: number) =>
    `zygo${String.fromCharCode(97 + (index % 26), 97 + (index >> 4))}tope`
  // Interleaved, so that their rows share pages, which are split again and again.
  for (let round = 0; round < 60; round += 1)
    db.transaction(() => {
      for (const [index, visitor] of visitors.entries()) gossip(server, visitor, word(index), round)
    })()
  await indexPending(db, server.context.write)
  const gone = visitors.flatMap((visitor, index) => (index % 3 === 0 ? [{ visitor, index }] : []))
  const stays = visitors[1]!
  for (const { visitor } of gone) {
    await visitor.call(eraseVisitor)
    await stays.say(`I am still here, ${'writing '.repeat(200)}`)
  }
  await expect.poll(() => server.context.jobs.count('contacts.wipe'), { timeout: 20_000 }).toBe(0)
  for (const { index } of gone) expect([index, filesWith(folder, word(index))]).toEqual([index, []])
  expect(filesWith(folder, word(1))).not.toEqual([])
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  await running.stop()
  for (const { index } of gone) expect([index, filesWith(folder, word(index))]).toEqual([index, []])
})

/** Adds messages of various lengths, some of which need further pages, to a visitor's conversation. */
function gossip(server: TestServer, visitor: TestVisitor, word: string, round: number): void {
  const say = server.context.db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    SELECT id, 1000 + ?, 'visitor', ?, ?, 'complete', 1 FROM conversations WHERE uuid = ?
  `)
  const length = (round * 7919 + word.charCodeAt(4) * 131) % (round % 5 === 0 ? 9000 : 400)
  say.run(round, word, `${word} ${'abc '.repeat(length / 4)} ${word}`, visitor.conversationId)
}

test('a visitor with very many messages is erased without anyone waiting long', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const { db } = server.context
  chatter(server, visitor, 3000)
  const begun = performance.now()
  await visitor.call(eraseVisitor)
  expect(performance.now() - begun).toBeLessThan(1500)
  expect(db.prepare('SELECT count(*) FROM search_documents').pluck().get()).toBe(0)
})

/** Gives the visitor a history of this length. */
function chatter(server: TestServer, visitor: TestVisitor, count: number): void {
  const { db } = server.context
  const say = db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    SELECT id, message_count + ?, 'visitor', 'Ada', ?, 'complete', 1 FROM conversations WHERE uuid = ?
  `)
  db.transaction(() => {
    for (let seq = 1; seq <= count; seq += 1)
      say.run(seq, `Message ${seq} is about ${seq * 7919} things`, visitor.conversationId)
  })()
}

test('a visitor’s messages are deleted in slices, and others get their turn in between', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  chatter(server, visitor, 8 * SLICE)
  const { db } = server.context
  db.exec(`
    CREATE TEMP TABLE left_at_the_end (messages);
    CREATE TEMP TRIGGER ending BEFORE DELETE ON visitors
    BEGIN INSERT INTO left_at_the_end SELECT count(*) FROM messages; END
  `)
  const { turns } = await countTurns(() => visitor.call(eraseVisitor))
  expect(turns).toBeGreaterThan(7)
  const left = db.prepare('SELECT messages FROM left_at_the_end').pluck()
  expect(left.get()).toBeLessThanOrEqual(SLICE)
  expect(server.context.jobs.count('contacts.erase')).toBe(0)
})

test('the messages of many conversations are deleted in slices, too', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const { db } = server.context
  const begin = db.prepare(`
    INSERT INTO conversations (uuid, user_id, assistant_id, visitor_id, type, variables, created_at, updated_at)
    SELECT ?, user_id, assistant_id, visitor_id, type, variables, created_at, updated_at
    FROM conversations WHERE uuid = ?
  `)
  const say = db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    VALUES (?, ?, 'visitor', 'Ada', 'One of many', 'complete', 1)
  `)
  for (let count = 0; count < 40; count += 1) {
    const { lastInsertRowid } = begin.run(randomUUID(), visitor.conversationId)
    for (let seq = 1; seq <= 20; seq += 1) say.run(lastInsertRowid, seq)
  }
  db.exec(`
    CREATE TEMP TABLE left_at_the_end (messages);
    CREATE TEMP TRIGGER ending BEFORE DELETE ON visitors
    BEGIN INSERT INTO left_at_the_end SELECT count(*) FROM messages; END
  `)
  await visitor.call(eraseVisitor)
  expect(db.prepare('SELECT messages FROM left_at_the_end').pluck().get()).toBeLessThanOrEqual(
    SLICE,
  )
  expect(db.prepare('SELECT count(*) FROM conversations').pluck().get()).toBe(0)
  expect(server.context.jobs.count('contacts.erase')).toBe(0)
})

test('an interrupted erasure is done a minute later', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const visitor = await createVisitor(server)
  chatter(server, visitor, 3 * SLICE)
  const { db } = server.context
  const rows = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  db.exec(`
    CREATE TEMP TRIGGER cut_off BEFORE DELETE ON visitors
    BEGIN SELECT raise(ABORT, 'no room'); END
  `)
  await expect(visitor.call(eraseVisitor)).rejects.toMatchObject({ status: 500 })
  expect([rows('visitors'), server.context.jobs.count('contacts.erase')]).toEqual([1, 1])
  db.exec('DROP TRIGGER cut_off')
  await clock.advance(60_000)
  await expect.poll(() => server.context.jobs.count('contacts.erase')).toBe(0)
  expect([rows('visitors'), rows('messages'), rows('conversations')]).toEqual([0, 0, 0])
})

test('a visitor erased after a merge takes along the messages of both identities', async () => {
  const { folder, running, server } = await onDisk()
  const { uuid, vouch } = await website(server)
  const identity = await vouch({ sub: 'customer-7' })
  await server.as()(openVisitorSession, { body: { assistant_id: uuid, identity } })
  const visitor = await createVisitor(server)
  await fill(server, visitor)
  const { token } = await visitor.call(identifyVisitor, { body: { identity } })
  expect(filesWith(folder, MARK)).not.toEqual([])
  await erase(server, server.as({ authorization: `Bearer ${token}` }))
  expect(filesWith(folder, MARK)).toEqual([])
  await running.stop()
})
