import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { fault } from '#contracts/faults.ts'
import { listLedger, topUpBalance, updatePrice } from '#contracts/money.ts'
import { createPhoneNumber, updatePhoneNumber } from '#contracts/phone-numbers.ts'
import { listSms, sendSms } from '#contracts/sms.ts'
import { reserve } from '../../server/features/billing/money/ledger.ts'
import { spendingOf } from '../../server/features/sms/outcome.ts'
import { smsQueries } from '../../server/features/sms/queries.ts'
import { recoverSms } from '../../server/features/sms/recover.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { accept, post, RECIPIENT, readyToSend, smsStandIn } from '../support/sms.ts'

const balanceOf = async ({ call }: Pick<TestServer, 'call'>) => (await call(getMe)).total_balance

const refusal = (message: string) => ({
  status: 400,
  text: JSON.stringify({ message }),
  retryAfter: null,
})
const failure = (error: string, retryAfter: string | null = null) => ({
  status: 500,
  text: JSON.stringify({ message: 'Failed to send SMS', error }),
  retryAfter,
})

test('nobody sends without a key', async () => {
  const { as } = await startServer()
  await expect(
    as()(sendSms, { body: { from: 1, to: RECIPIENT, body: 'Hello' } }),
  ).rejects.toMatchObject({ status: 401 })
})

test('a message is sent, charged and shown with its record', async () => {
  const { outside } = createClock()
  const server = await startServer({ outside })
  const from = await readyToSend(server)
  const { text, status } = await post(server, {
    from: String(from),
    to: '+1 (202) 555-0123',
    body: 'Hello',
  })
  expect(status).toBe(200)
  const { message, data } = JSON.parse(text)
  expect(message).toBe('SMS sent successfully')
  expect(Object.entries(data)).toEqual([
    ['id', 1],
    ['phone_number_id', from],
    ['to', RECIPIENT],
    ['body', 'Hello'],
    ['user_id', 1],
    ['segments', 1],
    ['segment_price', 0.0079],
    ['total_cost', 0.0079],
    ['status', 'sent'],
    ['sms_sid', expect.stringMatching(/^SANDBOX[0-9a-f]{32}$/)],
    ['created_at', '2026-01-01 12:00:00'],
    ['updated_at', '2026-01-01 12:00:00'],
  ])
  expect(await balanceOf(server)).toBe(9.9921)
  expect((await server.call(listSms)).data).toEqual([data])
})

test('the stream tells of a message when it is written, sent and delivered', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const from = await readyToSend(server)
  const { data } = await server.call(sendSms, { body: { from, to: RECIPIENT, body: 'Hello' } })
  await clock.advance(3000)
  const events = server.context.events.after(0).filter(({ type }) => type.startsWith('sms.'))
  expect(events.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
    ['sms.created', { ...data, status: 'queued', sms_sid: '' }],
    ['sms.updated', data],
    ['sms.updated', { ...data, status: 'delivered', updated_at: '2026-01-01 12:00:02' }],
  ])
})

test('refusals come in order, in these words, and cost nothing', async () => {
  const { outside } = createClock()
  const server = await startServer({ outside })
  const add = async (fields: object) =>
    (
      await server.call(createPhoneNumber, {
        body: { phone_number: '+14155552671', type: 'normal', ...fields },
      })
    ).data.id
  const unsubscribe = await add({ subscription_expires_at: '2025-01-01' })
  const expired = await add({
    phone_number: '+14155552672',
    sms_capable: true,
    subscription_expires_at: '2026-01-01 12:00:00',
  })
  const good = await add({
    phone_number: '+14155552673',
    sms_capable: true,
    subscription_expires_at: '2026-01-01 12:00:01',
  })
  // Every request has all the faults that come after the one that is answered.
  const wrong = { to: 'nobody', body: 'Hello' }
  expect(await post(server, { from: 999, ...wrong })).toEqual(refusal('From number not found'))
  expect(await post(server, { from: unsubscribe, ...wrong })).toEqual(
    refusal('From number is not SMS capable'),
  )
  expect(await post(server, { from: expired, ...wrong })).toEqual(
    refusal('From number subscription is not active'),
  )
  expect(await post(server, { from: good, ...wrong })).toEqual(refusal('Invalid to phone number'))
  await server.call(updatePrice, { params: { country: 'FR' }, body: { sms_price: null } })
  expect(await post(server, { from: good, to: '+33612345678', body: 'Hello' })).toEqual(
    refusal('Destination is not supported'),
  )
  expect(await post(server, { from: good, to: RECIPIENT, body: 'Hello' })).toEqual(
    refusal('Insufficient balance'),
  )
  expect((await server.call(listSms)).total).toBe(0)
  expect((await server.call(listLedger)).total).toBe(0)
})

