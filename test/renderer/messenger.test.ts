import { expect, onTestFinished, test } from 'vitest'
import { memoryAddress } from '../../renderer/app/address.ts'
import { createWindowModel } from '../../renderer/screens/inbox/compose/window-model.ts'
import { createPhoneModel } from '../../renderer/screens/messenger-phone/phone-model.ts'
import { createBotFormModel } from '../../renderer/screens/settings/channels/messenger/bot-model.ts'
import { createCloudFormModel } from '../../renderer/screens/settings/channels/messenger/cloud-model.ts'
import { createFormNumberModel } from '../../renderer/screens/settings/channels/messenger/form-model.ts'
import { createSenderFormModel } from '../../renderer/screens/settings/channels/messenger/senders-model.ts'
import { ADA, fakeLive, fakeServer, invalid, settle } from './support.ts'

const SENDER = {
  id: 3,
  phone_number: '+14155552671',
  display_name: 'Example Shop',
  status: 'online',
  quality_rating: 'GREEN',
  messaging_limit: null,
  messaging_limit_formatted: 'Unlimited',
}
const CLOSED = {
  is_open: false,
  can_send_freeform: false,
  requires_template: true,
  message: 'Closed',
}
const TEMPLATE = {
  id: 5,
  name: 'order_shipped',
  language: 'en',
  category: 'utility',
  status: 'approved',
  body_text: 'Hello {{1}}, {{order}} is on its way.',
  variables: ['name', 'order'],
  has_variables: true,
}

function windowOf(status: object = CLOSED) {
  const server = fakeServer()
  const live = fakeLive()
  const channel = { sender: SENDER, customer_phone: '+12025550123', is_opted_out: false }
  server.on(`GET /user/conversations/${ADA}/messenger`, { ...channel, session_status: status })
  server.on('GET /user/messenger/senders/3/templates', { data: [TEMPLATE] })
  const model = createWindowModel({ api: server.api, live, id: ADA })
  onTestFinished(() => model.stop())
  return { server, live, model }
}

test('once the window is closed a template can be sent, when all of its variables are filled in', async () => {
  const { server, model } = windowOf()
  server.on('POST /user/messenger/send', { success: true })
  await settle()
  await settle()
  expect([model.template.value?.id, model.isReady.value]).toEqual([5, false])
  expect(await model.send()).toBe(false)
  model.values.value = { name: 'Ada' }
  expect(model.text.value).toBe('Hello Ada, {{order}} is on its way.')
  model.values.value = { name: 'Ada', order: '17' }
  expect(model.text.value).toBe('Hello Ada, 17 is on its way.')
  expect(await model.send()).toBe(true)
  expect(server.bodies('POST /user/messenger/send')).toEqual([
    {
      sender_id: 3,
      template_id: 5,
      recipient_phone: '+12025550123',
      variables: { name: 'Ada', order: '17' },
    },
  ])
})

