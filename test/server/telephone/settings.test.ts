import { expect, onTestFinished, test } from 'vitest'
import { removeSmsProvider, setSmsProvider } from '#contracts/sms-provider.ts'
import { getTelephone, setTelephone, testTelephone } from '#contracts/telephone.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { startReverseProxy } from '../../support/reverse-proxy.ts'
import { allowing, startServer } from '../../support/server.ts'
import { NUMBER, telephoneDesk } from '../../support/telephone-calls.ts'
import { PUBLIC } from '../../support/telephone-door.ts'
import { startTelephoneStandIn } from '../../support/telephone-provider-stand-in.ts'

const OFF = { is_on: false, account: null, numbers: [], incoming_url: null }

/** A server behind a proxy, with an account at a provider. */
async function behindProxy() {
  const proxy = await startReverseProxy()
  const provider = await startTelephoneStandIn()
  onTestFinished(provider.close)
  const server = await startServer({
    ...allowing(provider.host, proxy.host),
    publicUrl: proxy.url,
  })
  proxy.passTo(server.url)
  const { url, account } = provider
  await server.call(setSmsProvider, {
    body: { url, account: account.account, token: account.token },
  })
  return {
    proxy,
    provider,
    /** Findings: true, or a description of the fault. */
    async checks() {
      const { checks } = await server.call(testTelephone)
      return Object.fromEntries(checks.map(({ name, ok, message }) => [name, ok || message]))
    },
  }
}

test('only the owner can see and change the phone provider', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['POST', '/test'],
  ] as const) {
    const target = `/api/user/telephone${path}`
    const init = { method, headers: { 'content-type': 'application/json' } }
    expect((await other.fetch(target, init)).status).toBe(403)
    expect((await fetch(server.url + target, init)).status).toBe(401)
  }
})

test('calls are off at first, and missing requirements are listed', async () => {
  const server = await startServer()
  const needs =
    'Set up the provider of text messages first: telephone calls go through the same account.'
  expect(await server.call(getTelephone)).toEqual({ ...OFF, error: needs })
  const answer = await server.fetch('/api/user/telephone', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"is_on":true}',
  })
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      message:
        'Telephone calls cannot be turned on. Telephone calls need a public address (PARLEY_PUBLIC_URL): without one the provider cannot reach this server.',
    },
  ])
  expect((await server.call(getTelephone)).is_on).toBe(false)
})

test('an account without a number, or unknown to the provider, cannot place calls', async () => {
  const desk = await telephoneDesk()
  await desk.call(setTelephone, { body: { is_on: false } })
  const on = () => desk.call(setTelephone, { body: { is_on: true } })
  desk.provider.setNumbers([])
  await expect(on()).rejects.toMatchObject({
    message: expect.stringContaining('no number that can speak'),
  })
  desk.provider.setNumbers([
    { phone_number: NUMBER, capabilities: { voice: false, sms: true }, voice_url: '' },
  ])
  await expect(on()).rejects.toMatchObject({ status: 409 })
  desk.provider.breakReads(503)
  await expect(on()).rejects.toMatchObject({
    message: expect.stringContaining('The provider answered 503.'),
  })
  expect(await desk.call(getTelephone)).toMatchObject({ is_on: false, error: null })
})

test('when calls are on, the voice-capable numbers and the webhook address for incoming calls are shown', async () => {
  const desk = await telephoneDesk({ name: 'Ada', type: 'inbound' })
  const incoming_url = `${PUBLIC}/api/provider/voice/incoming`
  const { account } = desk.provider.account
  expect(await desk.call(getTelephone)).toEqual({
    is_on: true,
    account,
    numbers: [NUMBER],
    error: null,
    incoming_url,
  })
  const capabilities = { voice: true, sms: false }
  desk.provider.setNumbers([
    { phone_number: NUMBER, capabilities, voice_url: incoming_url },
    { phone_number: '+14155550000', capabilities, voice_url: 'https://elsewhere.example' },
  ])
  expect(await desk.call(testTelephone)).toMatchObject({
    can_be_on: true,
    numbers: [
      { phone_number: NUMBER, assistant_name: 'Ada', comes_here: true },
      { phone_number: '+14155550000', assistant_name: null, comes_here: false },
    ],
  })
  // A number bought meanwhile is known from then on.
  expect((await desk.call(getTelephone)).numbers).toEqual([NUMBER, '+14155550000'])
})

test('another text message account, or none, has no calls', async () => {
  const desk = await telephoneDesk()
  const { url, account } = desk.provider
  await desk.call(setSmsProvider, { body: { url, account: 'AC2', token: 'another' } })
  expect(await desk.call(getTelephone)).toMatchObject({ is_on: false, account: 'AC2', numbers: [] })
  await desk.call(setSmsProvider, { body: { url, account: account.account, token: account.token } })
  expect((await desk.call(getTelephone)).is_on).toBe(true)
  await desk.call(removeSmsProvider)
  expect(await desk.call(getTelephone)).toMatchObject({ is_on: false, account: null })
})

test('the self-test goes through the public address, and finds the account and its numbers', async () => {
  const server = await behindProxy()
  expect(await server.checks()).toEqual({
    address: expect.stringContaining('is not https'),
    server: true,
    stream: true,
    account: true,
    numbers: true,
  })
  expect(server.provider.arrivals).toEqual([])
})

test.each([
  [
    'a path that is changed',
    { path: (path: string) => path.replace('/api', '/api/x') },
    'server',
    'Something else answers',
  ],
  [
    'a query that is added',
    { path: (path: string) => `${path}?a=b` },
    'server',
    'their signature does not fit',
  ],
  ['another server', { status: 200 }, 'server', 'Something else answers'],
  ['no sockets', { passesSockets: false }, 'stream', 'does not open a WebSocket'],
] as const)('the self-test detects %s', async (_, habits, name, words) => {
  const server = await behindProxy()
  server.proxy.behave(habits)
  expect((await server.checks())[name]).toContain(words)
})

test('an address that does not respond is named, with the reason', async () => {
  const server = await startServer({ ...allowing('127.0.0.1:1'), publicUrl: 'http://127.0.0.1:1' })
  await server.call(setSmsProvider, {
    body: { url: 'http://127.0.0.1:1', account: 'AC1', token: 'token' },
  })
  const { checks, can_be_on } = await server.call(testTelephone)
  expect(can_be_on).toBe(false)
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['address', false],
    ['server', false],
    ['account', false],
  ])
  expect(checks[1]!.message).toContain('The connection was refused')
})
