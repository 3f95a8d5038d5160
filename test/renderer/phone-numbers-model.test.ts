import { expect, test } from 'vitest'
import type { ListedNumber, PhoneNumber } from '#contracts/phone-numbers.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import {
  createNumberFormModel,
  createPhoneNumbersModel,
} from '../../renderer/screens/phone-numbers/model.ts'
import { fakeServer, invalid } from './support.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const number = (id: number, changes: Partial<ListedNumber> = {}): ListedNumber =>
  ({
    id,
    phone_number: `+4930000000${id}`,
    type: 'normal',
    nickname: null,
    sms_capable: true,
    country_code: 'DE',
    subscription_expires_at: null,
    release_at: null,
    has_active_subscription: true,
    ...changes,
  }) as ListedNumber

async function numbers(all: readonly ListedNumber[], start = '/app/phone-numbers') {
  const server = fakeServer()
  const address = memoryAddress(start)
  server.on('GET /user/phone-numbers/all', { data: all })
  server.on('GET /user/phone-numbers/sip-trunks', { data: [] })
  server.on('GET /user/assistants', () =>
    Response.json([
      { id: 1, name: 'Mira', type: 'inbound', phone_number_id: 1 },
      { id: 2, name: 'Otto', type: 'outbound', phone_number_id: 1 },
    ]),
  )
  const model = createPhoneNumbersModel({ api: server.api, address }, () => NOW)
  await model.load()
  return { server, address, model }
}

test('a number says who answers it, who calls with it, and how long it is still there', async () => {
  const { model } = await numbers([
    number(1),
    number(2, { subscription_expires_at: '2026-11-24T23:59:59.000000Z' }),
    number(3, { subscription_expires_at: '2026-11-20T23:59:59.000000Z' }),
    number(4, { subscription_expires_at: '2027-11-20T23:59:59.000000Z' }),
  ])
  const [first] = model.listed.value!
  expect([first?.answeredBy, first?.calledWithBy]).toEqual(['Mira', ['Otto']])
  expect(model.listed.value?.map(({ daysLeft }) => daysLeft)).toEqual([undefined, 3, -1, 364])
  expect(model.expiring.value.map(({ id }) => id)).toEqual([2])
  expect(model.expired.value.map(({ id }) => id)).toEqual([3])
})

test('numbers are found by name, by any part of the digits, and by kind', async () => {
  const { model, address } = await numbers([
    number(1, { nickname: 'Hotline Berlin' }),
    number(2, { type: 'sip', phone_number: 'sip:desk@example.com' }),
    number(3),
  ])
  const found = (text: string) => {
    model.search.value = text
    return model.shown.value.map(({ id }) => id)
  }
  expect([found('hotline'), found('0000 00 03'), found('desk@'), found('zzz')]).toEqual([
    [1],
    [3],
    [2],
    [],
  ])
  found('')
  model.type.value = 'sip'
  expect(model.shown.value.map(({ id }) => id)).toEqual([2])
  expect(address.url.value).toBe('/app/phone-numbers?type=sip')
})

test('a number that cannot be deleted stays', async () => {
  const { server, model } = await numbers([number(1), number(2)])
  await expect(model.remove(1)).rejects.toThrow()
  expect(model.shown.value).toHaveLength(2)
  server.on('DELETE /user/phone-numbers/1', { message: '' })
  await model.remove(1)
  expect(model.shown.value.map(({ id }) => id)).toEqual([2])
})

/** The form of a number, and what it sends. */
function form(existing?: ListedNumber) {
  const server = fakeServer()
  server.on('POST /user/phone-numbers', { message: '', data: number(9) })
  server.on('PUT /user/phone-numbers/5', { message: '', data: number(5) })
  return { server, model: createNumberFormModel(server.api, existing) }
}

test('a subscription ends with its day; a finer moment stays as long as its day does', async () => {
  const fresh = form()
  fresh.model.number.value = '+1 202 555 0188'
  fresh.model.until.value = '2027-01-31'
  expect(await fresh.model.save()).toBe(true)
  expect(fresh.server.calls[0]?.body).toMatchObject({
    nickname: null,
    subscription_expires_at: '2027-01-31 23:59:59',
  })
  const kept = form(number(5, { subscription_expires_at: '2027-01-31T08:30:00.000000Z' }))
  const ends = async (day: string) => {
    kept.model.until.value = day
    await kept.model.save()
    return (kept.server.calls.at(-1)!.body as PhoneNumber).subscription_expires_at
  }
  expect(await ends('2027-01-31')).toBe('2027-01-31T08:30:00.000000Z')
  expect(await ends('2027-02-01')).toBe('2027-02-01 23:59:59')
  expect(await ends('')).toBeNull()
})

test('what was typed stays beside what is wrong with it', async () => {
  const { server, model } = form()
  model.number.value = '12345'
  server.on('POST /user/phone-numbers', () => invalid({ phone_number: ['No number.'] }))
  expect(await model.save()).toBe(false)
  expect([model.errors.value, model.number.value]).toEqual([
    { phone_number: 'No number.' },
    '12345',
  ])
  server.off('POST /user/phone-numbers')
  expect(await model.save()).toBe(false)
  expect([model.errors.value, Boolean(model.failure.value)]).toEqual([{}, true])
})

test('a bought number is renewed rather than about to expire, and says when it is unpaid', async () => {
  const soon = { monthly_price: 3.99, subscription_expires_at: '2026-11-24T12:00:00.000000Z' }
  const past = {
    monthly_price: 3.99,
    subscription_expires_at: '2026-11-20T12:00:00.000000Z',
    has_active_subscription: false,
  }
  const { model } = await numbers([number(1, soon), number(2, past)])
  const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id)
  expect(model.listed.value?.map(({ isBought }) => isBought)).toEqual([true, true])
  expect([ids(model.expiring.value), ids(model.expired.value), ids(model.unpaid.value)]).toEqual([
    [],
    [],
    [2],
  ])
})

test('a release is shown, and taken back', async () => {
  const end = '2026-12-24T12:00:00.000000Z'
  const { server, model } = await numbers([number(1, { monthly_price: 3.99 })])
  const answer = (release_at: string | null) =>
    server.on('GET /user/phone-numbers/all', {
      data: [number(1, { monthly_price: 3.99, release_at })],
    })
  server.on('DELETE /user/phone-numbers/1', { message: '' })
  server.on('POST /user/phone-numbers/1/keep', { message: '' })
  answer(end)
  await model.release(1)
  expect(model.listed.value?.map(({ release_at }) => release_at)).toEqual([end])
  answer(null)
  await model.keep(1)
  expect(model.listed.value?.map(({ release_at }) => release_at)).toEqual([null])
})

test('of a bought number only its name is sent', async () => {
  const { server, model } = form(number(5, { monthly_price: 3.99 }))
  model.nickname.value = 'Shop'
  expect(await model.save()).toBe(true)
  expect(server.bodies('PUT /user/phone-numbers/5')).toEqual([{ nickname: 'Shop' }])
})
