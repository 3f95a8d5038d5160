import { expect, test } from 'vitest'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

/* The list of conversations beyond docs/spec/api.md: docs/spec/family.md, section 8. */

const NINE = [
  'id',
  'assistant_id',
  'assistant_name',
  'type',
  'message_count',
  'total_cost',
  'ai_enabled',
  'created_at',
  'updated_at',
]
const MORE = ['variables', 'external_identifier', 'whatsapp_sender', 'customer']

/** Lists with a query; the body of the answer. */
const list = async (server: Pick<TestServer, 'fetch'>, query = '') =>
  (await send(server, 'GET', `/user/conversations${query && `?${query}`}`)).body

/** Starts a chat with these variables; its UUID. */
async function begin(server: TestServer, variables = {}, type = 'widget'): Promise<string> {
  const { uuid } = await starterAssistant(server)
  const body = { assistant_id: uuid, type, variables }
  return (await send(server, 'POST', '/conversations', body)).body.conversation_id
}

/** Has a program answer a customer; the UUID of the conversation. */
async function reply(server: TestServer, customer_identifier: string): Promise<string> {
  const { id } = await starterAssistant(server)
  const body = { assistant_id: id, customer_identifier, message: 'hello' }
  return (await send(server, 'POST', '/user/ai/generate-reply', body)).body.conversation_id
}

/** A conversation of the messaging channel. */
async function messenger(server: TestServer, sender: string, customer: string): Promise<string> {
  const id = await begin(server, {
    customer_phone: customer,
    customer_name: 'Ada',
    assistant_phone: sender,
  })
  server.context.db.prepare("UPDATE conversations SET type = 'messenger' WHERE uuid = ?").run(id)
  return id
}

const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)

test('items keep their nine fields, and have more where the request asks for it', async () => {
  const server = await startServer()
  const id = await begin(server, { city: 'Bonn' })
  const keysOf = async (query?: string) => Object.keys((await list(server, query)).data[0])
  expect(await keysOf()).toEqual(NINE)
  expect(await keysOf('type=widget')).toEqual(NINE)
  expect(await keysOf('include=customer')).toEqual([...NINE, ...MORE])
  expect(await keysOf('cursor=')).toEqual([...NINE, ...MORE])
  expect((await list(server, 'include=customer')).data[0]).toMatchObject({
    id,
    variables: { city: 'Bonn' },
    external_identifier: null,
    whatsapp_sender: null,
    customer: null,
  })
})

test('a customer’s number finds what is known of the visitor, text messages, and what a program said', async () => {
  const server = await startServer()
  const said = await begin(server, { customer_phone: '+1 (202) 555-0123' })
  await begin(server, { phone: '+12025550124' })
  const found = await list(server, 'customer_phone=%2B12025550123')
  expect([idsOf(found), found.total]).toEqual([[said], 1])
  // Many clients do not escape the plus sign.
  expect(idsOf(await list(server, 'customer_phone=+12025550123&type=widget'))).toEqual([said])
  expect((await list(server, 'customer_phone=%2B12025550123&type=api')).total).toBe(0)
  expect(found.first_page_url).toContain('?customer_phone=%2B12025550123&page=1')
  const { db } = server.context
  const visitor = await createVisitor(server)
  db.prepare("UPDATE visitors SET phone = '+1 202-555-0125'").run()
  expect(idsOf(await list(server, 'customer_phone=%2B12025550125'))).toEqual([
    visitor.conversationId,
  ])
  // The identifier of a program's customer is a number only where text messages say so.
  const texted = await reply(server, '+12025550126')
  expect((await list(server, 'customer_phone=%2B12025550126')).total).toBe(0)
  db.prepare(
    "INSERT INTO sms_conversations SELECT id, NULL, '+12025550126', 1 FROM conversations WHERE uuid = ?",
  ).run(texted)
  expect(idsOf(await list(server, 'customer_phone=%2B12025550126'))).toEqual([texted])
  const other = await anotherAccount(server)
  expect((await list(other, 'customer_phone=%2B12025550123')).total).toBe(0)
  expect(await list(server, 'customer_phone=5')).toMatchObject({
    errors: { customer_phone: ['The customer phone must be a valid phone number.'] },
  })
})

