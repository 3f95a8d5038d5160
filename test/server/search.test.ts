import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchHit } from '#contracts/inbox-search.ts'
import { searchAll } from '#contracts/inbox-search.ts'
import { getDataFacts } from '#contracts/system.ts'
import { isSearchBehind } from '../../server/db/search-index.ts'
import { MARKS } from '../../server/features/platform/search/queries.ts'
import { snippetOf } from '../../server/features/platform/search/snippet.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { createClock } from '../support/clock.ts'
import { madeConversation, neverIdle } from '../support/inbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

const find = async (
  { call }: Pick<TestServer, 'call'>,
  q: string,
  rest = {},
): Promise<SearchHit[]> => (await call(searchAll, { query: { q, ...rest } })).data

const texts = (hits: readonly SearchHit[]) => hits.map(({ snippet }) => snippet.text)

/** The highlighted words in each hit. */
const marked = (hits: readonly SearchHit[]) =>
  hits.map(({ snippet: { text, matches } }) =>
    matches.map(([start, length]) => text.slice(start, start + length)),
  )

test('words, phrases, prefixes, exclusions and authors are found, newest first, and highlighted', async () => {
  const server = await startServer()
  madeConversation(server, {
    messages: [
      ['visitor', 'Where is the Zoë parcel?'],
      ['assistant', 'The parcel is on its way to Zoe.'],
      ['operator', 'Parcels leave the depot at noon.'],
    ],
  })
  expect(texts(await find(server, 'parcel '))).toEqual([
    'The parcel is on its way to Zoe.',
    'Where is the Zoë parcel?',
  ])
  expect(marked(await find(server, 'zoe PARC'))).toEqual([
    ['parcel', 'Zoe'],
    ['Zoë', 'parcel'],
  ])
  expect(texts(await find(server, '"the parcel"'))).toEqual(['The parcel is on its way to Zoe.'])
  expect(marked(await find(server, '"the parcel"'))).toEqual([['The parcel']])
  expect(texts(await find(server, 'parcel -way '))).toEqual(['Where is the Zoë parcel?'])
  expect(texts(await find(server, 'parc from:operator'))).toEqual([])
  expect(texts(await find(server, 'from:operator parc'))).toEqual([
    'Parcels leave the depot at noon.',
  ])
  expect(texts(await find(server, 'parc from:visitor '))).toEqual([])
  expect((await find(server, 'depot'))[0]).toMatchObject({
    kind: 'message',
    seq: 3,
    author: 'operator',
  })
  expect(await find(server, 'p')).toEqual([])
})

test('no input is an error', async () => {
  const server = await startServer()
  madeConversation(server, { messages: [['visitor', 'a "quoted" NEAR(word) AND it*s ^caret']] })
  const signs = fc.string({
    unit: fc.constantFrom(...'"\'-*^():{}+ ANDORNEar:from:in:é1\\%_'.split('')),
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(signs, fc.string({ unit: 'grapheme', maxLength: 60 })), async (q) => {
      const response = await server.fetch(`/api/user/search?${new URLSearchParams({ q })}`)
      const isStorable = !q.includes('\0') && q.isWellFormed()
      expect([q, response.status]).toEqual([q, isStorable ? 200 : 422])
    }),
    { numRuns: 150 },
  )
  expect(texts(await find(server, '"'))).toEqual([])
  expect(texts(await find(server, 'NEAR(word'))).toHaveLength(1)
})

test('another account finds nothing here, however common the word', async () => {
  const server = await startServer()
  const stranger = await anotherAccount(server)
  await createdAssistant(stranger)
  madeConversation(server, { messages: [['visitor', 'secret parcel']] })
  madeConversation(server, { userId: stranger.id, messages: [['visitor', 'my own parcel']] })
  expect(texts((await stranger.call(searchAll, { query: { q: 'parcel' } })).data)).toEqual([
    'my own parcel',
  ])
  expect((await stranger.call(searchAll, { query: { q: 'secret' } })).data).toEqual([])
  // The index terms for ownership cannot be searched for.
  for (const q of ['t1', 'facets:t1', 't1 parcel', 'parcel OR t1']) {
    expect([q, texts((await stranger.call(searchAll, { query: { q } })).data)]).toEqual([q, []])
  }
  const { uuid } = madeConversation(server)
  expect(await find(server, uuid.slice(0, 13))).toMatchObject([
    { kind: 'conversation', conversation: { id: uuid } },
  ])
  expect((await stranger.call(searchAll, { query: { q: uuid } })).data).toEqual([])
})

test('an answer is found once complete; edited or deleted text is no longer found', async () => {
  const server = await startServer()
  const { db } = server.context
  const { say, id } = madeConversation(server, { messages: [['visitor', 'x']] })
  const message = say('assistant', 'first words', 'streaming')
  db.prepare("UPDATE messages SET content = content || ' growing' WHERE id = ?").run(message)
  expect(await find(server, 'growing')).toEqual([])
  db.prepare("UPDATE messages SET status = 'complete' WHERE id = ?").run(message)
  expect(texts(await find(server, 'growing'))).toEqual(['first words growing'])
  db.prepare("UPDATE messages SET content = 'other text' WHERE id = ?").run(message)
  expect(await find(server, 'growing')).toEqual([])
  expect(texts(await find(server, 'other'))).toEqual(['other text'])
  db.prepare('DELETE FROM conversations WHERE id = ?').run(id)
  expect(await find(server, 'other')).toEqual([])
  db.exec("INSERT INTO search_fts (search_fts) VALUES ('integrity-check')")
})

