import { expect, test } from 'vitest'
import type { NetworkSettings } from '#contracts/network.ts'
import type { SmsProviderSettings } from '#contracts/sms-provider.ts'
import { createNetworkModel } from '../../renderer/screens/settings/network-model.ts'
import { createSmsPolicyModel } from '../../renderer/screens/settings/sms-policy-model.ts'
import { createSmsProviderModel } from '../../renderer/screens/settings/sms-provider-model.ts'
import { fakeServer, invalid, later, settle } from './support.ts'

const network = (...addresses: string[]): NetworkSettings => ({
  policy: 'desktop',
  can_change: true,
  allowed: addresses.map((address) => ({
    address,
    source: 'operator',
    user_id: 1,
    account: 'Ada',
  })),
  blocked: [],
})

const SANDBOX: SmsProviderSettings = {
  is_sandbox: true,
  url: null,
  account: null,
  has_token: false,
  error: null,
  inbound_url: null,
  secrets: 'file',
}
const REAL: SmsProviderSettings = {
  ...SANDBOX,
  is_sandbox: false,
  url: 'https://api.example.com',
  account: 'AC1',
  has_token: true,
}

const forbidden = () => Response.json({ message: 'Only the owner' }, { status: 403 })

test('a rejected address keeps its input, with the error beside it', async () => {
  const server = fakeServer()
  server.on('GET /user/network', network())
  const model = createNetworkModel(server.api, { allow: '127.0.0.1' })
  await settle()
  server.on('POST /user/network/allowed', () => invalid({ address: ['The port is missing.'] }))
  expect(await model.allowed.add()).toBeUndefined()
  expect([model.allowed.address.value, model.allowed.fault.value]).toEqual([
    '127.0.0.1',
    'The port is missing.',
  ])
  server.on('POST /user/network/allowed', network('127.0.0.1:5678'))
  model.allowed.address.value = 'http://127.0.0.1:5678/hook'
  expect(await model.allowed.add()).toBe('127.0.0.1:5678')
  expect([model.allowed.address.value, model.allowed.fault.value]).toEqual(['', undefined])
})

test('a removed address can be restored, and a refusal is shown as a sentence', async () => {
  const server = fakeServer()
  server.on('GET /user/network', network('[::1]:80'))
  const model = createNetworkModel(server.api)
  await settle()
  const [entry] = model.settings.value!.allowed
  await expect(model.allowed.remove(entry!)).rejects.toThrow(/./)
  server.on(`DELETE /user/network/allowed/${encodeURIComponent('[::1]:80')}`, network())
  await model.allowed.remove(entry!)
  expect(model.settings.value?.allowed).toEqual([])
  server.on('POST /user/network/allowed', network('[::1]:80'))
  await model.allowed.bringBack(entry!)
  expect(model.settings.value?.allowed).toHaveLength(1)
})

test('an address is allowed, and restored, for the selected account', async () => {
  const server = fakeServer()
  const users = [
    { id: 1, name: 'Ada', is_owner: true },
    { id: 2, name: 'Bob', is_owner: false },
  ]
  const ofAda = network('nas.local:80')
  const ofBob = { ...ofAda.allowed[0]!, user_id: 2, account: 'Bob' }
  server.on('GET /user/users', { data: users })
  server.on('GET /user/network', ofAda)
  const model = createNetworkModel(server.api)
  await settle()
  expect([model.accounts.value.length, model.account.value]).toEqual([2, 1])
  // The same address for another account is a separate entry.
  server.on('POST /user/network/allowed', { ...ofAda, allowed: [...ofAda.allowed, ofBob] })
  model.account.value = 2
  model.allowed.address.value = 'nas.local:80'
  expect(await model.allowed.add()).toBe('nas.local:80')
  server.on('DELETE /user/network/allowed/nas.local%3A80', ofAda)
  await model.allowed.remove(ofBob)
  model.account.value = 1
  await model.allowed.bringBack(ofBob)
  const about = { address: 'nas.local:80', user_id: 2 }
  expect(server.bodies('POST /user/network/allowed')).toEqual([about, about])
  expect(server.calls.find(({ call }) => call.startsWith('DELETE'))?.query).toEqual({
    user_id: '2',
  })
})