test('a number that stops being able to send is refused from then on', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  await server.call(updatePhoneNumber, { params: { id: from }, body: { sms_capable: false } })
  expect(await post(server, { from, to: RECIPIENT, body: 'Hello' })).toEqual(
    refusal('From number is not SMS capable'),
  )
})

test("somebody else's number is refused like one that does not exist, whatever it can do", async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const other = await anotherAccount(server)
  await server.call(topUpBalance, { body: { amount: 5, user_id: other.id } })
  const unsubscribe = await server.call(createPhoneNumber, {
    body: { phone_number: '+14155552699', type: 'normal' },
  })
  const missing = await post(other, { from: 999, to: RECIPIENT, body: 'Hello' })
  expect(missing).toEqual(refusal('From number not found'))
  for (const foreign of [from, unsubscribe.data.id])
    expect(await post(other, { from: foreign, to: RECIPIENT, body: 'Hello' })).toEqual(missing)
  expect(await balanceOf(server)).toBe(10)
  expect(await balanceOf(other)).toBe(5)
})

const REQUIRED = (field: string) => ({ [field]: [`The ${field} field is required.`] })

test.each([
  ['nothing', {}, { ...REQUIRED('from'), ...REQUIRED('to'), ...REQUIRED('body') }],
  ['no number', { to: RECIPIENT, body: 'x' }, REQUIRED('from')],
  [
    'half an id',
    { from: 1.5, to: RECIPIENT, body: 'x' },
    { from: ['The from must be an integer.'] },
  ],
  ['a number as recipient', { from: 1, to: 1, body: 'x' }, { to: ['The to must be a string.'] }],
  ['an empty text', { from: 1, to: RECIPIENT, body: '' }, REQUIRED('body')],
  ['only spaces', { from: 1, to: RECIPIENT, body: ' \n' }, REQUIRED('body')],
  [
    '301 characters',
    { from: 1, to: RECIPIENT, body: '😀'.repeat(301) },
    { body: ['The body must not be greater than 300 characters.'] },
  ],
  [
    'a lone surrogate',
    { from: 1, to: RECIPIENT, body: '\ud800' },
    { body: ['The body must be valid text.'] },
  ],
  ['NUL', { from: 1, to: RECIPIENT, body: 'a\0' }, { body: ['The body must be valid text.'] }],
  [
    'a word for force',
    { from: 1, to: RECIPIENT, body: 'x', force: 'true' },
    { force: ['The force field must be true or false.'] },
  ],
])('%s is 422 and names its fields', async (_, body, errors) => {
  const server = await startServer()
  const { status, text } = await post(server, body)
  expect(status).toBe(422)
  expect(JSON.parse(text)).toEqual({ message: 'The given data was invalid.', errors })
})

test('300 emoji are one message of ten segments', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const body = '😀'.repeat(300)
  const { data } = await server.call(sendSms, { body: { from, to: RECIPIENT, body } })
  expect(data).toMatchObject({ segments: 10, total_cost: 0.079, body })
})

test('three segments at 0.0079 cost 0.0237, to the last digit', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const { text } = await post(server, { from, to: RECIPIENT, body: 'я'.repeat(135) })
  expect(text).toContain('"segments":3,"segment_price":0.0079,"total_cost":0.0237,')
  expect(0.0079 * 3).not.toBe(0.0237)
})

