import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { deactivateAssistant, deleteAssistant } from '#contracts/assistants.ts'
import { getCall, listCalls, makeCall } from '#contracts/calls.ts'
import { listLedger } from '#contracts/money.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { createdAssistant, send } from '../../support/assistants.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../../support/calls.ts'

const PATH = '/user/make_call'
const NO_NUMBER =
  '{"message":"Invalid phone number format. Please use E.164 format (e.g. +1234567890)"}'
const NO_ASSISTANT =
  '{"message":"Assistant not found or does not belong to the authenticated user"}'
const NO_MONEY = '{"message":"Insufficient balance to make call. Please top up your account."}'

/** Price of a minute to the US, USD. */
const MINUTE = 0.014

test('placing a call requires authentication', async () => {
  const { as } = await callDesk()
  const body = { assistant_id: 1, phone_number: NUMBERS.ordinary }
  await expect(as()(makeCall, { body })).rejects.toMatchObject({ status: 401 })
})

test('a call is placed, and can be read at once', async () => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk, { name: 'Ada' })
  const body = { assistant_id: String(assistant_id), phone_number: '+1 (202) 555-0100' }
  const { status, text } = await send(desk, 'POST', PATH, body)
  expect({ status, text }).toEqual({
    status: 200,
    text: '{"message":"Call initiated successfully","call_id":1,"status":"initiated"}',
  })
  expect(await desk.call(getCall, { params: { id: 1 } })).toEqual({
    id: 1,
    assistant_name: 'Ada',
    campaign_name: '',
    type: 'outbound',
    duration: 0,
    assistant_phone_number: null,
    client_phone_number: NUMBERS.ordinary,
    status: 'initiated',
    transcript: '',
    variables: {},
    evaluation: {},
    webhook_response: {},
    carrier_cost: 0,
    total_cost: 0,
    answered_by: 'unknown',
    recording_url: null,
    created_at: '2026-01-01 12:00:00',
    updated_at: '2026-01-01 12:00:00',
  })
})

test('an inbound assistant may call too, and shows its number', async () => {
  const desk = await callDesk()
  const { data } = await desk.call(createPhoneNumber, {
    body: { phone_number: '+14155552671', type: 'normal' },
  })
  const id = await activeAssistant(desk, { type: 'inbound', phone_number_id: data.id })
  const callId = await dial(desk, id)
  expect(await desk.call(getCall, { params: { id: callId } })).toMatchObject({
    type: 'outbound',
    assistant_phone_number: '+14155552671',
  })
})

test.each([
  [
    {},
    {
      assistant_id: 'The assistant id field is required.',
      phone_number: 'The phone number field is required.',
    },
  ],
  [
    { assistant_id: '1e0', phone_number: 12025550100 },
    {
      assistant_id: 'The assistant id must be an integer.',
      phone_number: 'The phone number must be a string.',
    },
  ],
  [
    { assistant_id: 1, phone_number: '  ' },
    { phone_number: 'The phone number field is required.' },
  ],
  [
    { assistant_id: 1, phone_number: NUMBERS.ordinary, variables: ['a'] },
    { variables: 'The variables must be an object.' },
  ],
])('a body such as %j names its invalid fields', async (body, faults) => {
  const desk = await callDesk()
  const answer = await send(desk, 'POST', PATH, body)
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({
    message: 'The given data was invalid.',
    errors: Object.fromEntries(Object.entries(faults).map(([field, text]) => [field, [text]])),
  })
})

test.each([
  'hello',
  '12025550100',
  '0012025550100',
  '+1',
  '+1234567890',
  '+12025550100;ext=5',
  'tel:+12025550100',
  '+１2025550100',
  '+19005550100',
  '+881612345678',
  '+9791234567',
])('%s is not a callable number', async (phone_number) => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk)
  expect(await send(desk, 'POST', PATH, { assistant_id, phone_number })).toMatchObject({
    status: 400,
    text: NO_NUMBER,
  })
})

test('a foreign, a deleted and a missing assistant give the same bytes', async () => {
  const desk = await callDesk()
  const foreign = await createdAssistant(await anotherAccount(desk))
  const deleted = await activeAssistant(desk)
  await desk.call(deleteAssistant, { params: { id: deleted } })
  for (const assistant_id of [foreign, deleted, 999_999]) {
    const body = { assistant_id, phone_number: NUMBERS.ordinary }
    expect(await send(desk, 'POST', PATH, body)).toMatchObject({ status: 404, text: NO_ASSISTANT })
  }
  expect((await desk.call(listCalls)).total).toBe(0)
})