test('the identifier of a program’s customer finds their conversation with each assistant', async () => {
  const server = await startServer()
  const one = await reply(server, 'ada')
  await reply(server, 'bob')
  const found = await list(server, 'external_identifier=ada')
  expect(found.data).toMatchObject([{ id: one, external_identifier: 'ada' }])
  expect((await list(server, 'external_identifier=ad')).total).toBe(0)
  expect((await list(await anotherAccount(server), 'external_identifier=ada')).total).toBe(0)
})

test('`type=whatsapp` means `messenger`, and the answer speaks as the request did', async () => {
  const server = await startServer()
  const id = await messenger(server, '+14155552671', '+12025550123')
  await begin(server)
  const typesOf = async (query: string) =>
    (await list(server, query)).data.map((item: { type: string }) => item.type)
  expect(await typesOf('type=messenger')).toEqual(['messenger'])
  expect(await typesOf('type=whatsapp')).toEqual(['whatsapp'])
  expect(await typesOf('')).toEqual(['widget', 'messenger'])
  for (const name of ['whatsapp_sender_phone', 'messenger_sender_phone']) {
    const found = await list(server, `${name}=%2B14155552671`)
    expect(found.data).toMatchObject([
      {
        id,
        type: 'messenger',
        whatsapp_sender: { name: null, phone: '+14155552671' },
        customer: { name: 'Ada', phone: '+12025550123' },
      },
    ])
    expect((await list(server, `${name}=%2B14155552672`)).total).toBe(0)
  }
})

test('pages by cursor hold every conversation once, in both directions, while others come and go', async () => {
  const server = await startServer()
  const made: string[] = []
  for (let count = 0; count < 7; count += 1) made.unshift(await begin(server, {}, 'test'))
  await begin(server)
  const first = await list(server, 'cursor=&type=test&per_page=3')
  expect(Object.keys(first)).toEqual(['data', 'path', 'per_page', 'next_cursor', 'prev_cursor'])
  expect(first).toMatchObject({
    path: `${server.url}/api/user/conversations`,
    per_page: 3,
    prev_cursor: null,
  })
  expect(idsOf(first)).toEqual(made.slice(0, 3))
  // A page is not moved by a newer one, nor by the loss of the row at its edge.
  await begin(server, {}, 'test')
  server.context.db.prepare('DELETE FROM conversations WHERE uuid = ?').run(made[2])
  const second = await list(server, `cursor=${first.next_cursor}&page=9`)
  expect(idsOf(second)).toEqual(made.slice(3, 6))
  const third = await list(server, `cursor=${second.next_cursor}`)
  expect([idsOf(third), third.next_cursor]).toEqual([made.slice(6), null])
  const back = await list(server, `cursor=${third.prev_cursor}`)
  expect(idsOf(back)).toEqual(made.slice(3, 6))
  const start = await list(server, `cursor=${back.prev_cursor}&per_page=100`)
  expect(idsOf(start)).toEqual([expect.any(String), ...made.slice(0, 2)])
  expect(start.prev_cursor).toBeNull()
  // Nothing is left on a page: the way back is.
  server.context.db.prepare('DELETE FROM conversations WHERE uuid = ?').run(made[6])
  const empty = await list(server, `cursor=${second.next_cursor}`)
  expect([empty.data, empty.next_cursor]).toEqual([[], null])
  expect(idsOf(await list(server, `cursor=${empty.prev_cursor}`))).toEqual(made.slice(3, 6))
})

