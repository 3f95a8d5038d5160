import { createServer } from 'node:net'
import { symbols } from 'pino'
import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { listNotices } from '#contracts/notices.ts'
import { getSms, listSms } from '#contracts/sms.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { allowing } from '../support/server.ts'
import { post, RECIPIENT } from '../support/sms.ts'
import { serverWithProvider } from '../support/sms-provider.ts'
import { ACCOUNT, TOKEN } from '../support/sms-provider-stand-in.ts'
import { everythingStored } from '../support/stored.ts'

/* Group D of the threats, as far as a provider can cause it: a real server and a real provider's stand-in over HTTP. */

type Server = Awaited<ReturnType<typeof serverWithProvider>>

const balanceOf = async ({ call }: Pick<Server, 'call'>) => (await call(getMe)).total_balance
const send = (server: Server, body: string) =>
  post(server, { from: server.from, to: RECIPIENT, body })
const failure = (error: string, retryAfter: string | null = null) => ({
  status: 500,
  text: JSON.stringify({ message: 'Failed to send SMS', error }),
  retryAfter,
})
const UNKNOWN = failure('Outcome unknown, do not resend (reference 1)')
const minutes = (count: number) => count * 60_000
const shown = async (server: Server) => (await server.call(listSms)).data[0]

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a message leaves as a form, once, and is paid for', async () => {
  const server = await serverWithProvider()
  const answer = await send(server, 'Grüße & more')
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text).data).toMatchObject({
    status: 'sent',
    segments: 1,
    sms_sid: server.provider.messages[0]!.sid,
  })
  // Nobody outside reaches this server: it is asked, and told nothing.
  expect(server.provider.arrivals).toEqual([
    { from: '+14155552671', to: RECIPIENT, body: 'Grüße & more', callback: null },
  ])
  expect(await balanceOf(server)).toBe(9.9921)
  const { id } = (await shown(server))!
  expect(await server.call(getSms, { params: { id } })).toMatchObject({
    provider: `form-api:${ACCOUNT}`,
    is_sandbox: false,
  })
})

test.each([
  ['invalidNumber', "21211: The 'To' number is not a valid phone number. (account …, …, …)", null],
  ['unsubscribed', '21610: The recipient has unsubscribed. (account …, …, …)', null],
  ['regionOff', '21408: Sending to this region is not enabled. (account …, …, …)', null],
  ['unauthorized', '20003: Authenticate (account …, …, …)', null],
  ['busy', '20429: Too many requests. (account …, …, …)', '30'],
  ['busyByCode', '20429: Too many requests. (account …, …, …)', '60'],
])(
  'D5 D6 a definite no (%s) costs nothing, and says so without ids and secrets',
  async (name, error, retryAfter) => {
    const server = await serverWithProvider()
    expect(await send(server, `${name}: hello`)).toEqual(failure(error, retryAfter))
    expect(await balanceOf(server)).toBe(10)
    expect(await shown(server)).toMatchObject({ status: 'failed', total_cost: 0, sms_sid: '' })
    await server.clock.advance(minutes(40))
    expect(server.provider.sendsOf(`${name}: hello`)).toBe(1)
  },
)

test.each([
  [
    'a refused connection',
    (port: number) => `http://127.0.0.1:${port}`,
    'The connection was refused.',
  ],
  ['a name that nobody knows', () => 'https://nowhere.example', 'The host name is not known.'],
  [
    'an address that may not be called',
    () => 'http://10.1.2.3',
    /^10\.1\.2\.3 is a private address/,
  ],
])('D4 %s sent nothing: the money comes back', async (_, urlOf, error) => {
  const port = await closedPort()
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  const server = await serverWithProvider({
    ...allowing(`127.0.0.1:${port}`),
    outside: { lookup: () => Promise.reject(unknown) },
  })
  await server.call(setSmsProvider, { body: { url: urlOf(port), account: ACCOUNT, token: TOKEN } })
  const answer = await send(server, 'Hello')
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    500,
    typeof error === 'string' ? error : expect.stringMatching(error),
  ])
  expect(await shown(server)).toMatchObject({ status: 'failed', total_cost: 0 })
  expect(await balanceOf(server)).toBe(10)
})

