import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createBalanceModel, lastMonths } from '../../renderer/screens/balance/model.ts'
import { createPricesModel } from '../../renderer/screens/balance/prices.tsx'
import { createTopUpModel } from '../../renderer/screens/balance/top-up-model.ts'
import { fakeLive, fakeServer, invalid, settle } from './support.ts'

const entry = (id: number) => ({
  id,
  kind: 'top_up',
  amount: 1,
  balance: id,
  reference: null,
  note: null,
  created_at: '2026-11-21 09:00:00',
})

const pageOf = (total: number) => ({
  current_page: 1,
  data: Array.from({ length: Math.min(total, 25) }, (_, index) => entry(total - index)),
  last_page: 1,
  total,
})

async function balance(start = '/app/balance') {
  const server = fakeServer()
  const live = fakeLive()
  const address = memoryAddress(start)
  server.on('GET /user/balance', { balance: 5, held: { sms: 0.1, call: 0, llm: 0 } })
  server.on('GET /user/ledger/spending', {
    days: [
      { day: '2026-11-20', sms: 0.5, messenger: 0, call: 0.75, llm: 0.25, number: 0, top_up: 0 },
      { day: '2026-11-21', sms: 0.25, messenger: 0, call: 0, llm: 0, number: 0, top_up: 9 },
    ],
  })
  server.on('GET /user/ledger', pageOf(2))
  const model = createBalanceModel({ api: server.api, live, address, storage: memoryStorage() })
  onTestFinished(() => model.stop())
  await settle()
  const asked = (call: string) => server.calls.filter((one) => one.call === call)
  return { server, live, address, model, asked }
}

test('the amount spent is the sum of its days, without top-ups', async () => {
  const { model } = await balance()
  expect([model.now.value?.balance, model.spent.value]).toEqual([5, 1.75])
})

test('the chart’s period is in the URL, and requested in the reader’s time zone', async () => {
  const { model, address, asked } = await balance('/app/balance?days=7')
  model.span.value = '90'
  await settle()
  expect(address.url.value).toBe('/app/balance?days=90')
  expect(asked('GET /user/ledger/spending').map(({ query }) => query)).toEqual(
    ['7', '90'].map((days) => ({ days, timezone: model.timezone })),
  )
})

test('balance changes are refreshed in one batch, without moving rows that are being read', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const running = balance('/app/balance?kind=sms')
  await vi.runAllTimersAsync()
  const { server, live, model, asked } = await running
  server.on('GET /user/balance', { balance: 4, held: { sms: 0, call: 0 } })
  server.on('GET /user/ledger', pageOf(5))
  for (const type of ['sms.created', 'sms.updated', 'call.updated', 'conversation.updated'])
    live.emit({ type, id: 1, data: {} } as never)
  await vi.runAllTimersAsync()
  expect([model.now.value?.balance, model.fresh.value, model.page.value?.total]).toEqual([4, 3, 2])
  expect(asked('GET /user/ledger').map(({ query }) => query['per_page'])).toEqual(['25', '1'])
  expect(asked('GET /user/ledger')[1]?.query['kind']).toBe('sms')
})

test('a balance that fails to load says so, and can be retried', async () => {
  const { server, model } = await balance()
  server.off('GET /user/balance')
  await model.loadBalance()
  expect(model.balanceError.value).toBeTruthy()
  expect(model.now.value?.balance).toBe(5)
  server.on('GET /user/balance', { balance: 6, held: { sms: 0, call: 0 } })
  await model.loadBalance()
  expect([model.balanceError.value, model.now.value?.balance]).toEqual([undefined, 6])
})

test('a month covers exactly its days, whatever its length', () => {
  const months = lastMonths(4, new Date('2024-03-31T23:00:00Z'))
  expect(months.map(({ value, from, to }) => [value, from, to])).toEqual([
    ['2024-03', '2024-03-01', '2024-03-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2024-01', '2024-01-01', '2024-01-31'],
    ['2023-12', '2023-12-01', '2023-12-31'],
  ])
  expect(months[1]?.label).toBe('February 2024')
})

test.each([
  ['12.5', 12.5],
  [' 12,5 ', 12.5],
  ['7', 7],
])('%j is an amount', async (typed, amount) => {
  const server = fakeServer()
  server.on('POST /user/ledger', { message: '', data: { amount } })
  const model = createTopUpModel(server.api)
  model.amount.value = typed
  model.note.value = ' '
  expect(await model.save()).toBe(amount)
  expect(server.calls[0]?.body).toEqual({ amount, note: null })
})

test('an invalid amount is not sent; one the server rejects has its error beside the field', async () => {
  const server = fakeServer()
  const model = createTopUpModel(server.api)
  for (const typed of ['', 'ten', '1.2.3', '1e9', '1.000,50']) {
    model.amount.value = typed
    expect(await model.save()).toBeUndefined()
    expect(model.errors.value).toEqual({ amount: 'The amount must be a number.' })
  }
  expect(server.calls).toEqual([])
  model.amount.value = '-3'
  server.on('POST /user/ledger', () => invalid({ amount: ['Too little.'] }))
  expect(await model.save()).toBeUndefined()
  expect([model.errors.value, model.amount.value]).toEqual([{ amount: 'Too little.' }, '-3'])
})

test('prices are found by country name or code', async () => {
  const server = fakeServer()
  server.on('GET /user/prices', () =>
    Response.json([
      { country: 'US', sms_price: 0.01, call_price: 0.02, messenger_price: null },
      { country: 'DE', sms_price: null, call_price: 0.02, messenger_price: null },
      { country: 'AT', sms_price: 0.05, call_price: null, messenger_price: null },
    ]),
  )
  const model = createPricesModel(server.api, memoryAddress('/app/balance?view=prices'))
  await model.load()
  const found = (text: string) => {
    model.search.value = text
    return model.shown.value.map(({ name }) => name)
  }
  expect(found('')).toEqual(['Austria', 'Germany', 'United States'])
  expect([found('aust'), found('DE'), found('nowhere')]).toEqual([['Austria'], ['Germany'], []])
})
