import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { listNotices } from '#contracts/notices.ts'
import { listSms } from '#contracts/sms.ts'
import { removeSmsProvider } from '#contracts/sms-provider.ts'
import { signatureOf } from '../../server/providers/form-api/signature.ts'
import { idle } from '../support/idle.ts'
import { post, RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'

const STATUS = '/api/provider/sms/status'

type Server = Awaited<ReturnType<typeof serverWithProvider>>

const open = () => serverWithProvider({ publicUrl: PUBLIC_URL })
const send = (server: Server, body: string) =>
  post(server, { from: server.from, to: RECIPIENT, body })
const shown = async (server: Server) => (await server.call(listSms)).data[0]
const report = (server: Server, MessageStatus: string, more: Record<string, string> = {}) =>
  server.report(`${STATUS}?reference=1`, {
    MessageSid: server.provider.messages[0]!.sid,
    MessageStatus,
    ...more,
  })

test('the provider is told where to report, and its signed report is heard', async () => {
  const server = await open()
  await send(server, 'Hello')
  expect(server.provider.arrivals[0]!.callback).toBe(`${PUBLIC_URL}${STATUS}?reference=1`)
  const answer = await report(server, 'delivered')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/xml; charset=utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  ])
  expect(await shown(server)).toMatchObject({ status: 'delivered', total_cost: 0.0079 })
})

test('a signature is as the provider’s own libraries make it', () => {
  // The example of the provider's documentation.
  const fields = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(signatureOf('12345', { url, fields })).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

test('a report with a wrong signature, or none, is 403 and changes nothing', async () => {
  const server = await open()
  await send(server, 'Hello')
  const before = await shown(server)
  const path = `${STATUS}?reference=1`
  const fields = { MessageSid: server.provider.messages[0]!.sid, MessageStatus: 'failed' }
  const good = server.provider.signed(`${PUBLIC_URL}${path}`, fields)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const other = (url: string) => server.provider.signed(url, fields).headers
  for (const [target, init] of [
    [path, { ...good, headers: type }],
    [path, { ...good, headers: { ...type, 'x-twilio-signature': '' } }],
    [path, { ...good, body: `${good.body}&ErrorCode=1` }],
    [`${STATUS}?reference=2`, good],
    // What the request itself says of its host is nothing to go by.
    [path, { ...good, headers: other(`${server.url}${path}`) }],
    [path, { ...good, headers: { ...other(`http://evil${path}`), 'x-forwarded-host': 'evil' } }],
  ] as const) {
    const answer = await fetch(server.url + target, init)
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { message: 'The signature is not right.' },
    ])
  }
  expect(await shown(server)).toEqual(before)
  expect((await fetch(server.url + path, good)).status).toBe(200)
})

test('wrong signatures are counted like wrong keys', async () => {
  const { config } = (await serverWithProvider()).context
  const rates = { ...config.rates, badKeys: { max: 2, windowMs: 60_000 } }
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL, rates })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const statuses = []
  for (let count = 0; count < 3; count += 1)
    statuses.push((await fetch(server.url + STATUS, { method: 'POST', headers })).status)
  expect(statuses).toEqual([403, 403, 429])
})

test('nothing is heard without a public address, without a provider, or in another kind of body', async () => {
  const server = await serverWithProvider()
  expect((await server.report(STATUS, {})).status).toBe(403)
  const reached = await open()
  const big = await reached.report(STATUS, { Body: 'x'.repeat(40_000) })
  expect([big.status, await big.json()]).toEqual([413, { message: 'The body is too large.' }])
  const json = await fetch(reached.url + STATUS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(json.status).toBe(415)
  const get = await fetch(reached.url + STATUS)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  await reached.call(removeSmsProvider)
  expect((await reached.report(STATUS, {})).status).toBe(403)
  // Nowhere else a form is taken.
  const form = await reached.fetch('/api/user/sms', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=b',
  })
  expect(form.status).toBe(415)
})

test('what comes late, twice, out of order or about another message changes nothing', async () => {
  const server = await open()
  await send(server, 'Hello')
  await report(server, 'delivered')
  const before = await shown(server)
  const sid = server.provider.messages[0]!.sid
  for (const MessageStatus of ['delivered', 'sent', 'queued', 'failed', 'undelivered', 'nonsense'])
    expect((await report(server, MessageStatus)).status).toBe(200)
  await send(server, 'Another')
  await server.report(`${STATUS}?reference=2`, { MessageSid: sid, MessageStatus: 'failed' })
  await server.report(`${STATUS}?reference=99`, { MessageSid: sid, MessageStatus: 'failed' })
  await server.report(`${STATUS}?reference=x`, { MessageSid: '', MessageStatus: 'failed' })
  const [second, first] = (await server.call(listSms)).data
  expect(first).toEqual(before)
  expect(second).toMatchObject({ status: 'sent' })
  expect((await server.call(getMe)).total_balance).toBe(9.9842)
})

test.each([
  ['delivered', 'delivered', 9.9921],
  ['undelivered', 'undelivered', 9.9921],
  ['failed', 'failed', 10],
])(
  'a report (%s) finds out what became of an unknown message, and its notice goes',
  async (reported, status, balance) => {
    const server = await open()
    await send(server, 'brokenJson: hello')
    server.provider.breakReads(503)
    for (const minutes of [1, 5, 30, 24 * 60]) {
      await server.clock.jump(minutes * 60_000)
      await idle(server.context.db, server.context.now)
    }
    const notices = async () => (await server.call(listNotices)).data.map(({ kind }) => kind)
    await expect.poll(notices).toEqual(['sms_unknown'])
    await report(server, reported, { ErrorCode: '30008' })
    expect(await shown(server)).toMatchObject({
      status,
      sms_sid: server.provider.messages[0]!.sid,
    })
    expect((await server.call(getMe)).total_balance).toBe(balance)
    expect(await notices()).toEqual([])
  },
)

test('a report may be there before the answer to the request', async () => {
  const server = await open()
  const answer = send(server, 'hanging: hello')
  await expect.poll(() => server.provider.messages.length).toBe(1)
  await report(server, 'sent')
  expect(await shown(server)).toMatchObject({ status: 'sent' })
  await server.clock.advance(15_000)
  expect((await answer).status).toBe(200)
  expect((await server.call(getMe)).total_balance).toBe(9.9921)
})
