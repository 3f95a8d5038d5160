import { expect, test } from 'vitest'
import { listLedger, topUpBalance } from '#contracts/money.ts'
import { listSms } from '#contracts/sms.ts'
import { once } from '../../server/features/platform/idempotency/once.ts'
import { idempotencyQueries } from '../../server/features/platform/idempotency/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { accept, post, RECIPIENT, readyToSend, smsStandIn } from '../support/sms.ts'

const KEYED = { 'idempotency-key': 'order-1' }
const DAY_MS = 86_400_000

/** A server whose provider answers when the test lets it. */
async function withSlowProvider(server: (outside: object) => Promise<TestServer>) {
  const gate = Promise.withResolvers<void>()
  const standIn = smsStandIn(async (message) => {
    await gate.promise
    return accept(message)
  })
  const started = await server({ smsProvider: standIn.provider })
  return { ...started, standIn, answer: gate.resolve }
}

test('requests with the same key and body are sent once and get the same bytes, at once and later', async () => {
  const server = await withSlowProvider((outside) => startServer({ outside }))
  const message = { from: await readyToSend(server), to: RECIPIENT, body: 'Hello' }
  const answers = Array.from({ length: 20 }, () => post(server, message, KEYED))
  const early = await Promise.race(answers)
  expect(early).toEqual({
    status: 409,
    text: '{"message":"A request with this idempotency key is in progress."}',
    retryAfter: null,
  })
  server.answer()
  const statuses = Map.groupBy(await Promise.all(answers), ({ status }) => status)
  const [first] = statuses.get(200)!
  expect(statuses.get(200)!.length + statuses.get(409)!.length).toBe(20)
  for (let retry = 0; retry < 3; retry += 1)
    expect(await post(server, message, KEYED)).toEqual(first)
  expect(server.standIn.sends).toHaveLength(1)
  expect((await server.call(listSms)).total).toBe(1)
})

test.each([
  ['sent', RECIPIENT],
  ['of an unknown outcome', '+15005550014'],
])('the response is the first one, even when what was %s has changed since', async (_, to) => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const message = { from: await readyToSend(server), to, body: 'Hello' }
  const first = await post(server, message, KEYED)
  await clock.advance(60_000)
  expect((await server.call(listSms)).data[0]!.status).toBe('delivered')
  expect(await post(server, message, KEYED)).toEqual(first)
})

test('another body with the same key is 422, in flight and afterwards', async () => {
  const server = await withSlowProvider((outside) => startServer({ outside }))
  const message = { from: await readyToSend(server), to: RECIPIENT, body: 'Hello' }
  const first = post(server, message, KEYED)
  await expect.poll(() => server.standIn.sends).toHaveLength(1)
  const other = { ...message, body: 'Hello!' }
  const refused = await post(server, other, KEYED)
  expect(refused).toEqual({
    status: 422,
    text: JSON.stringify({
      message: 'The given data was invalid.',
      errors: { idempotency_key: ['The idempotency key was used with another body.'] },
    }),
    retryAfter: null,
  })
  server.answer()
  await first
  expect(await post(server, other, KEYED)).toEqual(refused)
  expect(server.standIn.sends).toHaveLength(1)
})

test('the formatting of the same body does not matter', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const first = await post(server, { from, to: RECIPIENT, body: 'Hello' }, KEYED)
  const again = await post(
    server,
    { body: 'Hello', to: RECIPIENT, from: String(from), unknown: 1 },
    KEYED,
  )
  expect(again).toEqual(first)
})

test('business errors, failures and unknown outcomes are replayed too', async () => {
  const server = await startServer()
  const from = await readyToSend(server, 0)
  const message = (to: string) => ({ from, to, body: 'Hello' })
  const first = await post(server, message(RECIPIENT), KEYED)
  expect(first).toMatchObject({ status: 400, text: '{"message":"Insufficient balance"}' })
  await server.call(topUpBalance, { body: { amount: 1 } })
  expect(await post(server, message(RECIPIENT), KEYED)).toEqual(first)
  for (const to of ['+15005550001', '+15005550014']) {
    const key = { 'idempotency-key': to }
    const failed = await post(server, message(to), key)
    expect(failed.status).toBe(500)
    expect(await post(server, message(to), key)).toEqual(failed)
  }
  expect((await server.call(listSms)).total).toBe(2)
  expect(
    (await server.call(listLedger)).data.filter(({ kind }) => kind === 'sms.hold'),
  ).toHaveLength(2)
})

