import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { getProviders } from '#contracts/lookups.ts'
import { listSms } from '#contracts/sms.ts'
import {
  getSmsProvider,
  removeSmsProvider,
  setSmsProvider,
  testSmsProvider,
} from '#contracts/sms-provider.ts'
import { anotherAccount } from '../support/accounts.ts'
import { send as call } from '../support/assistants.ts'
import { emptyDataFolder, startServer } from '../support/server.ts'
import { post, RECIPIENT, readyToSend } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'
import { ACCOUNT, startSmsProviderStandIn, TOKEN } from '../support/sms-provider-stand-in.ts'

const NONE = { is_sandbox: true, url: null, account: null, has_token: false, error: null }

test('the Sandbox has the messages until somebody else is set up, and again afterwards', async () => {
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL })
  expect(await server.call(getSmsProvider)).toEqual({
    is_sandbox: false,
    url: server.provider.url,
    account: ACCOUNT,
    has_token: true,
    error: null,
    inbound_url: `${PUBLIC_URL}/api/provider/sms/inbound`,
    secrets: 'memory',
  })
  expect((await server.call(getProviders)).sms).toEqual({
    name: `form-api:${ACCOUNT}`,
    is_sandbox: false,
    magic_numbers: [],
  })
  expect(await server.call(removeSmsProvider)).toMatchObject(NONE)
  expect((await server.call(getProviders)).sms).toMatchObject({ name: 'sandbox', is_sandbox: true })
  expect((await post(server, { from: server.from, to: RECIPIENT, body: 'Hi' })).status).toBe(200)
  expect(server.provider.arrivals).toEqual([])
})

test('only the owner sees and sets it', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    const target = `/api/user/sms-provider${path}`
    const init = { method, headers: { 'content-type': 'application/json' } }
    expect((await other.fetch(target, init)).status).toBe(403)
    expect((await fetch(server.url + target, init)).status).toBe(401)
  }
})

test('the token that is kept goes to the same account at the same address only', async () => {
  const server = await serverWithProvider()
  const { url } = server.provider
  const put = (body: object) => call(server, 'PUT', '/user/sms-provider', body)
  expect((await put({ url: `${url}/base`, account: ACCOUNT })).status).toBe(200)
  const refused = JSON.stringify({
    message: 'The given data was invalid.',
    errors: { token: ['The token field is required.'] },
  })
  for (const body of [
    { url: 'https://evil.example', account: ACCOUNT },
    { url, account: 'another' },
  ]) {
    expect(await put(body)).toMatchObject({ status: 422, text: refused })
    expect(await call(server, 'POST', '/user/sms-provider/test', body)).toMatchObject({
      status: 422,
      text: refused,
    })
  }
  expect((await put({ url: `${url}?a=b`, account: ACCOUNT, token: TOKEN })).status).toBe(422)
  expect(await server.call(getSmsProvider)).toMatchObject({ url: `${url}/base`, account: ACCOUNT })
})

test('a test asks for the account, and says in a sentence what came of it', async () => {
  const server = await serverWithProvider()
  const { url } = server.provider
  const ask = async (body: Partial<{ url: string; account: string; token: string }>) => {
    const { ok, message, account_name } = await server.call(testSmsProvider, {
      body: { url, account: ACCOUNT, token: TOKEN, ...body },
    })
    return [ok, message, account_name]
  }
  expect(await ask({})).toEqual([true, 'The provider knows the account.', 'The shop'])
  expect(await ask({ token: 'wrong' })).toEqual([
    false,
    'The provider does not accept the account or its token.',
    null,
  ])
  expect(await ask({ url: 'http://10.0.0.1' })).toEqual([
    false,
    'Blocked by Settings › Network: 10.0.0.1 is a private address; the owner can allow 10.0.0.1:80 in Settings › Network.',
    null,
  ])
  expect(await ask({ url: `${url}/base` })).toEqual([
    false,
    'There is no such account at this address.',
    null,
  ])
  server.provider.breakReads(503)
  expect(await ask({})).toEqual([false, 'The provider answered 503.', null])
  expect(server.provider.arrivals).toEqual([])
  await server.provider.close()
  expect(await ask({})).toEqual([false, 'The connection was refused.', null])
})

test('without a place for secrets none is kept, and the answer says why', async () => {
  const secrets = { key: undefined, isRefused: true }
  const server = await startServer({ secrets })
  const answer = await call(server, 'PUT', '/user/sms-provider', {
    url: 'https://api.example.com',
    account: ACCOUNT,
    token: TOKEN,
  })
  expect([answer.status, JSON.parse(answer.text).message]).toEqual([
    409,
    expect.stringContaining('no keyring in which secrets are safe'),
  ])
  expect(await server.call(getSmsProvider)).toMatchObject({ ...NONE, secrets: 'none' })
})

test('a token that cannot be read any more is said, and nothing is sent, written or paid', async () => {
  await using provider = await startSmsProviderStandIn()
  const dataDir = emptyDataFolder()
  const key = (text: string) => ({ key: text.repeat(16), isRefused: false })
  const network = { policy: 'desktop', allowPrivate: [provider.host] } as const
  const first = await startServer({ dataDir, network, secrets: key('a') })
  const from = await readyToSend(first)
  await first.call(setSmsProvider, { body: { url: provider.url, account: ACCOUNT, token: TOKEN } })
  await first.server.stop()

  const server = await startServer({ dataDir, network, secrets: key('b') })
  const error = 'The key to the secrets has changed. Enter this one again.'
  expect(await server.call(getSmsProvider)).toMatchObject({ has_token: true, error })
  expect(await post(server, { from, to: RECIPIENT, body: 'Hello' })).toEqual({
    status: 500,
    text: JSON.stringify({ message: 'Failed to send SMS', error }),
    retryAfter: null,
  })
  expect((await server.call(listSms)).total).toBe(0)
  expect((await server.call(getMe)).total_balance).toBe(10)
  expect((await server.call(getProviders)).sms.is_sandbox).toBe(false)
  const kept = { url: provider.url, account: ACCOUNT }
  for (const [method, path] of [
    ['PUT', '/user/sms-provider'],
    ['POST', '/user/sms-provider/test'],
  ] as const) {
    const answer = await call(server, method, path, kept)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([409, { message: error }])
  }
  await server.call(setSmsProvider, { body: { ...kept, token: TOKEN } })
  expect((await post(server, { from, to: RECIPIENT, body: 'Hello' })).status).toBe(200)
})
