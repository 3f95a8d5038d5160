import { expect, test } from 'vitest'
import { getAssistant } from '#contracts/assistants.ts'
import {
  createPhoneNumber,
  deletePhoneNumber,
  listAssignableNumbers,
  listPhoneNumbers,
  listSendingNumbers,
  updatePhoneNumber,
} from '#contracts/phone-numbers.ts'
import { listSms, sendSms } from '#contracts/sms.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'
import { RECIPIENT, readyToSend } from '../support/sms.ts'

const NOW = new Date('2026-05-04T10:20:30.400Z')
const berlin = { phone_number: '+4930123456', type: 'normal' } as const

/** A server whose clock stands still. */
const atNow = () => startServer({ outside: { now: () => NOW } })

test('a number is added, listed and read field by field', async () => {
  const server = await atNow()
  const created = await send(server, 'POST', '/user/phone-numbers', {
    phone_number: '+1 (876) 555-0123',
    type: 'normal',
    sms_capable: true,
    subscription_expires_at: '2030-12-31 23:59:59',
    nickname: 'Shop',
    user_id: 9,
    id: 9,
    country_code: 'US',
  })
  const number = {
    id: 1,
    phone_number: '+18765550123',
    nickname: 'Shop',
    country_code: 'JM',
    type: 'normal',
    type_label: 'Normal',
    sms_capable: true,
    region: 'sandbox',
    has_active_subscription: true,
    subscription_expires_at: '2030-12-31T23:59:59.000000Z',
    release_at: null,
    sms_assistant_id: null,
    created_at: '2026-05-04T10:20:30.400000Z',
  }
  expect([created.status, created.text]).toEqual([
    201,
    JSON.stringify({ message: 'Phone number created successfully.', data: number }),
  ])
  expect((await send(server, 'GET', '/user/phone-numbers')).text).toBe(JSON.stringify([number]))
  expect((await send(server, 'GET', '/user/phone-numbers/all')).text).toBe(
    JSON.stringify({ data: [number] }),
  )
})

test('what is not sent has its default; without a subscription a number is active for good', async () => {
  const { call } = await startServer()
  const { data } = await call(createPhoneNumber, {
    body: { ...berlin, sms_capable: null, subscription_expires_at: null, nickname: null },
  })
  expect(data).toMatchObject({
    sms_capable: false,
    nickname: null,
    subscription_expires_at: null,
    has_active_subscription: true,
    country_code: 'DE',
  })
})

test('only numbers that are SMS-capable and active are for sending', async () => {
  let now = NOW
  const { call } = await startServer({ outside: { now: () => now } })
  const rows = [
    { phone_number: '+4930123451', sms_capable: true },
    { phone_number: '+4930123452', sms_capable: false },
    {
      phone_number: '+4930123453',
      sms_capable: true,
      subscription_expires_at: '2026-05-04 10:20:31',
    },
    {
      phone_number: '+4930123454',
      sms_capable: true,
      subscription_expires_at: '2026-05-04 10:20:30',
    },
  ]
  for (const row of rows) await call(createPhoneNumber, { body: { ...row, type: 'normal' } })
  const ids = async () => (await call(listSendingNumbers)).map(({ id }) => id)
  expect(await ids()).toEqual([1, 3])
  expect((await call(listPhoneNumbers)).data.map((one) => one.has_active_subscription)).toEqual([
    true,
    true,
    true,
    false,
  ])
  now = new Date(NOW.getTime() + 600)
  expect(await ids()).toEqual([1])
})

