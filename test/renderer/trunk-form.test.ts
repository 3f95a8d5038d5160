import { expect, test } from 'vitest'
import type { ListedTrunk } from '#contracts/sip-trunks.ts'
import { createTrunkFormModel } from '../../renderer/screens/phone-numbers/trunk-model.ts'
import { fakeServer, invalid } from './support.ts'

const CREATE = 'POST /user/phone-numbers/sip-trunks'
const UPDATE = 'PUT /user/phone-numbers/sip-trunks/5'

const trunk: ListedTrunk = {
  id: 5,
  phone_number: '100',
  nickname: 'Office',
  sip_username: 'parley',
  sip_address: 'pbx.example.com',
  sip_calling_format: 'e164',
  inbound_authorization_type: 'ip',
  allowed_inbound_ips: ['203.0.113.7'],
  outbound_proxy: true,
  country_code: 'DE',
  created_at: '2026-01-31T12:00:00.000000Z',
  updated_at: '2026-01-31T12:00:00.000000Z',
}

function form(existing?: ListedTrunk) {
  const server = fakeServer()
  server.on(CREATE, { message: '', data: trunk })
  server.on(UPDATE, { message: '', data: trunk })
  return { server, model: createTrunkFormModel(server.api, 'DE', existing) }
}

test('a new trunk is sent with its password and its addresses, one from each line', async () => {
  const { server, model } = form()
  model.kind.value = 'number'
  model.password.value = 'secret word'
  model.edit({
    phone_number: '+4930123456',
    sip_username: 'parley',
    sip_address: 'pbx.example.com',
    inbound_authorization_type: 'ip',
    ips: ' 203.0.113.7\n\n2001:db8::1, 203.0.113.8 ',
  })
  expect(await model.save()).toBe(true)
  expect(server.bodies(CREATE)).toEqual([
    {
      sip_trunk_type: 'number',
      phone_number: '+4930123456',
      nickname: null,
      sip_username: 'parley',
      sip_password: 'secret word',
      sip_address: 'pbx.example.com',
      sip_calling_format: '+e164',
      inbound_authorization_type: 'ip',
      allowed_inbound_ips: ['203.0.113.7', '2001:db8::1', '203.0.113.8'],
      outbound_proxy: false,
      country_code: 'DE',
    },
  ])
})

test('a kept password is neither known nor sent until another one is typed', async () => {
  const { server, model } = form(trunk)
  expect(model.password.value).toBe('')
  await model.save()
  model.password.value = 'another word'
  await model.save()
  const [kept, changed] = server.bodies(UPDATE) as Record<string, unknown>[]
  expect(kept).not.toHaveProperty('sip_password')
  expect(kept).toMatchObject({ allowed_inbound_ips: ['203.0.113.7'], outbound_proxy: true })
  expect(changed).toMatchObject({ sip_password: 'another word' })
})

test('what is wrong with one address stands beside all of them', async () => {
  const { server, model } = form(trunk)
  server.on(UPDATE, () => invalid({ 'allowed_inbound_ips.1': ['No address.'] }))
  expect(await model.save()).toBe(false)
  expect(model.errors.value['allowed_inbound_ips']).toBe('No address.')
})
