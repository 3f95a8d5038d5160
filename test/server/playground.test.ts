import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import type { PlaygroundEvent } from '#contracts/playground.ts'
import { scaled } from '../../server/limits.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, type Sender } from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Asks a draft; resolves to the status and either the streamed events or the error. */
async function ask({ fetch }: Pick<Sender, 'fetch'>, body: object) {
  const response = await fetch('/api/user/assistants/playground', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return response.ok
    ? { status: response.status, refusal: undefined, ...read(text) }
    : { status: response.status, refusal: JSON.parse(text), ...read('') }
}

function read(stream: string) {
  const events = stream
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => {
      const [type, data] = frame.split('\ndata: ')
      return { type: type!.replace('event: ', ''), data: JSON.parse(data!) } as PlaygroundEvent
    })
  const of = <type extends PlaygroundEvent['type']>(type: type) =>
    events.flatMap((event) => (event.type === type ? [event.data] : [])) as Extract<
      PlaygroundEvent,
      { type: type }
    >['data'][]
  return {
    input: of('input')[0],
    text: of('delta')
      .map(({ text }) => text)
      .join(''),
    end: of('end')[0],
  }
}

const user = (content: string) => [{ role: 'user', content }]

const counts = ({ context: { db } }: TestServer) =>
  ['conversations', 'messages', 'events', 'jobs', 'assistant_versions', 'ledger'].map((table) =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )

test('a draft answers from its own prompt, shows the model’s input, and stores nothing', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const before = counts(server)
  const { input, text, end } = await ask(server, {
    assistant_id: id,
    fields: {
      system_prompt: 'You answer for {{shop}}. Our opening hours are 7 to 11 on {{day}}.',
      variables: { shop: 'a bakery', day: 'Monday' },
    },
    variables: { day: 'Sunday' },
    messages: user('What are your opening hours?'),
  })
  expect(text).toContain('7 to 11 on Sunday')
  expect(input).toMatchObject({
    system: expect.stringContaining('You answer for a bakery.'),
    messages: user('What are your opening hours?'),
    temperature: 0.1,
  })
  expect(end).toMatchObject({ complete: true, cost: 0 })
  expect(end!.input_tokens).toBeGreaterThan(5)
  expect(end!.output_tokens).toBeGreaterThan(0)
  expect(counts(server)).toEqual(before)
})

test('a draft without an assistant answers too', async () => {
  const server = await startServer()
  const { text } = await ask(server, {
    fields: { name: 'New', system_prompt: 'Our address is Harbour Street 5.', unknown: 1 },
    messages: [{ role: 'assistant', content: 'Hello!' }, ...user('What is your address?')],
  })
  expect(text).toContain('Harbour Street 5')
})

test('a draft may refer only to the account’s own things, and a foreign assistant does not exist', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const other = await anotherAccount(server)
  const messages = user('Hello')
  expect(await ask(other, { assistant_id: id, fields: {}, messages })).toMatchObject({
    status: 404,
    refusal: { message: 'Assistant not found' },
  })
  // The starter assistant's knowledge base.
  const knowledge = { fields: { knowledgebase_id: 1 }, messages }
  expect((await ask(server, knowledge)).status).toBe(200)
  expect(await ask(other, knowledge)).toMatchObject({
    status: 422,
    refusal: {
      errors: { 'fields.knowledgebase_id': ['The selected knowledgebase id is invalid.'] },
    },
  })
})

test('the message to answer must be the user’s, and not too long', async () => {
  const server = await startServer()
  const rows: [messages: object[], field: string][] = [
    [[], 'messages'],
    [[{ role: 'assistant', content: 'Hello' }], 'messages'],
    [user('x'.repeat(2001)), 'messages.0.content'],
    [[{ role: 'system', content: 'x' }], 'messages.0.role'],
  ]
  for (const [messages, field] of rows) {
    const { status, refusal } = await ask(server, { fields: {}, messages })
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, [field]])
  }
})

test('a priced model requires a balance, and its cost is reported', async () => {
  const server = await startServer()
  server.context.db
    .prepare('UPDATE llm_models SET input_price = 1000000, output_price = 1000000')
    .run()
  const poor = await anotherAccount(server)
  const body = { fields: { system_prompt: 'We open at 7.' }, messages: user('When do you open?') }
  expect(await ask(poor, body)).toMatchObject({
    status: 400,
    refusal: { message: 'Insufficient balance. Please top up your account.' },
  })
  await server.fetch('/api/user/ledger', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"amount":5}',
  })
  const { end } = await ask(server, body)
  expect(end!.cost).toBeCloseTo((end!.input_tokens + end!.output_tokens) / 1_000_000, 6)
  expect(end!.cost).toBeGreaterThan(0)
  expect((await server.call(getMe)).total_balance).toBeCloseTo(5 - end!.cost, 6)
})

test('playground answers are rate-limited per account', async () => {
  const rates = { ...scaled(10_000), playgroundAnswers: { max: 2, windowMs: 60_000 } }
  const server = await startServer({ rates })
  const body = { fields: {}, messages: user('Hello') }
  const answers = [await ask(server, body), await ask(server, body), await ask(server, body)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect((await ask(await anotherAccount(server), body)).status).toBe(200)
})

test('without a key there is no answer', async () => {
  const server = await startServer()
  const response = await fetch(`${server.url}/api/user/assistants/playground`, { method: 'POST' })
  expect(response.status).toBe(401)
})