const addresses: [type: string, sent: unknown, stored: [string, string] | null][] = [
  ['normal', '+49 30 / 123-456', ['+4930123456', 'DE']],
  ['caller_id', '+447797123456', ['+447797123456', 'JE']],
  ['normal', '+15551234567', ['+15551234567', 'US']],
  ['normal', '+1234567890', ['+1234567890', 'US']],
  ['sip', '+4930123456', ['+4930123456', 'DE']],
  ['sip', 'sip:desk@pbx.example.com', ['sip:desk@pbx.example.com', 'ZZ']],
  ['sip', 'sips:100@127.0.0.1:5061', ['sips:100@127.0.0.1:5061', 'ZZ']],
  ['normal', 'sip:desk@pbx.example.com', null],
  ['sip', 'desk', null],
  ['sip', 'sip:desk@', null],
  ['sip', 'sip:desk@pbx.example.com\r\nX: y', null],
  ['sip', 'sip:desk@pbx.example.com;transport=tcp', null],
  ['normal', '4930123456', null],
  ['normal', '004930123456', null],
  ['normal', '+4930123456;ext=5', null],
  ['normal', '+80012345678', null],
  ['normal', '+999123456789', null],
  ['normal', '+12', null],
  ['normal', '＋4930123456', null],
  ['normal', 'tel:+4930123456', null],
  ['normal', `+49${'1'.repeat(20)}`, null],
  ['normal', '+49 CALL NOW', null],
]

test('a number is stored as E.164 with its country, a SIP line also as an address', async () => {
  for (const [type, phone_number, stored] of addresses) {
    const answer = await send(await startServer(), 'POST', '/user/phone-numbers', {
      type,
      phone_number,
    })
    if (stored) {
      const { phone_number: text, country_code } = answer.body.data
      expect([phone_number, text, country_code]).toEqual([phone_number, ...stored])
    } else {
      expect([phone_number, answer.status, Object.keys(answer.body.errors)]).toEqual([
        phone_number,
        422,
        ['phone_number'],
      ])
    }
  }
})

const faults: [body: object, errors: Record<string, string>][] = [
  [
    {},
    {
      phone_number: 'The phone number field is required.',
      type: 'The type field is required.',
    },
  ],
  [{ ...berlin, phone_number: 49 }, { phone_number: 'The phone number must be a string.' }],
  [
    { ...berlin, phone_number: 'x' },
    { phone_number: 'The phone number must be in international format.' },
  ],
  [
    { phone_number: 'x', type: 'sip' },
    {
      phone_number:
        'The phone number must be in international format, or an address such as sip:user@host.',
    },
  ],
  [{ ...berlin, type: 'Normal' }, { type: 'The selected type is invalid.' }],
  [
    { ...berlin, sms_capable: 'true' },
    { sms_capable: 'The sms capable field must be true or false.' },
  ],
  [
    { ...berlin, nickname: 'x'.repeat(51) },
    { nickname: 'The nickname must not be greater than 50 characters.' },
  ],
  [
    { ...berlin, subscription_expires_at: 'soon', sms_capable: 2 },
    {
      subscription_expires_at: 'The subscription expires at is not a valid date.',
      sms_capable: 'The sms capable field must be true or false.',
    },
  ],
]

test.each(
  faults.map(([body, errors]) => [Object.keys(errors).join(' and '), body, errors] as const),
)('a wrong %s is refused and nothing else is named', async (_, body, errors) => {
  const server = await startServer()
  const answer = await send(server, 'POST', '/user/phone-numbers', body)
  expect([answer.status, answer.body]).toEqual([
    422,
    {
      message: 'The given data was invalid.',
      errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
    },
  ])
  expect((await server.call(listPhoneNumbers)).data).toEqual([])
})

test('an end of subscription is a moment, UTC unless it says otherwise', async () => {
  const server = await startServer()
  const rows: [sent: unknown, stored: string | null][] = [
    ['2030-12-31 23:59:59', '2030-12-31T23:59:59.000000Z'],
    ['2030-12-31', '2030-12-31T00:00:00.000000Z'],
    ['2030-12-31T23:59', '2030-12-31T23:59:00.000000Z'],
    ['2030-12-31T23:59:59.123456Z', '2030-12-31T23:59:59.123000Z'],
    ['2030-12-31T23:59:59+02:00', '2030-12-31T21:59:59.000000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000000Z'],
    ['2030-02-29', null],
    ['2030-13-01', null],
    ['2030-12-31 24:00:00', null],
    ['2030-12-31T23:59:59+99:00', null],
    ['31.12.2030', null],
    ['', null],
    [1893456000, null],
  ]
  const { data } = await server.call(createPhoneNumber, { body: berlin })
  for (const [subscription_expires_at, stored] of rows) {
    const answer = await send(server, 'PUT', `/user/phone-numbers/${data.id}`, {
      subscription_expires_at,
    })
    const found = answer.body.data?.subscription_expires_at ?? null
    expect([subscription_expires_at, found]).toEqual([subscription_expires_at, stored])
    if (stored === null)
      expect(Object.keys(answer.body.errors)).toEqual(['subscription_expires_at'])
  }
})

