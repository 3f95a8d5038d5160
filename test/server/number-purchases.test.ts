import { expect, test } from 'vitest'
import { getAssistant } from '#contracts/assistants.ts'
import { listLedger, topUpBalance } from '#contracts/money.ts'
import {
  createPhoneNumber,
  searchPhoneNumbers,
  updatePhoneNumber,
} from '#contracts/phone-numbers.ts'
import { sendSms } from '#contracts/sms.ts'
import type { NumberCarrier } from '../../server/providers/numbers/carrier.ts'
import { createSandboxCarrier } from '../../server/providers/numbers/sandbox.ts'
import { startServer as start } from '../../server/start.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { createClock } from '../support/clock.ts'
import { NUMBER, numbersDesk, readings } from '../support/numbers.ts'
import { KEY, startServer, testConfig, testServer } from '../support/server.ts'
import { RECIPIENT } from '../support/sms.ts'
import { serverWithProvider } from '../support/sms-provider.ts'

const search = (query: string) => `/user/phone-numbers/search${query}`
const purchase = (phone_number: unknown) =>
  ['POST', '/user/phone-numbers/purchase', { phone_number }] as const

test('a search offers the lowest numbers of a country, twice in one answer', async () => {
  const server = await startServer()
  const { status, text, body } = await send(server, 'GET', search('?country_code=us'))
  expect(status).toBe(200)
  expect(text.startsWith('{"data":[{')).toBe(true)
  expect(body.result).toEqual(body.data)
  expect(body.data).toHaveLength(10)
  expect(body.data[0]).toEqual({
    phone_number: '+12105550120',
    phone_number_formatted: '+1 210 555 0120',
    country_code: 'US',
    price: 3.99,
    address_requirements: 'none',
    sms_capable: true,
  })
  expect(body.data[1]).toMatchObject({ phone_number: '+12105550121', sms_capable: false })
})

test('a search is by country and digits; Germany is the default, and most countries have nothing', async () => {
  const { call } = await startServer()
  const found = async (query: { country_code?: string; contains?: string }) =>
    (await call(searchPhoneNumbers, { query })).data.map((offer) => offer.phone_number)
  const first = async (country_code: string) => (await found({ country_code }))[0]
  expect((await found({}))[0]).toBe('+493023125000')
  expect(await Promise.all(['CA', 'GB', 'AU', 'FR'].map(first))).toEqual([
    '+12045550120',
    '+442079460000',
    '+61255500000',
    undefined,
  ])
  expect(await found({ country_code: 'DE', contains: '999' })).toEqual(['+493023125999'])
  expect(await found({ country_code: 'US', contains: '7135550199' })).toEqual(['+17135550199'])
  expect(await found({ country_code: 'US', contains: '0119' })).toEqual([])
})

test('a search that breaks a rule names the field', async () => {
  const server = await startServer()
  const faults = async (query: string) => {
    const { status, body } = await send(server, 'GET', search(query))
    return [status, body]
  }
  expect(await faults('?country_code=DEU&contains=12345678901')).toEqual([
    422,
    {
      message: 'The given data was invalid.',
      errors: {
        country_code: ['The country code must be a two-letter code.'],
        contains: ['The contains must be 1 to 10 digits.'],
      },
    },
  ])
  expect((await faults('?contains=1a'))[0]).toBe(422)
})

