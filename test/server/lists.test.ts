import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertRow, NOUNS, type Noun } from '../support/lists.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

const PATHS: Record<Noun, string> = {
  conversations: '/api/user/conversations',
  calls: '/api/user/calls',
  sms_messages: '/api/user/sms',
}

/** A filter of each list that matches about half, and the column it compares. */
const HALF: Record<Noun, { column: string; values: [string, string]; query: string }> = {
  conversations: { column: 'type', values: ['widget', 'api'], query: 'type=api' },
  calls: { column: 'status', values: ['completed', 'failed'], query: 'status=failed' },
  sms_messages: { column: 'status', values: ['sent', 'failed'], query: 'status=failed' },
}

const DAY = 86_400_000
const START = Date.parse('2026-03-01T00:00:00Z')

/** A row of a list; `number` makes it distinct, and `at` is its timestamp. */
function addRow({ context }: TestServer, noun: Noun, number: number, row: Record<string, unknown>) {
  const own: Record<Noun, Record<string, unknown>> = {
    conversations: {
      uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      assistant_id: 1,
      type: 'widget',
    },
    calls: { assistant_id: 1, type: 'inbound', status: 'completed' },
    sms_messages: { phone_number_id: 1, to_number: '+15550001', status: 'sent' },
  }
  insertRow(context.db, noun, {
    id: number,
    user_id: 1,
    created_at: START,
    updated_at: START,
    ...own[noun],
    ...row,
  })
}

// biome-ignore lint/suspicious/noExplicitAny: envelopes of every list
type Envelope = any

async function get(server: TestServer, path: string): Promise<Envelope> {
  const response = await server.fetch(path)
  expect(response.status).toBe(200)
  return await response.json()
}

const numberOf = (noun: Noun, item: { id: string | number }) =>
  noun === 'conversations' ? Number(String(item.id).slice(-12)) : item.id

/** The numbers of the rows on all pages and one beyond; checks each page's metadata. */
async function pagesOf(
  server: TestServer,
  noun: Noun,
  filters: string,
  perPage: number,
  total: number,
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const url = (to: number) => `${server.url}${PATHS[noun]}?${filters}&page=${to}`
  const seen: unknown[] = []
  for (let number = 1; number <= lastPage + 1; number += 1) {
    const page = await get(server, `${PATHS[noun]}?${filters}&page=${number}`)
    const items = page.data.map((item: { id: number }) => numberOf(noun, item))
    expect(page).toMatchObject({
      current_page: number,
      total,
      last_page: lastPage,
      per_page: perPage,
      path: server.url + PATHS[noun],
      first_page_url: url(1),
      last_page_url: url(lastPage),
      from: items.length > 0 ? seen.length + 1 : null,
      to: items.length > 0 ? seen.length + items.length : null,
      prev_page_url: number > 1 ? url(number - 1) : null,
      next_page_url: number < lastPage ? url(number + 1) : null,
    })
    expect(page.links[0].url).toBe(page.prev_page_url)
    expect(page.links.at(-1).url).toBe(page.next_page_url)
    seen.push(...items)
  }
  return seen
}

test.each(NOUNS)(
  'the pages of %s contain each row once, newest first, with consistent counts',
  async (noun) => {
    const server = await startServer()
    const { column, values, query } = HALF[noun]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 60 }),
        fc.integer({ min: 1, max: 25 }),
        fc.boolean(),
        async (rows, perPage, isNarrowed) => {
          server.context.db.exec(`DELETE FROM ${noun}`)
          for (const [index, [day, half]] of rows.entries())
            addRow(server, noun, index + 1, {
              created_at: START + day * DAY,
              [column]: values[Number(half)],
            })
          const expected = rows
            .map(([day, half], index) => ({ day, half, id: index + 1 }))
            .filter(({ half }) => half || !isNarrowed)
            .sort((a, b) => b.day - a.day || b.id - a.id)
            .map(({ id }) => id)
          const filters = `${isNarrowed ? `${query}&` : ''}per_page=${perPage}`
          const seen = await pagesOf(server, noun, filters, perPage, expected.length)
          expect(seen).toEqual(expected)
        },
      ),
      { numRuns: 25, endOnFailure: true },
    )
  },
  60_000,
)