test.each([
  ['+18765550123', 'JM'],
  ['+447797712345', 'JE'],
  ['+77012345678', 'KZ'],
  ['+12505550101', 'CA'],
])('%s has the price of %s, whatever its calling code', async (to, country) => {
  const server = await startServer()
  const from = await readyToSend(server)
  await server.call(updatePrice, { params: { country }, body: { sms_price: 0.123456 } })
  const { data } = await server.call(sendSms, { body: { from, to, body: 'Hello' } })
  expect(data).toMatchObject({ to, segment_price: 0.123456 })
})

test.each([
  '+881612345678',
  '+979123456789',
  '+19002345678',
  '+80012345678',
  '+4930123456;ext=5',
  '+4930123456 ext. 5',
  'tel:+4930123456',
  '004930123456',
  '4930123456',
  '+491',
  '+12025550123abc',
  'Parley',
  '＋12025550123',
])('%s is no number to send to', async (to) => {
  const server = await startServer()
  const from = await readyToSend(server)
  expect(await post(server, { from, to, body: 'Hello' })).toEqual(
    refusal('Invalid to phone number'),
  )
})

test('of 200 at once with money for 12, twelve are sent and nothing goes below zero', async () => {
  const { provider, sends } = smsStandIn()
  const server = await startServer({ outside: { smsProvider: provider } })
  const from = await readyToSend(server, 12 * 0.0079)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      post(server, { from, to: RECIPIENT, body: `Message ${index}` }),
    ),
  )
  const statuses = Map.groupBy(answers, ({ status }) => status)
  expect(statuses.get(200)).toHaveLength(12)
  expect(statuses.get(400)).toEqual(Array(188).fill(refusal('Insufficient balance')))
  expect(sends).toHaveLength(12)
  expect(await balanceOf(server)).toBe(0)
})

test.each([
  ['+15005550001', "21211: The 'To' number is not a valid phone number.", null],
  ['+15005550002', "21612: The 'To' number cannot be reached from this 'From' number.", null],
  ['+15005550003', '21408: Sending to this region is not enabled for the account.', null],
  ['+15005550004', '21610: The recipient has unsubscribed.', null],
  ['+15005550009', "21614: The 'To' number is not a mobile number.", null],
  ['+15005550010', 'The connection was refused.', null],
  ['+15005550011', '20429: Too many requests.', '30'],
])('a definite no of the provider (%s) costs nothing', async (to, error, retryAfter) => {
  const server = await startServer()
  const from = await readyToSend(server)
  expect(await post(server, { from, to, body: 'Hello' })).toEqual(failure(error, retryAfter))
  const { data } = await server.call(listSms)
  expect(data).toMatchObject([{ status: 'failed', total_cost: 0, segments: 1, sms_sid: '' }])
  expect(await balanceOf(server)).toBe(10)
  const { data: entries } = await server.call(listLedger)
  expect(entries.map(({ kind, amount, reference }) => [kind, amount, reference])).toEqual([
    ['sms.settled', 0.0079, '1'],
    ['sms.hold', -0.0079, '1'],
    ['top_up', 10, null],
  ])
})

const UNKNOWN = failure('Outcome unknown, do not resend (reference 1)')
const minutes = (count: number) => count * 60_000

test.each([
  ['+15005550013', 'failed', 10, 0],
  ['+15005550014', 'delivered', 9.9921, 0.0079],
])('an unknown outcome (%s) is found out after a minute: %s', async (to, status, balance, cost) => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const from = await readyToSend(server)
  expect(await post(server, { from, to, body: 'Hello' })).toEqual(UNKNOWN)
  const shown = async () => (await server.call(listSms)).data[0]!
  await clock.advance(minutes(1) - 1)
  expect(await shown()).toMatchObject({ status: 'unknown', total_cost: 0.0079, sms_sid: '' })
  expect(await balanceOf(server)).toBe(9.9921)
  await clock.advance(1)
  expect(await shown()).toMatchObject({ status, total_cost: cost })
  expect(await balanceOf(server)).toBe(balance)
})