test('a bought number is a normal number for a month, paid from the balance', async () => {
  const desk = await numbersDesk({ balance: 5 })
  const { status, body } = await send(desk, ...purchase('+49 30 23125 000'))
  const number = {
    id: 1,
    phone_number: NUMBER,
    nickname: null,
    country_code: 'DE',
    type: 'normal',
    type_label: 'Normal',
    sms_capable: true,
    region: 'sandbox',
    has_active_subscription: true,
    subscription_expires_at: '2026-02-28T12:00:00.000000Z',
    release_at: null,
    sms_assistant_id: null,
    created_at: '2026-01-31T12:00:00.000000Z',
  }
  expect([status, body]).toEqual([
    201,
    { message: 'Phone number purchased successfully.', data: number },
  ])
  expect(Object.keys(body.data)).toEqual(Object.keys(number))
  expect((await send(desk, 'GET', '/user/phone-numbers')).body).toEqual([number])
  expect((await send(desk, 'GET', '/user/phone-numbers/all?include=price')).body).toEqual({
    data: [{ ...number, monthly_price: 3.99 }],
  })
  expect((await desk.call(listLedger, { query: { kind: 'number' } })).data).toMatchObject([
    { kind: 'number.settled', amount: 0, balance: 1.01 },
    { kind: 'number.hold', amount: -3.99, balance: 1.01, reference: '1:2026-01-31', note: NUMBER },
  ])
  const left = (await desk.call(searchPhoneNumbers)).data.map((offer) => offer.phone_number)
  expect(left[0]).toBe('+493023125001')
})

test('what cannot be bought is refused, and costs nothing', async () => {
  const desk = await numbersDesk({ balance: 3.98 })
  const refused = async (number: unknown) => {
    const { status, body } = await send(desk, ...purchase(number))
    return [status, body]
  }
  const unparsable = 'Unable to parse phone number. Please provide a valid E.164 format number.'
  const twice = (status: number, message: string) => [status, { message, error: message }]
  expect(await refused('030 23125')).toEqual([
    422,
    { message: unparsable, errors: { phone_number: [unparsable] } },
  ])
  expect(await refused(undefined)).toEqual([
    422,
    { message: unparsable, errors: { phone_number: ['The phone number field is required.'] } },
  ])
  for (const number of ['+4930901820', '+12105550119', '+12105550200', '+4930231250001'])
    expect(await refused(number)).toEqual(
      twice(
        400,
        'This phone number is not available for purchase. Please search for available numbers first.',
      ),
    )
  const unpaid = twice(402, 'Insufficient balance. Please top up your account.')
  expect(await refused(NUMBER)).toEqual(unpaid)
  await desk.call(topUpBalance, { body: { amount: 0.01 } })
  await desk.buy()
  expect(await refused(NUMBER)).toEqual(twice(400, 'This phone number is already in use.'))
  expect(await refused('+493023125001')).toEqual(unpaid)
  expect(await desk.balance()).toBe(0)
})

test('a number that the account has already cannot be bought', async () => {
  const desk = await numbersDesk({ balance: 10 })
  await desk.call(createPhoneNumber, { body: { phone_number: NUMBER, type: 'caller_id' } })
  expect((await send(desk, ...purchase(NUMBER))).body.message).toBe(
    'This phone number is already in use.',
  )
  expect((await desk.call(searchPhoneNumbers)).data[0]?.phone_number).toBe('+493023125001')
})

