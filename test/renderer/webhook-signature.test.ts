import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCheckModel } from '../../renderer/screens/webhooks/check-model.ts'
import { checkRequest, isSigned } from '../../renderer/screens/webhooks/signature.ts'

const KEY = Buffer.from('0123456789abcdef0123456789abcdef')
const SECRET = `whsec_${KEY.toString('base64')}`
const ID = 'msg_0199c0de'
const NOW = 1_790_000_000_000
const TIMESTAMP = String(NOW / 1000)
const BODY = '{"event":"conversation_ended","name":"Zoë"}'

const signed = (id = ID, timestamp = TIMESTAMP, body = BODY) =>
  `v1,${createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64')}`

const RIGHT = { id: ID, timestamp: TIMESTAMP, body: BODY, signature: signed() }
const KNOWN = { id: ID, timestamps: [TIMESTAMP], body: BODY }
const check = (changes: Partial<typeof RIGHT>, now = NOW) =>
  checkRequest(SECRET, { ...RIGHT, ...changes }, KNOWN, now)

test('a signature made by Node verifies, also beside one made with another secret', async () => {
  expect(await isSigned(SECRET, RIGHT)).toBe(true)
  expect(await isSigned(SECRET, { ...RIGHT, body: `${BODY} ` })).toBe(false)
  const both = `v1,${'A'.repeat(43)}= ${RIGHT.signature}`
  expect(await check({ signature: both })).toEqual({ kind: 'valid' })
})

test('it matches the example of the Standard Webhooks scheme', async () => {
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  expect(await isSigned('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', example)).toBe(true)
})

test.each([
  [{ body: '{"event": "conversation_ended", "name": "Zoë"}' }, ['body']],
  [{ timestamp: '1790000001' }, ['timestamp']],
  [{ id: 'msg_other' }, ['id']],
  [{ id: 'msg_other', body: '{}' }, ['id', 'body']],
  [{ id: 'a', timestamp: '1', body: '' }, ['id', 'timestamp', 'body']],
])('with %j, the wrong parts are %j', async (changes, parts) => {
  expect(await check(changes)).toEqual({ kind: 'wrong', parts })
})

test.each([
  [{ id: '' }, 'id'],
  [{ timestamp: '2026-11-21T09:00:00Z' }, 'timestamp'],
  [{ timestamp: String(NOW) }, 'timestamp'],
  [{ signature: RIGHT.signature.slice(3) }, 'signature'],
  [{ signature: '' }, 'signature'],
])('%j is malformed', async (changes, part) => {
  expect(await check(changes)).toEqual({ kind: 'malformed', part })
})

test('a correct signature with an old timestamp is reported as old, and a foreign one as unknown', async () => {
  expect(await check({}, NOW + 299_000)).toEqual({ kind: 'valid' })
  expect(await check({}, NOW + 301_000)).toEqual({ kind: 'old', away: 301_000 })
  expect(await check({ signature: `v1,${'A'.repeat(43)}=` })).toEqual({ kind: 'unknown' })
})

test('the verdict is cleared when the form changes', async () => {
  const model = createCheckModel()
  model.edit({ ...RIGHT, id: ` ${ID} ` })
  await model.check(SECRET, KNOWN, NOW)
  expect(model.verdict.value).toEqual({ kind: 'valid' })
  model.edit({ body: '{}' })
  expect(model.verdict.value).toBeUndefined()
})