test('while the window is open no templates are read, and a message of the customer reads it again', async () => {
  const { server, live, model } = windowOf({
    ...CLOSED,
    is_open: true,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await settle()
  const count = () => server.calls.map(({ call }) => call)
  expect(count()).toEqual([`GET /user/conversations/${ADA}/messenger`])
  live.emit({ type: 'message.created', data: { conversation_id: ADA } } as never)
  await settle()
  expect(count()).toHaveLength(2)
  expect(model.error.value).toBeUndefined()
})

test('a conversation without a sender shows nothing', async () => {
  const server = fakeServer()
  server.on(`GET /user/conversations/${ADA}/messenger`, () =>
    Response.json({ message: 'Conversation not found' }, { status: 404 }),
  )
  const model = createWindowModel({ api: server.api, live: fakeLive(), id: ADA })
  await settle()
  expect([model.channel.value, model.error.value]).toEqual([undefined, undefined])
})

test('the phone writes as the customer, and keeps a text that was refused', async () => {
  const server = fakeServer()
  server.on('GET /user/messenger/senders', { data: [SENDER] })
  server.on('GET /user/messenger/senders/3/messages', { data: [] })
  server.on('POST /user/messenger/simulate', () => invalid({ from: ['Not a number.'] }))
  const address = memoryAddress('/app/messenger-phone')
  const model = createPhoneModel({ api: server.api, address, live: fakeLive() })
  onTestFinished(() => model.stop())
  await settle()
  model.text.value = ' Hello '
  await model.send()
  expect([model.text.value, model.fault.value]).toEqual([' Hello ', 'Not a number.'])
  server.on('POST /user/messenger/simulate', { message: 'Message received', conversation_id: ADA })
  await model.send()
  expect([model.text.value, model.conversation.value]).toEqual(['', ADA])
  expect(server.bodies('POST /user/messenger/simulate').at(-1)).toEqual({
    sender_id: 3,
    from: '+12025550123',
    message: 'Hello',
  })
})

test('one of the account’s numbers is sent by its id, any other as it was typed', async () => {
  const server = fakeServer()
  server.on('GET /user/phone-numbers/all', {
    data: [{ id: 4, phone_number: '+4930123456', nickname: null, type: 'normal' }],
  })
  server.on('POST /user/messenger/senders', { message: 'Sender created successfully' })
  const model = createSenderFormModel(server.api)
  await settle()
  model.name.value = 'Example Shop'
  const bodies = () => server.bodies('POST /user/messenger/senders') as object[]
  model.number.value = '+4930123456'
  expect(await model.save()).toBe(true)
  expect(bodies()[0]).toMatchObject({ phone_number_id: 4, assistant_id: null })
  model.number.value = ' +14155552671 '
  await model.save()
  expect(bodies()[1]).toMatchObject({ phone_number: '+14155552671' })
})

test('a bot is tested and added with its token; a refused one says why, and what was typed stays', async () => {
  const server = fakeServer()
  server.on('POST /user/messenger/bots/test', {
    ok: true,
    message: 'The service knows the bot.',
    name: 'Shop (@shop_bot)',
    allowable: null,
  })
  server.on('POST /user/messenger/bots', () => invalid({ token: ['Not a token.'] }))
  const model = createBotFormModel(server.api)
  model.token.value = ' 123:AA '
  expect(await model.test()).toBe(true)
  expect(model.answer.value).toMatchObject({ ok: true, name: 'Shop (@shop_bot)' })
  expect(await model.save()).toBe(false)
  expect([model.errors.value, model.token.value]).toEqual([{ token: 'Not a token.' }, ' 123:AA '])
  server.on('POST /user/messenger/bots', { message: 'Bot added successfully' })
  model.assistant.value = '7'
  model.url.value = 'https://bots.example'
  expect(await model.save()).toBe(true)
  expect(server.bodies('POST /user/messenger/bots').at(-1)).toEqual({
    token: '123:AA',
    url: 'https://bots.example',
    assistant_id: 7,
  })
})

test('a bot is connected again with its stored token, at the service unless an address is given', async () => {
  const server = fakeServer()
  server.on('PUT /user/messenger/bots/3', { message: 'Bot connected successfully' })
  const bot = { url: 'https://api.telegram.org', state: 'paused' }
  const model = createBotFormModel(server.api, { ...SENDER, bot } as never)
  expect(model.url.value).toBe('')
  expect(await model.save()).toBe(true)
  model.token.value = '123:BB'
  model.url.value = 'https://bots.example'
  expect(await model.save()).toBe(true)
  expect(server.bodies('PUT /user/messenger/bots/3')).toEqual([
    { url: 'https://api.telegram.org' },
    { token: '123:BB', url: 'https://bots.example' },
  ])
})

test('a number is tested and added with what was pasted, and then shows what to enter at the service', async () => {
  const server = fakeServer()
  server.on('POST /user/messenger/cloud/test', {
    ok: true,
    message: 'Known.',
    name: 'Shop',
    allowable: null,
  })
  server.on('POST /user/messenger/cloud', () => invalid({ app_secret: ['Missing.'] }))
  const model = createCloudFormModel(server.api)
  model.phoneId.value = ' 1065 '
  model.businessId.value = '1022'
  model.token.value = 'EAAG'
  expect(await model.test()).toBe(true)
  expect(server.bodies('POST /user/messenger/cloud/test')).toEqual([
    { phone_number_id: '1065', business_id: '1022', token: 'EAAG' },
  ])
  expect(await model.save()).toBe(false)
  expect([model.errors.value, model.saved.value]).toEqual([{ app_secret: 'Missing.' }, undefined])
  server.on('POST /user/messenger/cloud', { message: 'Number added successfully', data: SENDER })
  const hook = { url: 'https://parley.example/hook', verify_token: 'v' }
  server.on('GET /user/messenger/cloud/3/hook', hook)
  model.appSecret.value = 'secret'
  expect(await model.save()).toBe(true)
  expect([model.saved.value?.id, model.hook.value]).toEqual([3, hook])
  const connection = { kind: 'cloud', url: 'https://graph.facebook.com/v23.0', state: 'paused' }
  server.on('PUT /user/messenger/cloud/3', { message: 'Number connected successfully' })
  const again = createCloudFormModel(server.api, { ...SENDER, connection } as never)
  again.token.value = 'EAAH'
  expect(await again.save()).toBe(true)
  expect(server.bodies('PUT /user/messenger/cloud/3')).toEqual([
    { token: 'EAAH', url: 'https://graph.facebook.com/v23.0' },
  ])
})

test('a number of the SMS provider is added, and then shows the webhook to enter there', async () => {
  const server = fakeServer()
  const known = { ok: true, message: 'Known.', name: 'The shop', allowable: null }
  server.on('POST /user/messenger/form/test', known)
  server.on('POST /user/messenger/form', () => invalid({ phone_number: ['Missing.'] }))
  const model = createFormNumberModel(server.api)
  expect([await model.test(), model.answer.value]).toEqual([true, known])
  expect(await model.save()).toBe(false)
  expect(model.errors.value).toEqual({ phone_number: 'Missing.' })
  server.on('POST /user/messenger/form', { message: 'Number added successfully', data: SENDER })
  server.on('GET /user/messenger/form/hook', { url: 'https://parley.example/hook' })
  model.number.value = ' +14155552671 '
  model.assistant.value = '7'
  expect(await model.save()).toBe(true)
  expect([model.saved.value?.id, model.hook.value?.url]).toEqual([3, 'https://parley.example/hook'])
  expect(server.bodies('POST /user/messenger/form').at(-1)).toEqual({
    phone_number: '+14155552671',
    assistant_id: 7,
  })
})
