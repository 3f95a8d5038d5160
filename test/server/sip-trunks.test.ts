import { expect, test } from 'vitest'
import {
  createPhoneNumber,
  deletePhoneNumber,
  listAssignableNumbers,
  listPhoneNumbers,
  updatePhoneNumber,
} from '#contracts/phone-numbers.ts'
import { createSipTrunk, getSipTrunk, listSipTrunks } from '#contracts/sip-trunks.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { createClock } from '../support/clock.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'

const PASSWORD = 'correct horse battery'

const extension = {
  sip_trunk_type: 'extension',
  phone_number: '100',
  sip_username: 'parley',
  sip_password: PASSWORD,
  sip_address: 'pbx.example.com',
  sip_calling_format: '+e164',
  inbound_authorization_type: 'auth',
  country_code: 'de',
} as const

const ROOT = '/user/phone-numbers/sip-trunks'
const create = (server: TestServer, change: object = {}) =>
  send(server, 'POST', ROOT, { ...extension, ...change })
const change = (server: TestServer, body: object) => send(server, 'PUT', `${ROOT}/1`, body)

const atNoon = () => startServer({ outside: createClock('2026-01-31T12:00:00Z').outside })

test('a trunk is created, listed and read field by field, without its password', async () => {
  const server = await atNoon()
  const { status, text, body } = await create(server, {
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['203.0.113.7', '2001:db8::1'],
    outbound_proxy: true,
    nickname: 'Office',
  })
  const time = '2026-01-31T12:00:00.000000Z'
  const trunk = {
    id: 1,
    phone_number: '100',
    nickname: 'Office',
    sip_username: 'parley',
    sip_address: 'pbx.example.com',
    sip_calling_format: '+e164',
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['203.0.113.7', '2001:db8::1'],
    outbound_proxy: true,
    country_code: 'DE',
    inbound_trunk_id: expect.stringMatching(/^SANDBOX-IN-[0-9A-F]{16}$/),
    outbound_trunk_id: expect.stringMatching(/^SANDBOX-OUT-[0-9A-F]{16}$/),
    created_at: time,
    updated_at: time,
  }
  expect([status, body]).toEqual([201, { message: 'SIP trunk created successfully.', data: trunk }])
  expect(Object.keys(body.data)).toEqual(Object.keys(trunk))
  const { inbound_trunk_id: _in, outbound_trunk_id: _out, ...listed } = body.data
  expect(await server.call(listSipTrunks)).toEqual({ data: [listed] })
  expect(await server.call(getSipTrunk, { params: { id: 1 } })).toEqual({ data: body.data })
  expect(text).not.toContain(PASSWORD)
})

test('a trunk is a phone number with the same id in every list', async () => {
  const server = await atNoon()
  await create(server)
  expect((await server.call(listPhoneNumbers)).data).toEqual([
    {
      id: 1,
      phone_number: '100',
      nickname: null,
      country_code: 'DE',
      type: 'sip',
      type_label: 'SIP',
      sms_capable: false,
      region: 'sandbox',
      has_active_subscription: true,
      subscription_expires_at: null,
      release_at: null,
      sms_assistant_id: null,
      created_at: '2026-01-31T12:00:00.000000Z',
    },
  ])
  expect(await server.call(listAssignableNumbers)).toMatchObject([
    { id: 1, phone_number: '100', type_label: 'SIP', is_available: true },
  ])
  const assistant = await createdAssistant(server, { phone_number_id: 1 })
  expect(await server.call(deletePhoneNumber, { params: { id: 1 } })).toEqual({
    message: 'Phone number deleted successfully.',
  })
  expect(await server.call(listSipTrunks)).toEqual({ data: [] })
  const { body } = await send(server, 'GET', `/user/assistant/${assistant}`)
  expect(body.phone_number_id).toBeNull()
})

test('only trunks made here are listed as trunks', async () => {
  const server = await startServer()
  await server.call(createPhoneNumber, {
    body: { phone_number: 'sip:desk@pbx.example.com', type: 'sip' },
  })
  expect(await server.call(listSipTrunks)).toEqual({ data: [] })
  const { status, body } = await send(server, 'GET', `${ROOT}/1`)
  const message = 'SIP trunk not found.'
  expect([status, body]).toEqual([404, { message, error: message }])
})