test('D4 encryption that fails sent nothing: the money comes back', async () => {
  const server = await serverWithProvider()
  const url = server.provider.url.replace('http:', 'https:')
  await server.call(setSmsProvider, { body: { url, account: ACCOUNT, token: TOKEN } })
  expect((await send(server, 'Hello')).status).toBe(500)
  expect(await shown(server)).toMatchObject({ status: 'failed', total_cost: 0 })
  expect(server.provider.arrivals).toEqual([])
  expect(await balanceOf(server)).toBe(10)
})

test('D4 a connection that never opens sent nothing, after all the time there is', async () => {
  const server = await serverWithProvider({ outside: { lookup: () => new Promise(() => {}) } })
  await server.call(setSmsProvider, {
    body: { url: 'https://slow.example', account: ACCOUNT, token: TOKEN },
  })
  const answer = send(server, 'Hello')
  await expect.poll(() => shown(server)).toMatchObject({ status: 'queued' })
  await server.clock.advance(15_000)
  expect(await answer).toEqual(failure('No whole answer within 13.5 s.'))
  expect(await balanceOf(server)).toBe(10)
})

test.each([
  ['failingSent', true],
  ['failing', false],
  ['unavailable', false],
  ['redirecting', false],
  ['reset', true],
  ['resetMidway', true],
  ['brokenJson', true],
  ['withoutSid', true],
  ['hanging', true],
])(
  'D7 %s leaves the outcome unknown; the list of the provider settles it (sent: %s)',
  async (name, isSent) => {
    const server = await serverWithProvider()
    const body = `${name}: hello`
    const answer = send(server, body)
    if (name === 'hanging') {
      await expect.poll(() => server.provider.messages.length).toBe(1)
      await server.clock.advance(15_000)
    }
    expect(await answer).toEqual(UNKNOWN)
    expect(await balanceOf(server)).toBe(9.9921)
    // D9
    expect((await send(server, body)).status).toBe(409)
    const message = server.provider.messages[0]
    if (message) message.status = 'delivered'
    await server.clock.advance(minutes(1))
    if (!isSent) {
      await expect.poll(() => server.provider.reads.length).toBe(1)
      expect(await shown(server)).toMatchObject({ status: 'unknown' })
      await server.clock.advance(minutes(4))
    }
    await expect
      .poll(() => shown(server))
      .toMatchObject(
        isSent
          ? { status: 'delivered', sms_sid: message!.sid, total_cost: 0.0079 }
          : { status: 'failed', total_cost: 0 },
      )
    expect(await balanceOf(server)).toBe(isSent ? 9.9921 : 10)
    expect(server.provider.sendsOf(body)).toBe(1)
  },
)

test('D7 it is asked after 1, 5 and 30 minutes; a day later the account is told, until it is found out', async () => {
  const server = await serverWithProvider()
  await send(server, 'brokenJson: hello')
  server.provider.breakReads(503)
  const asked: number[] = []
  for (let minute = 1; minute <= 40; minute += 1) {
    const before = server.provider.reads.length
    await server.clock.advance(minutes(1))
    if ([1, 5, 30].includes(minute))
      await expect.poll(() => server.provider.reads.length).toBe(before + 1)
    if (server.provider.reads.length > before) asked.push(minute)
  }
  expect(asked).toEqual([1, 5, 30])
  expect((await server.call(listNotices)).data).toEqual([])
  await server.clock.jump(minutes(24 * 60))
  await expect
    .poll(async () => (await server.call(listNotices)).data)
    .toMatchObject([{ kind: 'sms_unknown', subject: '1' }])
  expect(await shown(server)).toMatchObject({ status: 'unknown', total_cost: 0.0079 })
  expect(server.provider.reads[0]).toBe(
    `/2010-04-01/Accounts/${ACCOUNT}/Messages.json?To=%2B12025550123&From=%2B14155552671&DateSent%3E=2025-12-31&PageSize=1000`,
  )
})

