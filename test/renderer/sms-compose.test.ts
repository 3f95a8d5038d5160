import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { isGsm, segmentsOf, shapeOf } from '#contracts/segments.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createComposeModel } from '../../renderer/screens/sms/compose-model.ts'
import { replaced } from '../../renderer/screens/sms/replacements.ts'
import { bodyMismatches } from '../support/sms-bodies.ts'
import { fakeServer, settle } from './support.ts'

const TEXTS = fc.array(
  fc.oneof(
    fc.constantFrom('a', '€', '^', ' ', 'é', '’', '–', '…', '😀', 'я', 'ç', '\n'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
  { maxLength: 220 },
)

test('the composer’s segment count matches the billing, for any text', () => {
  fc.assert(
    fc.property(TEXTS, (parts) => {
      const text = parts.join('')
      const { segments, used, left, capacity, encoding, foreign } = shapeOf(text)
      expect(segments).toBe(segmentsOf(text))
      expect(left).toBeGreaterThanOrEqual(0)
      expect(used + left).toBeLessThanOrEqual(segments * capacity)
      expect(encoding).toBe([...text].every(isGsm) ? 'gsm' : 'ucs2')
      expect(foreign.length === 0).toBe(encoding === 'gsm')
    }),
  )
})

test('an independent count agrees, and so does the server, which bills with the same function', () => {
  expect(bodyMismatches(300, 5)).toMatchObject({ mismatches: 0 })
})

test('replacing special characters never costs more segments, and typography becomes plain', () => {
  expect(replaced('“It’s – done…” naïve café ☎️ 😀')).toBe('"It\'s - done..." naive café  ')
  fc.assert(
    fc.property(TEXTS, (parts) => {
      const text = parts.join('').normalize('NFC')
      if (shapeOf(replaced(text)).encoding === 'gsm' && shapeOf(text).encoding === 'ucs2')
        expect(segmentsOf(replaced(text))).toBeLessThanOrEqual(segmentsOf(text))
    }),
  )
})

const SENT = { message: 'SMS sent successfully', data: { id: 7 } }

async function composer(start = '/app/sms/new', storage = memoryStorage()) {
  const server = fakeServer()
  server.on('GET /user/phone-numbers', () =>
    Response.json([{ id: 4, phone_number: '+4930123456', nickname: null }]),
  )
  server.on('GET /user/me', { name: 'A', email: 'a@example.com', total_balance: 0.02 })
  server.on('GET /user/providers', {
    sms: { name: 'sandbox', is_sandbox: true, magic_numbers: [] },
    voice: { name: 'sandbox', is_sandbox: true, magic_numbers: [], phone_number_ids: [] },
  })
  server.on('GET /user/prices/number', {
    phone_number: '+12025550123',
    country: 'US',
    sms_price: 0.0079,
    call_price: 0.014,
  })
  const keys: (string | null)[] = []
  const model = createComposeModel({
    api: {
      ...server.api,
      sendSms(input) {
        keys.push(input?.headers?.['Idempotency-Key'] ?? null)
        return server.api.sendSms(input)
      },
    },
    address: memoryAddress(start),
    storage,
  })
  onTestFinished(() => model.stop())
  await model.load()
  return { server, model, keys }
}

test('the cost updates while typing, with a warning when the balance is too low', async () => {
  const { model } = await composer('/app/sms/new?to=%2B12025550123')
  await settle()
  expect(model.from.value).toBe(4)
  model.edit('a'.repeat(161))
  expect([model.shape.value.segments, model.cost.value, model.isShort.value]).toEqual([
    2,
    0.0158,
    false,
  ])
  model.edit('я'.repeat(140))
  expect(model.isShort.value).toBe(true)
})

test('what was typed survives a reload until it is sent, and the address wins over it', async () => {
  const storage = memoryStorage()
  const { model } = await composer('/app/sms/new', storage)
  model.to.edit('+12025550123')
  model.edit('See you at nine')
  const { server, model: again } = await composer('/app/sms/new', storage)
  expect([again.to.text.value, again.body.value]).toEqual(['+12025550123', 'See you at nine'])
  const named = await composer('/app/sms/new?to=%2B12025550124&body=Hello', storage)
  expect(named.model.body.value).toBe('Hello')
  server.on('POST /user/sms', SENT)
  await again.send()
  const { model: last } = await composer('/app/sms/new', storage)
  expect([last.to.text.value, last.body.value]).toEqual(['', ''])
})

test('resending the same message uses the same key, and a different message a different key', async () => {
  const { server, model, keys } = await composer('/app/sms/new?to=%2B12025550123&body=Hello')
  await settle()
  server.off('POST /user/sms')
  await model.send()
  expect(model.problem.value?.kind).toBe('refused')
  server.on('POST /user/sms', SENT)
  const twice = [model.send(), model.send()]
  expect((await Promise.all(twice)).filter(Boolean)).toHaveLength(1)
  model.edit('Hello again')
  await model.send()
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBeGreaterThanOrEqual(2)
})

test.each([
  [500, 'Outcome unknown, do not resend (reference 12)', { kind: 'unknown', reference: '12' }],
  [500, '21211: No such number.', { kind: 'failed', reason: '21211: No such number.' }],
  [409, 'The same message has an unknown outcome (reference 9).', { kind: 'twin', reference: '9' }],
])('the response %i “%s” is explained', async (status, error, trouble) => {
  const { server, model } = await composer('/app/sms/new?to=%2B12025550123&body=Hello')
  await settle()
  server.on('POST /user/sms', () =>
    Response.json({ message: 'Failed to send SMS', error }, { status }),
  )
  await model.send()
  expect(model.problem.value).toEqual(trouble)
  expect(model.body.value).toBe('Hello')
})