test('of two who buy one number, one gets it and the other pays nothing', async () => {
  const sandbox = createSandboxCarrier()
  const bothAsk = Promise.withResolvers<void>()
  let asked = 0
  const desk = await numbersDesk({
    balance: 10,
    outside: {
      numberCarrier: {
        ...sandbox,
        // It is for sale to both.
        find: async (number) => {
          asked += 1
          if (asked === 2) bothAsk.resolve()
          await bothAsk.promise
          return sandbox.find(number)
        },
      },
    },
  })
  const other = await anotherAccount(desk)
  await desk.call(topUpBalance, { body: { amount: 10, user_id: other.id } })
  const answers = await Promise.all([
    send(desk, ...purchase(NUMBER)),
    send(other, ...purchase(NUMBER)),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  const balances = [await desk.balance(), await readings(other).balance()]
  expect(balances.sort()).toEqual([10, 6.01])
})

/** A Sandbox that fails to deliver what was ordered. */
const failing = (order: NumberCarrier['order']) => ({
  outside: { numberCarrier: { ...createSandboxCarrier(), order } },
})

test('nothing is kept of a purchase that the carrier fails', async () => {
  const desk = await numbersDesk({
    balance: 10,
    ...failing(async () => {
      throw new Error('out of stock')
    }),
  })
  const { status, body } = await send(desk, ...purchase(NUMBER))
  const message = 'Failed to purchase phone number from provider. Please contact support.'
  expect([status, body]).toEqual([500, { message, error: message }])
  expect([await desk.numbers(), await desk.balance()]).toEqual([[], 10])
})

test('a purchase that was cut off is completed by the next start, and charged once', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const desk = await numbersDesk({
    balance: 10,
    ...failing(() => {
      asked.resolve()
      return answered.promise
    }),
  })
  const cutOff = send(desk, ...purchase(NUMBER))
  await asked.promise
  desk.context.write.flush()
  const database = desk.context.db.serialize()
  const { outside } = createClock('2026-01-31T12:00:05Z')
  const next = await start(testConfig(), { ...outside, database })
  const { call } = testServer(next)
  const { numbers, charges, balance } = readings({ call })
  expect(await numbers()).toMatchObject([{ phone_number: NUMBER, has_active_subscription: true }])
  expect(await charges()).toEqual([
    ['number.hold', -3.99, '1:2026-01-31'],
    ['number.settled', 0, '1:2026-01-31'],
  ])
  expect(await balance()).toBe(6.01)
  await next.stop()
  answered.resolve()
  await cutOff
})

test('a purchase repeated with its key is one purchase', async () => {
  const desk = await numbersDesk({ balance: 10 })
  const again = async () => {
    const response = await fetch(`${desk.url}/api/user/phone-numbers/purchase`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        'idempotency-key': 'first',
      },
      body: JSON.stringify({ phone_number: NUMBER }),
    })
    return [response.status, await response.text()]
  }
  expect(await again()).toEqual(await again())
  expect(await desk.numbers()).toHaveLength(1)
  expect(await desk.balance()).toBe(6.01)
})

test('what the Sandbox sold texts through the Sandbox, whatever provider is set up', async () => {
  const { call, context, provider } = await serverWithProvider()
  await call(topUpBalance, { body: { amount: 10 } })
  const { id } = await readings({ call }).buy()
  const sent = provider.arrivals.length
  await call(sendSms, { body: { from: id, to: RECIPIENT, body: 'Hello' } })
  const stored = context.db.prepare('SELECT provider, status FROM sms_messages').all()
  expect([stored, provider.arrivals.length]).toEqual([
    [{ provider: 'sandbox', status: 'sent' }],
    sent,
  ])
})

test('of a bought number the nickname and the assistant change, and nothing that costs money', async () => {
  const desk = await numbersDesk({ balance: 10 })
  const bought = await desk.buy()
  const assistant = await createdAssistant(desk)
  const path = `/user/phone-numbers/${bought.id}`
  const change = (body: object) => send(desk, 'PUT', path, body)
  for (const [field, value] of Object.entries({
    phone_number: '+493023125001',
    type: 'caller_id',
    sms_capable: false,
    subscription_expires_at: '2099-01-01',
  })) {
    const { status, body } = await change({ [field]: value })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  }
  const { data } = await desk.call(updatePhoneNumber, {
    params: { id: bought.id },
    body: {
      nickname: 'Shop',
      sms_assistant_id: assistant,
      phone_number: '+49 30 23125000',
      type: 'normal',
      sms_capable: true,
    },
  })
  expect(data).toEqual({ ...bought, nickname: 'Shop', sms_assistant_id: assistant })
  expect((await change({ nickname: '' })).body.data.nickname).toBeNull()
  const answering = await createdAssistant(desk, { phone_number_id: bought.id })
  expect(await desk.call(getAssistant, { params: { id: answering } })).toMatchObject({
    phone_number_id: bought.id,
  })
})