test('errors are reported in order: number, assistant, its status, country, balance', async () => {
  const desk = await callDesk({}, 0)
  const id = await createdAssistant(desk)
  await desk.call(deactivateAssistant, { params: { id } })
  const attempt = async (assistant_id: number, phone_number: string) => {
    const { status, text } = await send(desk, 'POST', PATH, { assistant_id, phone_number })
    return `${status} ${text}`
  }
  desk.context.db.prepare("UPDATE prices SET call_price = NULL WHERE country = 'DE'").run()
  expect(await attempt(999, '+1')).toBe(`400 ${NO_NUMBER}`)
  expect(await attempt(999, NUMBERS.german)).toBe(`404 ${NO_ASSISTANT}`)
  expect(await attempt(id, NUMBERS.german)).toBe('422 {"message":"Assistant is not active"}')
  const active = await activeAssistant(desk)
  expect(await attempt(active, NUMBERS.german)).toBe(
    '400 {"message":"Destination is not supported"}',
  )
  expect(await attempt(active, NUMBERS.ordinary)).toBe(`422 ${NO_MONEY}`)
  await desk.call(deactivateAssistant, { params: { id: active } })
  expect(await attempt(active, NUMBERS.ordinary)).toBe('422 {"message":"Assistant is not active"}')
  const { call } = desk
  expect((await call(listCalls)).total).toBe(0)
  expect((await call(listLedger)).total).toBe(0)
})

test('the longest possible call is put on hold, and the actual cost is charged', async () => {
  const desk = await callDesk({}, 1)
  const id = await activeAssistant(desk, { max_duration: 121 })
  const balance = async () => (await desk.call(getMe)).total_balance
  const callId = await dial(desk, id)
  expect(await balance()).toBe(1 - 3 * MINUTE)
  const call = await playOut(desk, callId)
  expect(call).toMatchObject({ carrier_cost: MINUTE, total_cost: MINUTE })
  expect(call.duration).toBeLessThanOrEqual(60)
  expect(await balance()).toBe(0.986)
  const { data } = await desk.call(listLedger)
  expect(data.map(({ kind, amount, reference }) => ({ kind, amount, reference }))).toEqual([
    { kind: 'call.settled', amount: 0.028, reference: String(callId) },
    { kind: 'call.hold', amount: -0.042, reference: String(callId) },
    { kind: 'top_up', amount: 1, reference: null },
  ])
})

test.each(['busy', 'noAnswer', 'failed'] as const)(
  'a call that is %s costs nothing',
  async (number) => {
    const desk = await callDesk({}, 1)
    const id = await activeAssistant(desk)
    const callId = await dial(desk, id, NUMBERS[number])
    expect((await desk.call(getMe)).total_balance).toBe(0.86)
    expect(await playOut(desk, callId)).toMatchObject({
      carrier_cost: 0,
      total_cost: 0,
      duration: 0,
    })
    expect((await desk.call(getMe)).total_balance).toBe(1)
  },
)

test('the price is the country’s, as of the time the call was placed', async () => {
  const desk = await callDesk()
  const id = await activeAssistant(desk)
  const callId = await dial(desk, id, NUMBERS.german)
  desk.context.db.prepare("UPDATE prices SET call_price = 900000 WHERE country = 'DE'").run()
  expect(await playOut(desk, callId)).toMatchObject({ total_cost: 0.065 })
})

test('of twenty concurrent calls with a balance for three, three are placed and no cent is lost', async () => {
  const desk = await callDesk({}, 0.55)
  const assistant_id = await activeAssistant(desk)
  const body = { assistant_id, phone_number: NUMBERS.ordinary }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(desk, 'POST', PATH, body)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set([`422 ${NO_MONEY}`]),
  )
  expect((await desk.call(getMe)).total_balance).toBe(0.13)
  await playOut(desk, 1)
  expect((await desk.call(listCalls)).total).toBe(3)
  expect((await desk.call(getMe)).total_balance).toBe(0.508)
  const ledger = desk.context.db.prepare('SELECT sum(amount) FROM ledger').pluck().get()
  expect(ledger).toBe(508_000)
})

test('a request sent twenty times with the same idempotency key places one call', async () => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk)
  const attempt = async (phone_number: string = NUMBERS.ordinary) => {
    const response = await desk.fetch('/api/user/make_call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'order-7' },
      body: JSON.stringify({ assistant_id, phone_number }),
    })
    return `${response.status} ${await response.text()}`
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt()))
  const placed = '200 {"message":"Call initiated successfully","call_id":1,"status":"initiated"}'
  expect(new Set(answers)).toEqual(new Set([placed]))
  await playOut(desk, 1)
  expect(await attempt()).toBe(placed)
  expect(await attempt(NUMBERS.busy)).toContain('422')
  // The state left by a process that dies before responding.
  desk.context.db.prepare('UPDATE idempotency_keys SET status = NULL, body = NULL').run()
  expect(await attempt()).toBe(placed)
  expect((await desk.call(listCalls)).total).toBe(1)
  desk.context.db.prepare('UPDATE idempotency_keys SET created_at = created_at - 86400000').run()
  expect(await attempt()).toContain('"call_id":2')
})