test('an account has a number once; another account may have it too', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, { body: berlin })
  const taken = { phone_number: ['The phone number has already been taken.'] }
  const again = { phone_number: '+49 30 123456', type: 'caller_id' }
  const both = await Promise.all([
    send(server, 'POST', '/user/phone-numbers', again),
    send(server, 'POST', '/user/phone-numbers', again),
  ])
  expect(both.map(({ status, body }) => [status, body.errors])).toEqual([
    [422, taken],
    [422, taken],
  ])
  const { data } = await server.call(createPhoneNumber, {
    body: { ...berlin, phone_number: '+4930123457' },
  })
  const moved = await send(server, 'PUT', `/user/phone-numbers/${data.id}`, berlin)
  expect([moved.status, moved.body.errors]).toEqual([422, taken])
  await (await anotherAccount(server)).call(createPhoneNumber, { body: berlin })
})

test('a change leaves what is not sent, and null gives a default again', async () => {
  const { call } = await startServer()
  const { data: before } = await call(createPhoneNumber, {
    body: {
      ...berlin,
      sms_capable: true,
      nickname: 'Shop',
      subscription_expires_at: '2030-01-01',
    },
  })
  const params = { id: before.id }
  const change = async (body: object) => (await call(updatePhoneNumber, { params, body })).data
  expect(await change({})).toEqual(before)
  expect(await change({ nickname: 'Desk' })).toEqual({ ...before, nickname: 'Desk' })
  expect(
    await change({ nickname: null, sms_capable: null, subscription_expires_at: null }),
  ).toEqual({ ...before, nickname: null, sms_capable: false, subscription_expires_at: null })
  expect(await change({ phone_number: '+33 1 70 18 99 00', type: 'caller_id' })).toMatchObject({
    phone_number: '+33170189900',
    country_code: 'FR',
    type_label: 'Caller ID',
  })
})

test('a change keeps the rules, and names the field that breaks them', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, {
    body: { phone_number: 'sip:desk@example.com', type: 'sip' },
  })
  const faults = async (body: object) =>
    (await send(server, 'PUT', '/user/phone-numbers/1', body)).body.errors
  expect(await faults({ type: 'normal' })).toEqual({
    type: ['A SIP address cannot become a number of another type.'],
  })
  expect(await faults({ phone_number: 'x' })).toEqual({ phone_number: [expect.any(String)] })
  expect(await faults({ phone_number: null, type: null })).toEqual({
    phone_number: ['The phone number field is required.'],
    type: ['The type field is required.'],
  })
  expect(await faults({ phone_number: 'x', type: 'y' })).toEqual({
    type: ['The selected type is invalid.'],
  })
})

test('a number that an inbound assistant answers cannot become a Caller ID', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, { body: berlin })
  const change = () => send(server, 'PUT', '/user/phone-numbers/1', { type: 'caller_id' })
  const id = await createdAssistant(server, { phone_number_id: 1 })
  const refused = await change()
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['type']])
  await send(server, 'PUT', `/user/assistant/${id}`, { type: 'outbound' })
  expect((await change()).status).toBe(200)
})