test('D7 of two messages that are the same, one that was sent is found once', async () => {
  const server = await serverWithProvider()
  const body = 'withoutSid: twice'
  await send(server, body)
  const [first] = server.provider.messages
  await post(server, { from: server.from, to: RECIPIENT, body, force: true })
  // The second was never really sent.
  server.provider.messages.pop()
  first!.status = 'delivered'
  for (const step of [1, 5, 30]) await server.clock.advance(minutes(step))
  await expect
    .poll(async () => (await server.call(listSms)).data.map(({ status }) => status).sort())
    .toEqual(['delivered', 'failed'])
  expect(await balanceOf(server)).toBe(9.9921)
})

test.each([
  ['moreSegments: hi', 2, 9.9842],
  [`fewerSegments: ${'a'.repeat(160)}`, 1, 9.9921],
])('D11 what the provider bills is paid (%s)', async (body, segments, balance) => {
  const server = await serverWithProvider()
  expect(JSON.parse((await send(server, body)).text).data).toMatchObject({ segments })
  expect(await balanceOf(server)).toBe(balance)
})

test('D8 twenty at once with one key are one message', async () => {
  const server = await serverWithProvider()
  const body = { from: server.from, to: RECIPIENT, body: 'created: once' }
  const key = { 'idempotency-key': 'order-1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(server, body, key)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await post(server, body, key)).status).toBe(200)
  expect(server.provider.sendsOf(body.body)).toBe(1)
})

test('a sent message is asked about after 10 seconds, and 1, 5 and 30 minutes, until it is delivered', async () => {
  const server = await serverWithProvider()
  await send(server, 'Hello')
  await server.clock.advance(10_000)
  await expect.poll(() => server.provider.reads.length).toBe(1)
  server.provider.messages[0]!.status = 'undelivered'
  server.provider.messages[0]!.error_code = 30_003
  await server.clock.advance(minutes(1))
  await expect
    .poll(() => shown(server))
    .toMatchObject({ status: 'undelivered', total_cost: 0.0079 })
  expect(await server.call(getSms, { params: { id: 1 } })).toMatchObject({ error: null })
  expect(server.context.jobs.count('sms.follow')).toBe(0)
})

test('a message of before goes on with the Sandbox or the same account, and nobody else is asked about it', async () => {
  const server = await serverWithProvider()
  await send(server, 'brokenJson: hello')
  await server.call(setSmsProvider, {
    body: { url: server.provider.url, account: 'AnotherAccount', token: TOKEN },
  })
  await server.clock.advance(minutes(6))
  expect(server.provider.reads).toEqual([])
  expect(await shown(server)).toMatchObject({ status: 'unknown' })
})

test('K3 the token stands in no answer, record, event or log line', async () => {
  const lines: string[] = []
  const server = await serverWithProvider({ log: 'json' })
  Object.assign(server.context.log, {
    [symbols.streamSym]: { write: (line: string) => lines.push(line) },
  })
  const answers: string[] = []
  for (const body of ['busy: a', 'unauthorized: b', 'reset: c', 'created: d'])
    answers.push((await send(server, body)).text)
  for (const path of ['/api/user/sms-provider', '/api/user/sms', '/api/user/providers'])
    answers.push(await (await server.fetch(path)).text())
  const everything = [...answers, everythingStored(server.context.db), ...lines].join('\n')
  expect(lines.length).toBeGreaterThan(4)
  expect(everything).not.toContain(TOKEN)
  expect(everything).not.toContain(Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64'))
})