test('request errors and "not now" are not stored', async () => {
  const { outside } = createClock()
  const { config } = (await startServer()).context
  const rates = { ...config.rates, smsToCountry: { max: 1, windowMs: 1000 } }
  const clock = createClock()
  const server = await startServer({ outside: { ...outside, ...clock.outside }, rates })
  const from = await readyToSend(server)
  const message = { from, to: RECIPIENT, body: 'Hello' }
  expect((await post(server, { ...message, body: '' }, KEYED)).status).toBe(422)
  expect((await post(server, message, KEYED)).status).toBe(200)
  const second = { 'idempotency-key': 'order-2' }
  expect((await post(server, message, second)).status).toBe(429)
  await clock.advance(1000)
  expect((await post(server, message, second)).status).toBe(200)
})

test('a key is independent of other accounts’ keys', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const other = await anotherAccount(server)
  const message = { from, to: RECIPIENT, body: 'Hello' }
  expect((await post(server, message, KEYED)).status).toBe(200)
  expect(await post(other, message, KEYED)).toMatchObject({
    status: 400,
    text: '{"message":"From number not found"}',
  })
})

test('a key is forgotten after 24 hours', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const message = { from: await readyToSend(server), to: RECIPIENT, body: 'Hello' }
  await post(server, message, KEYED)
  await clock.jump(DAY_MS - 1)
  await post(server, message, KEYED)
  expect((await server.call(listSms)).total).toBe(1)
  await clock.jump(1)
  await post(server, message, KEYED)
  expect((await server.call(listSms)).total).toBe(2)
})

test.each(['', 'k'.repeat(256)])('%j is not a valid key', async (key) => {
  const server = await startServer()
  const from = await readyToSend(server)
  const { status, text } = await post(
    server,
    { from, to: RECIPIENT, body: 'Hello' },
    { 'idempotency-key': key },
  )
  expect(status).toBe(422)
  expect(JSON.parse(text).errors).toEqual({
    idempotency_key: ['The idempotency key must be between 1 and 255 characters.'],
  })
  expect((await server.call(listSms)).total).toBe(0)
})

/** A request as `once` sees it, without HTTP. */
const request = (operation: string, act: () => unknown, answerOf = (): unknown => undefined) => ({
  req: { headers: KEYED } as never,
  userId: 1,
  operation,
  body: {},
  act,
  answerOf,
})

test('a key is independent of other operations', async () => {
  const { context } = await startServer()
  const first = await once(
    context,
    request('sms', () => 'sent'),
  )
  const second = await once(
    context,
    request('make_call', () => 'called'),
  )
  expect([first, second]).toEqual(['sent', 'called'])
})

test('a request cut off by a crash is answered from its record and never repeated', async () => {
  const { context } = await startServer()
  const id = { userId: 1, operation: 'sms', key: 'order-1' }
  const bodyHash = await bodyHashOf(context)
  await context.write((tx) =>
    idempotencyQueries(context.db).tie(tx, {
      ...id,
      bodyHash,
      reference: '7',
      now: context.now().getTime(),
    }),
  )
  const again = () => expect.unreachable('done again')
  await expect(once(context, request('sms', again))).rejects.toMatchObject({ status: 409 })
  const answer = await once(
    context,
    request('sms', again, () => 'sent'),
  )
  expect(answer).toBe('sent')
  expect(await once(context, request('sms', again, again))).toBe('sent')
})

/** The hash that `once` stores for the body of `request`. */
async function bodyHashOf(context: TestServer['context']): Promise<Buffer> {
  await once(
    context,
    request('probe', () => 'probed'),
  )
  const row = idempotencyQueries(context.db).find({
    userId: 1,
    operation: 'probe',
    key: 'order-1',
  })
  return row!.body_hash
}