test('a non-owner is told so without an error', async () => {
  const server = fakeServer()
  server.on('GET /user/network', forbidden)
  server.on('GET /user/sms-provider', forbidden)
  const [addresses, provider] = [createNetworkModel(server.api), createSmsProviderModel(server.api)]
  await settle()
  expect([addresses.isAllowed.value, addresses.error.value]).toEqual([false, undefined])
  expect([provider.isAllowed.value, provider.error.value]).toEqual([false, undefined])
})

test('a token is sent only when entered, and cleared from the form once saved', async () => {
  const server = fakeServer()
  server.on('GET /user/sms-provider', SANDBOX)
  const model = createSmsProviderModel(server.api)
  await settle()
  model.carrier.value = 'provider'
  model.edit({ url: ' https://api.example.com ', account: 'AC1', token: 'secret' })
  server.on('PUT /user/sms-provider', REAL)
  expect(await model.save()).toBe(true)
  expect([model.fields.value.token, model.hasToken.value]).toEqual(['', true])
  await model.save()
  expect(server.bodies('PUT /user/sms-provider')).toEqual([
    { url: 'https://api.example.com', account: 'AC1', token: 'secret' },
    { url: 'https://api.example.com', account: 'AC1' },
  ])
  server.on('DELETE /user/sms-provider', SANDBOX)
  await model.toSandbox()
  expect([model.carrier.value, model.fields.value]).toEqual([
    'sandbox',
    { url: '', account: '', token: '' },
  ])
})

test('errors are shown beside their fields, and input stays', async () => {
  const server = fakeServer()
  server.on('GET /user/sms-provider', SANDBOX)
  const model = createSmsProviderModel(server.api)
  await settle()
  model.edit({ url: 'nowhere', account: 'A B' })
  server.on('PUT /user/sms-provider', () => invalid({ url: ['Not a URL.'], account: ['Not so.'] }))
  expect(await model.save()).toBe(false)
  expect(model.faults.value).toEqual({ url: 'Not a URL.', account: 'Not so.' })
  model.edit({ url: 'https://api.example.com' })
  expect(model.faults.value).toEqual({ account: 'Not so.' })
  expect(model.fields.value.account).toBe('A B')
  server.off('PUT /user/sms-provider')
  await model.save()
  expect(model.failure.value).toBeTruthy()
})

test('a provider’s response to values that have since changed is not shown', async () => {
  const server = fakeServer()
  server.on('GET /user/sms-provider', REAL)
  const model = createSmsProviderModel(server.api)
  await settle()
  const said = { ok: true, message: 'Known.', account_name: 'Acme' }
  const answer = later<typeof said>()
  server.on('POST /user/sms-provider/test', () => answer.promise)
  const asked = model.test()
  model.edit({ account: 'AC2' })
  answer.resolve(said)
  expect(await asked).toBe(true)
  expect(model.answer.value).toBeUndefined()
  await model.test()
  expect(model.answer.value).toEqual(said)
})

test('countries default to those of the account’s numbers, and an invalid cap is rejected', async () => {
  const server = fakeServer()
  const home = { countries: null, daily_cap: 200, home_countries: ['DE'] }
  server.on('GET /user/sms-policy', home)
  const model = createSmsPolicyModel(server.api, async () => ['US', 'DE', 'AT'])
  await settle()
  expect(model.options.value.map(({ label }) => label)).toEqual([
    'Austria',
    'Germany',
    'United States',
  ])
  expect([model.isChosen.value, model.countries.value]).toEqual([false, ['DE']])
  server.on('PUT /user/sms-policy', () => invalid({ daily_cap: ['The daily cap is required.'] }))
  model.cap.value = ' '
  expect(await model.save()).toBe(false)
  expect(model.faults.value).toEqual({ daily_cap: 'The daily cap is required.' })
  server.on('PUT /user/sms-policy', { ...home, countries: ['DE', 'AT'], daily_cap: 50 })
  model.isChosen.value = true
  model.countries.value = ['DE', 'AT']
  model.cap.value = '50'
  expect(await model.save()).toBe(true)
  expect(server.bodies('PUT /user/sms-policy')).toEqual([
    { countries: null, daily_cap: null },
    { countries: ['DE', 'AT'], daily_cap: 50 },
  ])
})