test('a cursor remembers the spelling, and what the request names wins', async () => {
  const server = await startServer()
  for (let count = 0; count < 2; count += 1) await messenger(server, '+14155552671', '+12025550123')
  const first = await list(
    server,
    'cursor=&type=whatsapp&messenger_sender_phone=%2B14155552671&per_page=1',
  )
  const second = await list(server, `cursor=${first.next_cursor}`)
  expect(second.data).toMatchObject([{ type: 'whatsapp' }])
  const named = `cursor=${first.next_cursor}&type=messenger&per_page=5`
  expect(await list(server, named)).toMatchObject({ per_page: 5, data: [{ type: 'messenger' }] })
  const elsewhere = `cursor=${first.next_cursor}&whatsapp_sender_phone=%2B14155552672`
  expect((await list(server, elsewhere)).data).toEqual([])
})

test('a cursor of another account, a broken one and none at all are refused alike', async () => {
  const server = await startServer()
  await begin(server)
  await begin(server)
  const { next_cursor: cursor } = await list(server, 'cursor=&per_page=1')
  const other = await anotherAccount(server)
  for (const [who, text] of [
    [other, cursor],
    [server, `${cursor}x`.slice(4)],
    [server, 'x'],
    [server, 'null'],
  ] as const)
    expect(await list(who, `cursor=${text}`)).toEqual({
      message: 'The given data was invalid.',
      errors: { cursor: ['The selected cursor is invalid.'] },
    })
  expect(await list(server, `cursor=${'x'.repeat(1001)}`)).toHaveProperty('errors.cursor')
})

test('a cursor is at most 1,000 characters, whatever it remembers', async () => {
  const server = await startServer()
  const identifier = Array.from({ length: 255 }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 7919) % 768)),
  ).join('')
  const ids = [await reply(server, identifier)]
  const assistant_id = await createdAssistant(server)
  const body = { assistant_id, customer_identifier: identifier, message: 'hello' }
  ids.unshift((await send(server, 'POST', '/user/ai/generate-reply', body)).body.conversation_id)
  const query = `external_identifier=${encodeURIComponent(identifier)}`
  const first = await list(server, `cursor=&per_page=1&date_from=2020-01-01&type=api&${query}`)
  expect(first.next_cursor.length).toBeLessThanOrEqual(1000)
  const second = await list(server, `cursor=${first.next_cursor}`)
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
})

test('a chat tells both its ends and its tool calls to its owner only', async () => {
  const server = await startServer()
  const id = await messenger(server, '+14155552671', '+12025550123')
  const path = `/conversations/${id}`
  const anybody = {
    fetch: (target: string, init: RequestInit = {}) => fetch(server.url + target, init),
  }
  expect((await send(server, 'GET', path)).body).toMatchObject({
    external_identifier: null,
    whatsapp_sender: { name: null, phone: '+14155552671' },
    customer: { name: 'Ada', phone: '+12025550123' },
  })
  const publicly = (await send(anybody, 'GET', path)).body
  expect(Object.keys(publicly)).toEqual(['status', 'history', 'variables'])
  const api = await reply(server, 'ada')
  server.context.db
    .prepare(
      `INSERT INTO tool_calls (conversation_id, answers_seq, name, arguments, status, result, created_at)
       SELECT id, 2, 'opening_hours', '{"day":"Monday"}', 'done', '9 to 18', 1 FROM conversations WHERE uuid = ?`,
    )
    .run(api)
  const own = (await send(server, 'GET', `/conversations/${api}`)).body
  expect(own).toMatchObject({ external_identifier: 'ada', whatsapp_sender: null })
  const calls = [{ name: 'opening_hours', arguments: { day: 'Monday' }, result: '9 to 18' }]
  const callsOf = (chat: { history: { function_calls?: object[] }[] }) =>
    chat.history.map((turn) => turn.function_calls)
  expect(callsOf(own)).toEqual([undefined, undefined, calls])
  const theirs = (await send(anybody, 'GET', `/conversations/${api}`)).body
  expect(callsOf(theirs)).toEqual([undefined, undefined, undefined])
})