test.each(NOUNS)(
  'an invalid page of %s is page 1, and an invalid size is rejected',
  async (noun) => {
    const server = await startServer()
    addRow(server, noun, 1, {})
    for (const page of ['0', '-1', '1.5', '1e3', '0x10', '', '%205', '9e15', 'x', '%00'])
      expect(await get(server, `${PATHS[noun]}?page=${page}`)).toMatchObject({
        current_page: 1,
        total: 1,
      })
    expect(await get(server, `${PATHS[noun]}?page=2&page=3`)).toMatchObject({ current_page: 1 })
    expect(await get(server, `${PATHS[noun]}?page=999999999999999`)).toMatchObject({
      data: [],
      from: null,
      to: null,
      total: 1,
      next_page_url: null,
    })
    for (const size of [
      '0',
      '-1',
      '101',
      '1.5',
      '1e1',
      '0x10',
      '',
      '%205',
      '9e15',
      'x',
      '1&per_page=2',
    ]) {
      const response = await server.fetch(`${PATHS[noun]}?per_page=${size}`)
      expect(response.status).toBe(422)
      expect(Object.keys((await response.json()).errors)).toEqual(['per_page'])
    }
  },
)

test.each(NOUNS)(
  '%s are filtered by whole days in UTC, inclusive, and invalid dates are rejected',
  async (noun) => {
    const server = await startServer()
    for (const [index, time] of [
      '02-28T23:59:59.999',
      '03-01T00:00:00.000',
      '03-01T23:59:59.999',
      '03-02T00:00:00.000',
    ].entries())
      addRow(server, noun, index + 1, { created_at: Date.parse(`2026-${time}Z`) })
    const ids = async (query: string) =>
      (await get(server, `${PATHS[noun]}?${query}`)).data.map((item: { id: number }) =>
        numberOf(noun, item),
      )
    expect(await ids('date_from=2026-03-01&date_to=2026-03-01')).toEqual([3, 2])
    expect(await ids('date_from=2026-03-01')).toEqual([4, 3, 2])
    expect(await ids('date_to=2026-02-28')).toEqual([1])
    expect(await ids('date_from=2026-03-03')).toEqual([])
    for (const query of [
      'date_from=2024-02-30',
      'date_from=0000-01-01',
      'date_to=10000-01-01',
      'date_to=2024-1-1',
      'date_from=2026-03-02&date_to=2026-03-01',
      'date_from=',
    ]) {
      expect((await server.fetch(`${PATHS[noun]}?${query}`)).status).toBe(422)
    }
  },
)

test.each(NOUNS)(
  '%s of another account are never counted, listed or matched by a filter',
  async (noun) => {
    const server = await startServer()
    const { db } = server.context
    insertRow(db, 'users', { id: 2, email: 'two@example.com' })
    addRow(server, noun, 1, { user_id: 2, [HALF[noun].column]: HALF[noun].values[1] })
    for (const query of ['', HALF[noun].query, 'date_from=2020-01-01'])
      expect(await get(server, `${PATHS[noun]}?${query}`)).toMatchObject({
        total: 0,
        data: [],
        last_page: 1,
      })
  },
)

test.each(NOUNS)('%s require a key', async (noun) => {
  const server = await startServer()
  expect((await fetch(server.url + PATHS[noun])).status).toBe(401)
})

test.each(NOUNS)('the page links of %s use this server’s public name', async (noun) => {
  const server = await startServer({ publicUrl: 'https://chat.example.com' })
  const page = await get(server, `${PATHS[noun]}?per_page=1`)
  expect(page.last_page_url).toBe(`https://chat.example.com${PATHS[noun]}?per_page=1&page=1`)
})

test('a foreign, a nonexistent and a deleted assistant or campaign give the same empty page of calls', async () => {
  const server = await startServer()
  const { db } = server.context
  insertRow(db, 'users', { id: 2, email: 'two@example.com' })
  db.exec(`
    CREATE TEMP TABLE copy AS SELECT * FROM assistants WHERE id = 1;
    UPDATE copy SET id = 7, uuid = 'foreign', user_id = 2;
    INSERT INTO assistants SELECT * FROM copy;
    UPDATE copy SET id = 8, uuid = 'deleted', user_id = 1, deleted_at = 1;
    INSERT INTO assistants SELECT * FROM copy;
  `)
  insertRow(db, 'campaigns', { id: 7, user_id: 2, name: 'Foreign' })
  addRow(server, 'calls', 1, { user_id: 2, assistant_id: 7, campaign_id: 7 })
  addRow(server, 'calls', 2, { assistant_id: 8 })
  for (const field of ['assistant_id', 'campaign_id']) {
    const answers = await Promise.all(
      ['7', '8', '99'].map(async (id) => {
        const response = await server.fetch(`${PATHS.calls}?${field}=${id}`)
        expect(response.status).toBe(200)
        return (await response.text()).replaceAll(`${field}=${id}`, `${field}=ID`)
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0]!)).toMatchObject({ total: 0, data: [], from: null, last_page: 1 })
  }
})

