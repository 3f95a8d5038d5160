import { expect, onTestFinished, test } from 'vitest'
import type { Api } from '../../renderer/app/api.ts'
import { createPlaceModel } from '../../renderer/screens/calls/place-model.ts'
import { createNumberModel } from '../../renderer/screens/records/number-model.ts'
import { fakeServer, invalid, later, settle } from './support.ts'

const assistant = (id: number, changes: object = {}) => ({
  id,
  name: `Assistant ${id}`,
  status: 'active',
  max_duration: 90,
  variables: {},
  ...changes,
})

const US = { phone_number: '+12025550123', country: 'US', sms_price: 0.0079, call_price: 0.014 }

/** A call ready to be placed, in a desk with a balance. */
async function place(balance = 1, assistants: object[] = [assistant(3)]) {
  const server = fakeServer()
  server.on('GET /user/assistants', () => Response.json(assistants))
  server.on('GET /user/me', { name: 'A', email: 'a@example.com', total_balance: balance })
  server.on('GET /user/providers', {
    sms: { name: 'sandbox', is_sandbox: true, magic_numbers: [] },
    voice: { name: 'sandbox', is_sandbox: true, magic_numbers: [], phone_number_ids: [7] },
  })
  server.on('GET /user/prices/number', US)
  server.on('POST /user/make_call', { message: '', status: 'initiated', call_id: 11 })
  server.on('POST /user/calls/simulate', { message: '', status: 'initiated', call_id: 12 })
  const keys: (string | null)[] = []
  const api: Api = {
    ...server.api,
    makeCall(input) {
      keys.push(input?.headers?.['Idempotency-Key'] ?? null)
      return server.api.makeCall(input)
    },
  }
  const number = createNumberModel(api, async () => ({
    asTyped: (text) => text,
    pretty: (text) => text,
  }))
  const model = createPlaceModel(api, number)
  onTestFinished(() => model.stop())
  await model.load()
  return { server, model, keys }
}

test('price, hold and shortfall are known before the call', async () => {
  const { model } = await place(0.02)
  expect([model.assistantId.value, model.isReady.value]).toEqual([3, false])
  model.number.edit(US.phone_number)
  await model.number.ask()
  expect([model.price.value, model.minutes.value, model.hold.value]).toEqual([0.014, 2, 0.028])
  expect([model.isReady.value, model.isShort.value]).toEqual([true, true])
})

test('a call through the provider’s own number is announced as real', async () => {
  const { model } = await place(1, [
    assistant(1, { phone_number_id: 7 }),
    assistant(2, { phone_number_id: 8 }),
  ])
  model.choose(1)
  expect(model.isReal.value).toBe(true)
  model.way.value = 'inbound'
  expect(model.isReal.value).toBe(false)
  model.way.value = 'outbound'
  model.choose(2)
  expect(model.isReal.value).toBe(false)
})

test('a new assistant can call, a deactivated one only once it is activated, and only an active one can be called', async () => {
  const inactive = { status: 'inactive' }
  const { model, server } = await place(1, [
    assistant(1, { ...inactive, switched_off: true }),
    assistant(2, { ...inactive, switched_off: false }),
  ])
  server.on('POST /user/assistant/1/activate', { message: '', data: { status: 'active' } })
  expect(model.assistantId.value).toBe(2)
  model.number.edit(US.phone_number)
  expect([model.isBlocked.value, model.isReady.value]).toEqual([false, true])
  model.way.value = 'inbound'
  expect([model.isBlocked.value, model.isReady.value]).toEqual([true, false])
  model.way.value = 'outbound'
  model.choose(1)
  expect([model.isBlocked.value, model.isReady.value]).toEqual([true, false])
  await model.activate()
  expect([model.isBlocked.value, model.isReady.value]).toEqual([false, true])
  model.way.value = 'web'
  expect(model.isBlocked.value).toBe(false)
})

test('the variables are the assistant’s, and input is kept where it still applies', async () => {
  const { model, server } = await place(1, [
    assistant(1, { variables: { name: 'you', city: 'Berlin' } }),
    assistant(2, { variables: { name: '', plan: 3 } }),
  ])
  model.variables.value = [
    { name: 'name', value: 'Ada' },
    { name: 'city', value: 'Rome' },
  ]
  model.choose(2)
  expect(model.variables.value).toEqual([
    { name: 'name', value: 'Ada' },
    { name: 'plan', value: '3' },
  ])
  model.variables.value = [...model.variables.value, { name: ' ', value: 'lost' }]
  model.number.edit('+1 202 555 0123')
  expect(await model.place()).toBe(11)
  expect(server.bodies('POST /user/make_call')).toEqual([
    { assistant_id: 2, phone_number: '+12025550123', variables: { name: 'Ada', plan: '3' } },
  ])
})

test('a double click places one call; a retry is the same call', async () => {
  const { model, server, keys } = await place()
  model.number.edit(US.phone_number)
  const slow = later<Response>()
  server.on('POST /user/make_call', () => slow.promise)
  const twice = [model.place(), model.place()]
  slow.resolve(new Response('', { status: 502 }))
  expect(await Promise.all(twice)).toEqual([undefined, undefined])
  expect(keys).toHaveLength(1)
  expect(model.error.value).toBeTruthy()
  server.on('POST /user/make_call', { message: '', status: 'initiated', call_id: 11 })
  expect(await model.place()).toBe(11)
  expect(new Set(keys).size).toBe(1)
})

test('an error is shown beside its field, and the input stays', async () => {
  const { model, server } = await place()
  model.number.edit('+1 202')
  server.on('POST /user/make_call', () =>
    invalid({ phone_number: ['No such number.'], assistant_id: ['Not that one.'] }),
  )
  expect(await model.place()).toBeUndefined()
  expect([model.number.error.value, model.assistantError.value, model.error.value]).toEqual([
    'No such number.',
    'Not that one.',
    undefined,
  ])
  expect(model.number.text.value).toBe('+1 202')
})

test('in the Sandbox a customer can call with a number, without one, or from a website; nothing is put on hold', async () => {
  const { model, server } = await place()
  model.way.value = 'inbound'
  expect([model.isReady.value, model.hold.value]).toEqual([true, undefined])
  expect(await model.place()).toBe(12)
  model.number.edit(US.phone_number)
  await model.number.ask()
  expect(model.hold.value).toBeUndefined()
  await model.place()
  model.way.value = 'web'
  await model.place()
  expect(server.bodies('POST /user/calls/simulate')).toEqual([
    { assistant_id: 3, type: 'inbound', variables: {} },
    { assistant_id: 3, type: 'inbound', phone_number: '+12025550123', variables: {} },
    { assistant_id: 3, type: 'web', variables: {} },
  ])
  expect(server.bodies('POST /user/make_call')).toEqual([])
})

test('the price for a number that has since changed is not shown', async () => {
  const { model, server } = await place()
  const slow = later<object>()
  server.on('GET /user/prices/number', () => slow.promise)
  model.number.edit('+12025550123')
  const asked = model.number.ask()
  model.number.edit('+4930')
  slow.resolve(US)
  expect(await asked).toBe(false)
  await settle()
  expect([model.number.quote.value, model.number.isAsking.value]).toEqual([undefined, false])
})