test('the provider is asked after 1, 5 and 30 minutes; what is unknown then stays so, its money set aside', async () => {
  const standIn = smsStandIn(
    () => ({ result: 'unknown', error: fault('sms_provider_status', { status: 500 }) }),
    () => ({ result: 'unclear', error: fault('sms_provider_status', { status: 500 }) }),
  )
  const clock = createClock()
  const server = await startServer({
    outside: { ...clock.outside, smsProvider: standIn.provider },
  })
  const from = await readyToSend(server)
  expect(await post(server, { from, to: RECIPIENT, body: 'Hello' })).toEqual(UNKNOWN)
  const asked: number[] = []
  for (let minute = 1; minute <= 60; minute += 1) {
    const before = standIn.lookups
    await clock.advance(minutes(1))
    if (standIn.lookups > before) asked.push(minute)
  }
  expect(asked).toEqual([1, 5, 30])
  await clock.jump(minutes(60 * 48))
  expect(standIn.lookups).toBe(3)
  expect(standIn.sends).toHaveLength(1)
  expect((await server.call(listSms)).data).toMatchObject([{ status: 'unknown' }])
  expect(await balanceOf(server)).toBe(9.9921)
})

test('a provider that does not answer within 15 seconds is let go, and the outcome is unknown', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const from = await readyToSend(server)
  const answer = post(server, { from, to: '+15005550012', body: 'Hello' })
  const queued = async () => (await server.call(listSms, { query: { status: 'queued' } })).total
  await expect.poll(queued).toBe(1)
  await clock.advance(14_999)
  expect(await queued()).toBe(1)
  await clock.advance(1)
  expect(await answer).toEqual(UNKNOWN)
  await clock.advance(minutes(2))
  expect((await server.call(listSms)).data).toMatchObject([{ status: 'delivered' }])
  expect(await balanceOf(server)).toBe(9.9921)
})

test.each([
  ['a provider that throws', () => Promise.reject(new Error('socket hang up'))],
  ['one that answers nothing', () => Promise.reject(undefined)],
])('%s leaves the outcome unknown', async (_, send) => {
  const { provider } = smsStandIn(send)
  const server = await startServer({ outside: { smsProvider: provider } })
  const from = await readyToSend(server)
  expect(await post(server, { from, to: RECIPIENT, body: 'Hello' })).toEqual(UNKNOWN)
})

test('while an outcome is unknown the same message is not sent again, unless that is insisted on', async () => {
  const answers = [
    { result: 'unknown', error: fault('verbatim', { text: 'socket hang up' }) } as const,
  ]
  const standIn = smsStandIn((message) => answers.shift() ?? accept(message))
  const server = await startServer({ outside: { smsProvider: standIn.provider } })
  const from = await readyToSend(server)
  const message = { from, to: RECIPIENT, body: 'Hello' }
  expect(await post(server, message)).toEqual(UNKNOWN)
  expect(await post(server, { ...message, to: '+1 202 555 0123' })).toEqual({
    status: 409,
    text: JSON.stringify({
      message: 'Failed to send SMS',
      error:
        'The same message has an unknown outcome (reference 1). Send "force": true to send it again.',
    }),
    retryAfter: null,
  })
  expect(standIn.sends).toHaveLength(1)
  expect((await post(server, { ...message, body: 'Hello again' })).status).toBe(200)
  expect((await post(server, { ...message, force: true })).status).toBe(200)
  expect((await post(server, message, { 'idempotency-key': 'a new one' })).status).toBe(200)
  expect(standIn.sends).toHaveLength(4)
})

test.each([
  ['+15005550018', 'undelivered'],
  ['+15005550019', 'sent'],
  [RECIPIENT, 'delivered'],
])('the Sandbox says soon whether %s got the message: %s', async (to, status) => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const from = await readyToSend(server)
  const { data } = await server.call(sendSms, { body: { from, to, body: 'Hello' } })
  expect(data.status).toBe('sent')
  await clock.advance(5000)
  expect((await server.call(listSms)).data).toMatchObject([{ status, sms_sid: data.sms_sid }])
  expect(await balanceOf(server)).toBe(9.9921)
  expect(server.context.jobs.count('sms.follow')).toBe(0)
})

