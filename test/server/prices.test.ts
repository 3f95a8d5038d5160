import { getCountries } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { importPrices, listPrices, updatePrice } from '#contracts/money.ts'
import { loadPrices, priceOf } from '../../server/features/billing/money/prices.ts'
import { PRICES } from '../../server/features/billing/money/reference/prices.ts'
import { anotherAccount } from '../support/accounts.ts'
import { startServer, type TestServer } from '../support/server.ts'

const importCsv = async ({ fetch }: Pick<TestServer, 'fetch'>, body: string, type = 'text/csv') => {
  const response = await fetch('/api/user/prices/import', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

const priceIn = async ({ call }: TestServer, country: string) =>
  (await call(listPrices)).find((price) => price.country === country)

test('a new Parley has a price for every country except the few without service', async () => {
  const server = await startServer()
  const prices = await server.call(listPrices)
  const countries = prices.map(({ country }) => country)
  expect(countries).toEqual([...countries].sort())
  expect(getCountries().filter((country) => !countries.includes(country))).toEqual([
    'AC',
    'KP',
    'TA',
  ])
  expect(await priceIn(server, 'US')).toEqual({
    country: 'US',
    sms_price: 0.0079,
    call_price: 0.014,
    messenger_price: 0.005,
  })
  expect(priceOf(server.context.db, 'US')).toEqual({ sms: 7900, call: 14_000, messenger: 5000 })
  expect(priceOf(server.context.db, 'KP')).toBeUndefined()
})

test('every listed price is a positive whole number of micro-dollars', () => {
  for (const amount of Object.values(PRICES).flatMap(({ sms, call }) => [sms, call])) {
    expect(amount).toBeGreaterThan(0)
    expect(Number(amount.toFixed(6))).toBe(amount)
  }
})

test('the owner sets a price; omitted ones stay, and null means not offered', async () => {
  const server = await startServer()
  const { call } = server
  const reply = await call(updatePrice, { params: { country: 'us' }, body: { sms_price: 0.01 } })
  expect(reply).toEqual({
    message: 'Price updated successfully',
    data: { country: 'US', sms_price: 0.01, call_price: 0.014, messenger_price: 0.005 },
  })
  await call(updatePrice, { params: { country: 'US' }, body: { call_price: null } })
  expect(await priceIn(server, 'US')).toEqual({
    country: 'US',
    sms_price: 0.01,
    call_price: null,
    messenger_price: 0.005,
  })
  await call(updatePrice, { params: { country: 'KP' }, body: { call_price: 1 } })
  expect(await priceIn(server, 'KP')).toEqual({
    country: 'KP',
    sms_price: null,
    call_price: 1,
    messenger_price: null,
  })
})

test('a newer price list leaves prices set by an operator alone', async () => {
  const server = await startServer()
  const { call, context } = server
  await call(updatePrice, { params: { country: 'US' }, body: { sms_price: 0.5 } })
  context.db.exec("UPDATE prices SET sms_price = 1 WHERE country IN ('US', 'DE')")
  await loadPrices(context)
  expect((await priceIn(server, 'US'))!.sms_price).toBe(0.000001)
  expect((await priceIn(server, 'DE'))!.sms_price).toBe(0.085)
})

test('prices are visible to every account and set by the owner only', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  expect(await other.call(listPrices)).toEqual(await server.call(listPrices))
  const forbidden = { status: 403 }
  await expect(
    other.call(updatePrice, { params: { country: 'US' }, body: { sms_price: 1 } }),
  ).rejects.toMatchObject(forbidden)
  expect((await importCsv(other, 'country\nUS\n')).status).toBe(403)
  await expect(server.as()(listPrices)).rejects.toMatchObject({ status: 401 })
  expect((await priceIn(server, 'US'))!.sms_price).toBe(0.0079)
})

test.each([
  ['ZZ', {}, 404, { message: 'Country not found' }],
  ['1', {}, 404, { message: 'Country not found' }],
  ['US', { sms_price: -1 }, 422, { sms_price: ['The sms price must be between 0 and 1000.'] }],
  ['US', { call_price: 1001 }, 422, { call_price: ['The call price must be between 0 and 1000.'] }],
  ['US', { sms_price: '1' }, 422, { sms_price: ['The sms price must be a number.'] }],
  [
    'US',
    { sms_price: 0.0000001 },
    422,
    { sms_price: ['The sms price must not have more than 6 decimal places.'] },
  ],
])('a price of %s as %j is rejected', async (country, body, status, errors) => {
  const { fetch } = await startServer()
  const response = await fetch(`/api/user/prices/${country}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual(
    status === 404 ? errors : { message: 'The given data was invalid.', errors },
  )
})

test('a CSV file sets many prices; an empty cell means not offered', async () => {
  const server = await startServer()
  const csv =
    '\ufeffCountry, sms_price ,call_price,comment\r\nus,0.02,0.03,"a, b"\r\n\r\nDE,,0.1,\r\n"FR",0,\r\n'
  expect(await importCsv(server, csv, 'text/csv; charset=utf-8')).toEqual({
    status: 200,
    body: { message: 'Prices imported successfully', data: { imported: 3 } },
  })
  expect(await priceIn(server, 'US')).toMatchObject({ sms_price: 0.02, call_price: 0.03 })
  expect(await priceIn(server, 'DE')).toMatchObject({ sms_price: null, call_price: 0.1 })
  expect(await priceIn(server, 'FR')).toMatchObject({ sms_price: 0, call_price: null })
})

test('the same can be sent as JSON', async () => {
  const server = await startServer()
  const rows = [{ country: 'US', sms_price: 0.02, call_price: null }]
  const { data } = await server.call(importPrices, { body: { rows } })
  expect(data).toEqual({ imported: 1 })
  expect(await priceIn(server, 'US')).toMatchObject({ sms_price: 0.02, call_price: null })
})

test('an import with an error changes nothing and names every invalid row', async () => {
  const server = await startServer()
  const before = await server.call(listPrices)
  const csv = 'country,sms_price,call_price\nUS,0.02,0.03\n,1,1\nGermany,1,1\nDE,cheap,-1\n'
  expect(await importCsv(server, csv)).toEqual({
    status: 422,
    body: {
      message: 'The given data was invalid.',
      errors: {
        'rows.1.country': ['Line 3: The rows.1.country field is required.'],
        'rows.2.country': ['Line 4: The selected rows.2.country is invalid.'],
        'rows.3.sms_price': ['Line 5: The rows.3.sms price must be a number.'],
        'rows.3.call_price': ['Line 5: The rows.3.call price must be between 0 and 1000.'],
      },
    },
  })
  const doubled = 'country,sms_price\nUS,1\nZZ,1\nus,2\n'
  expect(await importCsv(server, doubled)).toMatchObject({
    status: 422,
    body: {
      errors: {
        'rows.1.country': ['Line 3: The selected rows.1.country is invalid.'],
        'rows.2.country': ['Line 4: The rows.2.country has a duplicate value.'],
      },
    },
  })
  expect(await server.call(listPrices)).toEqual(before)
})

test.each([
  ['an open quote', 'country,sms_price\n"US,1\n', 'text/csv', 400, 'Malformed CSV.'],
  ['nothing at all', '', 'text/csv', 422, 'The given data was invalid.'],
  ['only a header', 'country,sms_price\n', 'text/csv', 422, 'The given data was invalid.'],
  [
    'the plain form of a foreign page',
    'country,sms_price\nUS,1\n',
    'text/plain',
    415,
    'The content type must be application/json.',
  ],
  [
    'another alphabet',
    'country\nUS\n',
    'text/csv; charset=utf-16',
    415,
    'The content type must be application/json.',
  ],
  ['too much', `country\n${'US\n'.repeat(7_500_000)}`, 'text/csv', 413, 'The body is too large.'],
])('%s is not an import', async (_, csv, type, status, message) => {
  const server = await startServer()
  expect(await importCsv(server, csv, type)).toMatchObject({ status, body: { message } })
})

test('only endpoints that accept CSV do so', async () => {
  const { fetch } = await startServer()
  const response = await fetch('/api/user/ledger', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'amount\n5\n',
  })
  expect(response.status).toBe(415)
})
