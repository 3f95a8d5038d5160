import { expect, test } from 'vitest'
import type { NumberOffer } from '#contracts/phone-numbers.ts'
import { createBuyModel } from '../../renderer/screens/phone-numbers/buy-model.ts'
import { fakeServer, invalid, later, settle } from './support.ts'

const offer = (digit: number): NumberOffer => ({
  phone_number: `+49302312500${digit}`,
  phone_number_formatted: `+49 30 2312500${digit}`,
  country_code: 'DE',
  price: 3.99,
  address_requirements: 'none',
  sms_capable: true,
})

const found = (...digits: number[]) => {
  const data = digits.map(offer)
  return { data, result: data }
}

const SEARCH = 'GET /user/phone-numbers/search'
const PURCHASE = 'POST /user/phone-numbers/purchase'

async function market() {
  const server = fakeServer()
  server.on('GET /user/balance', { balance: 10, held: { sms: 0, call: 0, llm: 0 } })
  server.on(SEARCH, found(0, 1))
  const model = createBuyModel(server.api, 'DE', async () => ['DE', 'US'])
  await model.start()
  return { server, model }
}

test('the first number found is chosen, and its price is known beside the balance', async () => {
  const { server, model } = await market()
  expect(server.calls.find(({ call }) => call === SEARCH)?.query).toEqual({ country_code: 'DE' })
  expect([model.offer.value?.phone_number, model.balance.value]).toEqual(['+493023125000', 10])
  expect(model.countries.value).toEqual(['DE', 'US'])
})

test('a search takes digits as people write them, and keeps the choice while it is found', async () => {
  const { server, model } = await market()
  model.chosen.value = '+493023125001'
  model.digits.value = '30 231-25'
  await model.search()
  expect(server.calls.at(-1)?.query).toEqual({ country_code: 'DE', contains: '3023125' })
  expect(model.chosen.value).toBe('+493023125001')
  server.on(SEARCH, found(2))
  model.chooseCountry('US')
  await settle()
  expect(model.chosen.value).toBe('+493023125002')
})

test('an answer that comes late does not replace a newer one', async () => {
  const { server, model } = await market()
  const slow = later<object>()
  server.on(SEARCH, () => slow.promise)
  const first = model.search()
  server.on(SEARCH, found(3))
  await model.search()
  slow.resolve(found(0))
  await first
  expect(model.offers.value?.map(({ phone_number: number }) => number)).toEqual(['+493023125003'])
})

test('what is wrong with the digits stands beside them', async () => {
  const { server, model } = await market()
  server.on(SEARCH, () => invalid({ contains: ['Digits only.'] }))
  await model.search()
  expect([model.errors.value, model.isSearching.value]).toEqual([
    { contains: 'Digits only.' },
    false,
  ])
})

test('a number that somebody else was faster to buy says so, and the search is renewed', async () => {
  const { server, model } = await market()
  const message = 'This phone number is already in use.'
  server.on(PURCHASE, () => Response.json({ message, error: message }, { status: 400 }))
  server.on(SEARCH, found(1))
  expect(await model.buy()).toBeUndefined()
  expect([model.errors.value['phone_number'], model.chosen.value, model.busy.value]).toEqual([
    message,
    '+493023125001',
    false,
  ])
  server.on(PURCHASE, { message: '', data: { id: 7, phone_number: '+493023125001' } })
  expect(await model.buy()).toMatchObject({ id: 7 })
  expect(server.bodies(PURCHASE).at(-1)).toEqual({ phone_number: '+493023125001' })
})