test('a provider that bills fewer segments is paid for fewer', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const body = 'a'.repeat(161)
  const { data } = await server.call(sendSms, { body: { from, to: '+15005550017', body } })
  expect(data).toMatchObject({ segments: 1, total_cost: 0.0079 })
  expect(await balanceOf(server)).toBe(9.9921)
})

test('a provider that bills more segments is paid for more, and the ledger says why', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const { data } = await server.call(sendSms, { body: { from, to: '+15005550016', body: 'Hello' } })
  expect(data).toMatchObject({ segments: 2, total_cost: 0.0158 })
  expect(await balanceOf(server)).toBe(9.9842)
  const { data: entries } = await server.call(listLedger)
  expect(entries.map(({ kind, amount, note }) => [kind, amount, note])).toEqual([
    ['sms.settled', 0, null],
    ['sms.extra', -0.0079, 'The provider counted 2 segments, not 1.'],
    ['sms.hold', -0.0079, null],
    ['top_up', 10, null],
  ])
})

test('more segments than the balance reaches for are not charged', async () => {
  const server = await startServer()
  const from = await readyToSend(server, 0.0079)
  const { data } = await server.call(sendSms, { body: { from, to: '+15005550016', body: 'Hello' } })
  expect(data).toMatchObject({ status: 'sent', segments: 1, total_cost: 0.0079 })
  expect(await balanceOf(server)).toBe(0)
})

test('too many messages at once, or to one country in a day, are 429', async () => {
  const { outside } = createClock()
  const { config } = (await startServer()).context
  const limited = (rates: object) =>
    startServer({ outside, rates: { ...config.rates, ...rates } }).then(async (server) => ({
      ...server,
      from: await readyToSend(server),
    }))
  const fast = await limited({ smsSends: { max: 1, windowMs: 60_000 } })
  const send = (server: typeof fast, to: string) =>
    post(server, { from: server.from, to, body: 'Hello' })
  expect((await send(fast, RECIPIENT)).status).toBe(200)
  expect(await send(fast, RECIPIENT)).toMatchObject({ status: 429, retryAfter: '60' })
  const far = await limited({ smsToCountry: { max: 1, windowMs: 86_400_000 } })
  expect((await send(far, RECIPIENT)).status).toBe(200)
  expect((await send(far, RECIPIENT)).status).toBe(429)
  expect((await send(far, '+33612345678')).status).toBe(200)
  expect((await far.call(listSms)).total).toBe(2)
})

test('a stop does not wait for a provider longer than for anybody; the outcome is unknown', async () => {
  const server = await startServer({ limits: { drainMs: 50 } })
  const from = await readyToSend(server)
  const answer = post(server, { from, to: '+15005550012', body: 'Hello' })
  await expect
    .poll(async () => (await server.call(listSms, { query: { status: 'queued' } })).total)
    .toBe(1)
  const begun = performance.now()
  await server.server.stop()
  expect(performance.now() - begun).toBeLessThan(5000)
  expect(await answer).toEqual(UNKNOWN)
})

test('after a crash the money of what never left comes back at once, and stays aside for what may have', async () => {
  const server = await startServer()
  const from = await readyToSend(server)
  const { context } = server
  const messages = smsQueries(context.db)
  const leftBehind = async () => {
    const message = await context.write((tx) =>
      messages.insert(tx, {
        userId: 1,
        phoneNumberId: from,
        from: '+14155552671',
        to: RECIPIENT,
        country: 'US',
        body: 'Hello',
        segments: 1,
        segmentPrice: 7900,
        provider: 'sandbox',
        now: context.now().getTime(),
      }),
    )
    await context.write((tx) => reserve(tx, context, spendingOf(message), message.total_cost))
    return message.id
  }
  await leftBehind()
  const attempted = await leftBehind()
  await context.write((tx) => messages.attempt(tx, attempted))
  await recoverSms(context)
  expect((await server.call(listSms)).data).toMatchObject([
    { id: 2, status: 'unknown', total_cost: 0.0079 },
    { id: 1, status: 'failed', total_cost: 0 },
  ])
  expect(await balanceOf(server)).toBe(9.9921)
})