const wrong: [change: object, field: string][] = [
  [{ sip_trunk_type: 'pbx' }, 'sip_trunk_type'],
  [{ sip_trunk_type: undefined }, 'sip_trunk_type'],
  [{ phone_number: undefined }, 'phone_number'],
  [{ phone_number: '1234567890123456' }, 'phone_number'],
  [{ phone_number: '10 0' }, 'phone_number'],
  [{ phone_number: 'ä' }, 'phone_number'],
  [{ sip_trunk_type: 'number', phone_number: '100' }, 'phone_number'],
  [{ sip_username: 'ab' }, 'sip_username'],
  [{ sip_username: 'x'.repeat(129) }, 'sip_username'],
  [{ sip_password: 'ab' }, 'sip_password'],
  [{ sip_password: 'x'.repeat(256) }, 'sip_password'],
  [{ sip_password: undefined }, 'sip_password'],
  ...[
    '',
    'sip:pbx.example.com',
    'pbx.example.com:5060',
    'https://pbx',
    'a b',
    '-a.example',
    '1.2.3',
    '1.2.3.256',
    'x'.repeat(256),
  ].map((sip_address): [object, string] => [{ sip_address }, 'sip_address']),
  [{ sip_calling_format: 'E164' }, 'sip_calling_format'],
  [{ inbound_authorization_type: 'none' }, 'inbound_authorization_type'],
  [{ inbound_authorization_type: 'ip' }, 'allowed_inbound_ips'],
  [{ inbound_authorization_type: 'ip', allowed_inbound_ips: null }, 'allowed_inbound_ips'],
  [{ inbound_authorization_type: 'ip', allowed_inbound_ips: [] }, 'allowed_inbound_ips'],
  [
    { inbound_authorization_type: 'ip', allowed_inbound_ips: Array(51).fill('10.0.0.1') },
    'allowed_inbound_ips',
  ],
  [
    { inbound_authorization_type: 'ip', allowed_inbound_ips: ['10.0.0.0/8'] },
    'allowed_inbound_ips.0',
  ],
  [
    { inbound_authorization_type: 'ip', allowed_inbound_ips: ['10.0.0.1', 'pbx'] },
    'allowed_inbound_ips.1',
  ],
  [{ country_code: 'DEU' }, 'country_code'],
  [{ country_code: undefined }, 'country_code'],
  [{ outbound_proxy: 'yes' }, 'outbound_proxy'],
  [{ nickname: 'x'.repeat(51) }, 'nickname'],
]

test('a broken rule names its field, and nothing is kept', async () => {
  const server = await startServer()
  for (const [body, field] of wrong) {
    const answer = await create(server, body)
    expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      body,
      422,
      [field],
    ])
    expect(answer.text).not.toContain(PASSWORD)
  }
  expect((await server.call(listPhoneNumbers)).data).toEqual([])
})

test('host names and addresses of both kinds are taken', async () => {
  const server = await startServer()
  const hosts = ['pbx', 'PBX.example.com', '192.0.2.1', '2001:db8::1', '3com.example']
  for (const sip_address of hosts) expect((await create(server, { sip_address })).status).toBe(201)
  expect((await server.call(listSipTrunks)).data.map((one) => one.sip_address)).toEqual(hosts)
})

test('a number names its country; an extension has the one that is sent', async () => {
  const server = await startServer()
  const country = async (phone_number: string, sip_trunk_type: string) =>
    (await create(server, { phone_number, sip_trunk_type, country_code: 'fr' })).body.data
  expect(await country('+49 30 123456', 'number')).toMatchObject({
    phone_number: '+4930123456',
    country_code: 'DE',
  })
  expect(await country('+15551234567', 'number')).toMatchObject({ country_code: 'FR' })
  expect(await country('+49301', 'extension')).toMatchObject({
    phone_number: '+49301',
    country_code: 'FR',
  })
})

test('trunks may share a number, but not also user name and address; other numbers share none', async () => {
  const server = await startServer()
  const number = { sip_trunk_type: 'number', phone_number: '+4930123456' }
  expect((await create(server, number)).status).toBe(201)
  expect((await create(server, { ...number, sip_username: 'second' })).status).toBe(201)
  const twin = await create(server, { ...number, sip_address: 'PBX.EXAMPLE.COM' })
  const message = 'A SIP trunk with the same phone number, username, and address already exists.'
  expect([twin.status, twin.body]).toEqual([409, { message, error: message }])
  const moved = await change(server, { sip_username: 'second' })
  expect([moved.status, moved.body]).toEqual([409, { message, error: message }])
  const other = await anotherAccount(server)
  expect((await send(other, 'POST', ROOT, { ...extension, ...number })).status).toBe(201)

  const taken = { phone_number: ['The phone number has already been taken.'] }
  const body = { phone_number: '+4930123456', type: 'normal' }
  expect((await send(server, 'POST', '/user/phone-numbers', body)).body.errors).toEqual(taken)
  await server.call(createPhoneNumber, { body: { phone_number: '+4930123457', type: 'normal' } })
  const clash = await create(server, { ...number, phone_number: '+4930123457' })
  expect([clash.status, clash.body.errors]).toEqual([422, taken])
})