test('deleting a number takes it from its assistants and says so', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, { body: berlin })
  const ids = [
    await createdAssistant(server, { phone_number_id: 1 }),
    await createdAssistant(server, { phone_number_id: 1, type: 'outbound' }),
  ]
  const last = server.context.events.last()
  expect(await server.call(deletePhoneNumber, { params: { id: 1 } })).toEqual({
    message: 'Phone number deleted successfully.',
  })
  for (const id of ids) {
    const { phone_number_id } = await server.call(getAssistant, { params: { id } })
    expect(phone_number_id).toBeNull()
  }
  const events = server.context.events.after(last)
  expect(events.map(({ type, payload }) => [type, JSON.parse(payload).id])).toEqual(
    ids.map((id) => ['assistant.updated', id]),
  )
  const { data } = await server.call(createPhoneNumber, { body: berlin })
  expect(data.id).toBe(2)
})

test('what was sent from a number keeps saying so when it is gone', async () => {
  const server = await startServer()
  const id = await readyToSend(server)
  await server.call(sendSms, { body: { from: id, to: RECIPIENT, body: 'Hello' } })
  await server.call(deletePhoneNumber, { params: { id } })
  expect((await server.call(listSms)).data).toMatchObject([{ phone_number_id: id }])
})

test('a foreign number and a missing one are not found, with the same bytes', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const { data } = await other.call(createPhoneNumber, { body: berlin })
  for (const [method, body] of [
    ['PUT', { nickname: 'mine' }],
    ['PUT', { type: 'x' }],
    ['DELETE', undefined],
  ] as const) {
    const foreign = await send(server, method, `/user/phone-numbers/${data.id}`, body)
    const missing = await send(server, method, '/user/phone-numbers/9999', body)
    expect(foreign).toEqual(missing)
    expect([foreign.status, foreign.body]).toEqual([
      404,
      { message: 'Phone number not found.', error: 'Phone number not found.' },
    ])
    expect((await send(server, method, '/user/phone-numbers/1e0', body)).status).toBe(422)
  }
  expect((await other.call(listPhoneNumbers)).data).toEqual([data])
  expect(await server.call(listSendingNumbers)).toEqual([])
})

test('what an inbound assistant can have is not a Caller ID and not answered by another', async () => {
  const server = await startServer()
  const types = ['normal', 'sip', 'caller_id', 'normal', 'normal', 'normal'] as const
  for (const [index, type] of types.entries()) {
    await server.call(createPhoneNumber, { body: { phone_number: `+493012345${index}`, type } })
  }
  await (await anotherAccount(server)).call(createPhoneNumber, { body: berlin })
  await createdAssistant(server, { phone_number_id: 4 })
  await createdAssistant(server, { phone_number_id: 5, type: 'outbound' })
  const deleted = await createdAssistant(server, { phone_number_id: 6 })
  await send(server, 'DELETE', `/user/assistant/${deleted}`)
  const list = (query = '') => send(server, 'GET', `/user/assistants/phone-numbers${query}`)
  const all = (await list()).body
  expect(all[0]).toEqual({
    id: 1,
    phone_number: '+4930123450',
    country_code: 'DE',
    type_label: 'Normal',
    is_available: true,
  })
  expect(Object.keys(all[0])).toEqual([
    'id',
    'phone_number',
    'country_code',
    'type_label',
    'is_available',
  ])
  const seen = (rows: { id: number; type_label: string; is_available: boolean }[]) =>
    rows.map(({ id, type_label, is_available }) => [id, type_label, is_available])
  expect(seen(all)).toEqual([
    [1, 'Normal', true],
    [2, 'SIP', true],
    [3, 'Caller ID', false],
    [4, 'Normal', false],
    [5, 'Normal', true],
    [6, 'Normal', true],
  ])
  expect((await list('?type=outbound')).body).toEqual(all)
  const inbound = await server.call(listAssignableNumbers, { query: { type: 'inbound' } })
  expect(seen(inbound).map(([id]) => id)).toEqual([1, 2, 5, 6])
  for (const query of ['?type=x', '?type=', '?type=inbound&type=outbound']) {
    const { status, body } = await list(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['type']])
  }
})