test('a call has the documented fields, key by key', async () => {
  const server = await startServer()
  insertRow(server.context.db, 'campaigns', { id: 3, user_id: 1, name: 'Spring' })
  addRow(server, 'calls', 1, {
    campaign_id: 3,
    type: 'outbound',
    duration: 61,
    assistant_phone_number: '+4930111',
    client_phone_number: '+4930222',
    client_digits: '4930222',
    transcript: 'AI: Hello',
    variables: '{"name":"Ada"}',
    evaluation: '{"score":4}',
    carrier_cost: 12_345,
    total_cost: 23_700,
    answered_by: 'human',
    recording: 'call 1.wav',
  })
  addRow(server, 'calls', 2, { type: 'web', recording: 'https://example.com/2.mp3' })
  const { data } = await get(server, PATHS.calls)
  expect(Object.entries(data[1])).toEqual(
    Object.entries({
      id: 1,
      assistant_name: (await starterAssistant(server)).name,
      campaign_name: 'Spring',
      type: 'outbound',
      duration: 61,
      assistant_phone_number: '+4930111',
      client_phone_number: '+4930222',
      status: 'completed',
      transcript: 'AI: Hello',
      variables: { name: 'Ada' },
      evaluation: { score: 4 },
      webhook_response: {},
      carrier_cost: 0.012345,
      total_cost: 0.0237,
      answered_by: 'human',
      recording_url: `${server.url}/recordings/call%201.wav`,
      created_at: '2026-03-01 00:00:00',
      updated_at: '2026-03-01 00:00:00',
    }),
  )
  expect(data[0]).toMatchObject({
    campaign_name: '',
    client_phone_number: null,
    recording_url: 'https://example.com/2.mp3',
    variables: {},
    evaluation: {},
    webhook_response: {},
  })
})

test('phone numbers are compared by all their digits and nothing else', async () => {
  const server = await startServer()
  addRow(server, 'calls', 1, { client_phone_number: '+49 30 222', client_digits: '4930222' })
  addRow(server, 'calls', 2, { client_phone_number: '+49302221', client_digits: '49302221' })
  addRow(server, 'calls', 3, { type: 'web' })
  addRow(server, 'sms_messages', 1, { to_number: '+4930222' })
  addRow(server, 'sms_messages', 2, { to_number: '+1 (493) 022-2.' })
  const ids = async (path: string) =>
    (await get(server, path)).data.map(({ id }: { id: number }) => id)
  for (const number of ['4930222', '+4930222', '(49) 30-222']) {
    expect(await ids(`${PATHS.calls}?phone_number=${encodeURIComponent(number)}`)).toEqual([1])
    expect(await ids(`${PATHS.sms_messages}?to=${encodeURIComponent(number)}`)).toEqual([1])
  }
  expect(await ids(`${PATHS.sms_messages}?to=14930222`)).toEqual([2])
  for (const number of ['%25', "' OR 1=1--", '493022', '_______', '']) {
    expect(await ids(`${PATHS.calls}?phone_number=${encodeURIComponent(number)}`)).toEqual([])
    expect(await ids(`${PATHS.sms_messages}?to=${encodeURIComponent(number)}`)).toEqual([])
  }
})

test('filters without an index of their own are counted exactly too', async () => {
  const server = await startServer()
  insertRow(server.context.db, 'campaigns', { id: 3, user_id: 1, name: 'Spring' })
  for (let number = 1; number <= 40; number += 1) {
    addRow(server, 'calls', number, {
      campaign_id: number % 2 === 0 ? 3 : null,
      type: number % 3 === 0 ? 'outbound' : 'inbound',
      status: number % 5 === 0 ? 'failed' : 'completed',
      client_digits: String(number % 4),
    })
  }
  expect(
    await get(server, `${PATHS.calls}?campaign_id=3&type=outbound&per_page=4&page=2`),
  ).toMatchObject({ total: 6, data: [{ id: 12 }, { id: 6 }] })
  expect(
    await get(server, `${PATHS.calls}?phone_number=0&status=failed&campaign_id=3`),
  ).toMatchObject({ total: 2, data: [{ id: 40 }, { id: 20 }] })
})