test('text edited or deleted before it is indexed is found in its current form, and leaves nothing behind', async () => {
  const server = await startServer()
  const { db } = server.context
  const { say } = madeConversation(server, { messages: [['visitor', 'x']] })
  const changed = say('visitor', 'a violet parcel')
  const deleted = say('visitor', 'a yellow parcel')
  const resumed = say('assistant', 'a white parcel', 'interrupted')
  expect(isSearchBehind(db)).toBe(true)
  db.prepare("UPDATE messages SET content = 'a green parcel' WHERE id = ?").run(changed)
  db.prepare('DELETE FROM messages WHERE id = ?').run(deleted)
  db.prepare("UPDATE messages SET status = 'streaming' WHERE id = ?").run(resumed)
  expect(texts(await find(server, 'parcel'))).toEqual(['a green parcel'])
  expect(await find(server, 'violet')).toEqual([])
  expect(isSearchBehind(db)).toBe(false)
  // Compares the index with the texts, term by term.
  db.exec("INSERT INTO search_fts (search_fts, rank) VALUES ('integrity-check', 1)")
})

test('new text is indexed soon, even when nobody searches', async () => {
  const server = await startServer()
  const { db, events, write } = server.context
  // The first time, it may have been done by the start.
  for (const word of ['violet', 'green']) {
    const { uuid } = madeConversation(server, { messages: [['visitor', `a ${word} parcel`]] })
    expect(isSearchBehind(db)).toBe(true)
    const payload = { conversation_id: uuid, seq: 1 }
    await write((tx) => events.record(tx, { userId: 1, type: 'conversation.seen', payload }))
    await expect.poll(() => isSearchBehind(db)).toBe(false)
    expect(texts(await find(server, word))).toEqual([`a ${word} parcel`])
  }
})

test('the owner sees how far the index lags, also when it cannot be written', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const { db, events, write } = server.context
  const search = async () => (await server.call(getDataFacts)).database?.search
  await expect.poll(search).toEqual({ waiting: 0, behind_ms: 0 })
  db.exec(`CREATE TRIGGER index_stands_still BEFORE UPDATE ON search_progress BEGIN
    SELECT RAISE(ABORT, 'no room');
  END`)
  const { uuid } = madeConversation(server, { messages: [['visitor', 'a violet parcel']] })
  const payload = { conversation_id: uuid, seq: 1 }
  await write((tx) => events.record(tx, { userId: 1, type: 'conversation.seen', payload }))
  await clock.advance(7000)
  expect(await search()).toEqual({ waiting: expect.any(Number), behind_ms: 7000 })
  expect((await search())?.waiting).toBeGreaterThan(0)
  db.exec('DROP TRIGGER index_stands_still')
  await expect.poll(search).toEqual({ waiting: 0, behind_ms: 0 })
  await expect.poll(() => server.context.searchLag.ms()).toBe(0)
})

test('visitors are found by name, email and phone number, under their current name', async () => {
  const server = await startServer()
  const { db } = server.context
  const { visitorId, uuid } = madeConversation(server, {
    name: 'Grace Hopper',
    email: 'grace@navy.example',
  })
  for (const q of ['hopp', 'grace@navy.example', 'navy']) {
    expect(await find(server, q)).toMatchObject([{ kind: 'visitor', conversation: { id: uuid } }])
  }
  db.prepare("UPDATE visitors SET name = 'Rear Admiral', phone = '+4930123456' WHERE id = ?").run(
    visitorId,
  )
  expect(await find(server, 'hopper')).toEqual([])
  expect(await find(server, '4930123456')).toHaveLength(1)
  db.exec("INSERT INTO search_fts (search_fts) VALUES ('integrity-check')")
})

test('inbox filters narrow a search, and pages continue where they were', async () => {
  const server = await startServer()
  neverIdle(server)
  const { db } = server.context
  for (let index = 0; index < 90; index += 1) {
    const { id } = madeConversation(server, { messages: [['visitor', `parcel ${index}`]] })
    if (index % 3 === 0) db.prepare('UPDATE conversations SET ended_at = 5 WHERE id = ?').run(id)
  }
  const all: string[] = []
  let before: string | null | undefined
  do {
    const page = await server.call(searchAll, {
      query: { q: 'parcel', state: 'ended', limit: '8', ...(before ? { before } : {}) } as never,
    })
    all.push(...texts(page.data))
    before = page.before
  } while (before)
  expect(all).toEqual(Array.from({ length: 30 }, (_, index) => `parcel ${87 - index * 3}`))
})

test('a snippet is the part around the match, in plain text', () => {
  const long = `${'word '.repeat(60)}${MARKS.from}needle${MARKS.to} ${'tail '.repeat(60)}`
  const { text, matches } = snippetOf(long)
  expect(text.length).toBeLessThan(210)
  expect(text).toMatch(/^….*…$/)
  expect(matches.map(([start, length]) => text.slice(start, start + length))).toEqual(['needle'])
  expect(snippetOf(`<b>${MARKS.from}x${MARKS.to}</b>`)).toEqual({
    text: '<b>x</b>',
    matches: [[3, 1]],
  })
})