test('what the provider refuses is not kept, and a refused change changes nothing', async () => {
  const server = await startServer()
  const refused = await create(server, { sip_address: 'FAIL.invalid' })
  const message = 'Failed to create SIP trunk. Please try again or contact support.'
  expect([refused.status, refused.body]).toEqual([500, { message, error: message }])
  expect((await server.call(listPhoneNumbers)).data).toEqual([])
  const { data } = (await create(server)).body
  const again = await change(server, { sip_address: 'fail.invalid', nickname: 'New' })
  expect([again.status, again.body.error]).toEqual([
    500,
    'Failed to update SIP trunk. Please try again or contact support.',
  ])
  expect((await server.call(getSipTrunk, { params: { id: data.id } })).data).toEqual(data)
})

const dependencies: [change: object, changed: string][] = [
  [{}, ''],
  [{ nickname: 'Desk' }, ''],
  [{ sip_calling_format: 'national' }, ''],
  [{ country_code: 'AT' }, ''],
  [{ sip_password: PASSWORD }, ''],
  [{ sip_password: 'another password' }, 'both'],
  [{ sip_username: 'someone' }, 'both'],
  [{ phone_number: '101' }, 'both'],
  [{ inbound_authorization_type: 'ip', allowed_inbound_ips: ['10.0.0.1'] }, 'inbound'],
  [{ allowed_inbound_ips: ['10.0.0.2'] }, 'inbound'],
  [{ inbound_authorization_type: 'auth' }, 'inbound'],
  [{ sip_address: 'pbx.example.org' }, 'outbound'],
  [{ outbound_proxy: true }, 'outbound'],
]

test('the ids of a trunk change with what they depend on, and with nothing else', async () => {
  const server = await startServer()
  let { data: before } = (await create(server)).body
  for (const [body, expected] of dependencies) {
    const { status, body: answer } = await change(server, body)
    expect([status, answer.message]).toEqual([200, 'SIP trunk updated successfully.'])
    const { data } = answer
    const changed = ['inbound', 'outbound'].filter(
      (side) => data[`${side}_trunk_id`] !== before[`${side}_trunk_id`],
    )
    expect([body, changed.length === 2 ? 'both' : changed.join()]).toEqual([body, expected])
    before = data
  }
  expect(before).toMatchObject({ allowed_inbound_ips: null, outbound_proxy: true })
})

test('a change leaves what is not sent, and keeps the rules', async () => {
  const server = await startServer()
  const { data } = (await create(server, { nickname: 'Office' })).body
  expect((await change(server, {})).body.data).toEqual(data)
  expect((await change(server, { sip_trunk_type: 'number' })).body.data).toEqual(data)
  expect((await change(server, { nickname: '' })).body.data.nickname).toBeNull()
  const faults = async (body: object) => Object.keys((await change(server, body)).body.errors)
  expect(await faults({ phone_number: '1'.repeat(16) })).toEqual(['phone_number'])
  expect(await faults({ inbound_authorization_type: 'ip' })).toEqual(['allowed_inbound_ips'])
  expect(await faults({ sip_username: null, sip_password: null })).toEqual([
    'sip_username',
    'sip_password',
  ])
})

test('two changes at once are both kept', async () => {
  const server = await startServer()
  await create(server)
  const both = await Promise.all([
    change(server, { sip_username: 'someone' }),
    change(server, { sip_address: 'pbx.example.org' }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await server.call(getSipTrunk, { params: { id: 1 } })).data).toMatchObject({
    sip_username: 'someone',
    sip_address: 'pbx.example.org',
  })
})

test('among the phone numbers a trunk takes a new nickname, and nothing that is the trunk’s', async () => {
  const server = await startServer()
  await create(server)
  const { data } = await server.call(updatePhoneNumber, {
    params: { id: 1 },
    body: { nickname: 'Office', phone_number: '100', type: 'sip' },
  })
  expect(data).toMatchObject({ nickname: 'Office', phone_number: '100' })
  const { body } = await send(server, 'PUT', '/user/phone-numbers/1', {
    phone_number: 'sip:desk@pbx.example.com',
    sms_capable: true,
  })
  expect(Object.keys(body.errors)).toEqual(['phone_number', 'sms_capable'])
})

test('a trunk created again with its key is one trunk', async () => {
  const server = await startServer()
  const post = (body: object) =>
    fetch(`${server.url}/api${ROOT}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        'idempotency-key': 'first',
      },
      body: JSON.stringify(body),
    })
  const [first, again] = [await post(extension), await post(extension)]
  expect([first.status, await first.text()]).toEqual([again.status, await again.text()])
  expect((await post({ ...extension, sip_password: 'something else' })).status).toBe(422)
  expect((await server.call(listSipTrunks)).data).toHaveLength(1)
})

test('another account’s trunk looks as if there were none', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  await other.call(createSipTrunk, { body: extension })
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { nickname: 'mine' }],
  ] as const) {
    const foreign = await send(server, method, `${ROOT}/1`, body)
    expect(foreign).toEqual(await send(server, method, `${ROOT}/9`, body))
    expect(foreign.status).toBe(404)
  }
})
