import { expect, test } from 'vitest'
import { uploadAttachment } from '#contracts/attachments.ts'
import { disableAi } from '#contracts/conversations.ts'
import {
  createMessengerFormNumber,
  getMessengerFormHook,
  testMessengerFormAccount,
} from '#contracts/messenger-form.ts'
import {
  createMessengerTemplate,
  deleteMessengerTemplate,
  listMessengerSenders,
  listMessengerTemplates,
  syncMessengerTemplates,
  updateMessengerSender,
} from '#contracts/messenger-senders.ts'
import { listLedger } from '#contracts/money.ts'
import { removeSmsProvider } from '#contracts/sms-provider.ts'
import { anotherAccount } from '../support/accounts.ts'
import { EVE, FORM_NUMBER, startFormMessenger } from '../support/form-messenger-stand-in.ts'
import { serverWithFormNumber } from '../support/form-numbers.ts'
import { post } from '../support/messenger.ts'
import { signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'

const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

test('a number of the provider’s account is added once, by its owner, and shows when the account is gone', async () => {
  const bare = await startServer()
  const body = { phone_number: FORM_NUMBER }
  await expect(bare.call(createMessengerFormNumber, { body })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('Set up the provider'),
  })
  const server = await serverWithFormNumber()
  const { call, sender } = server
  expect(sender).toMatchObject({ phone_number: FORM_NUMBER, display_name: 'Example Shop' })
  expect(await call(testMessengerFormAccount)).toMatchObject({ ok: true, name: 'The shop' })
  expect((await call(getMessengerFormHook)).url).toBe(
    'https://parley.example/api/provider/messenger/form/inbound',
  )
  await expect(call(createMessengerFormNumber, { body })).rejects.toMatchObject({ status: 422 })
  const params = { id: sender.id }
  await expect(
    call(updateMessengerSender, { params, body: { phone_number: '+14155552672' } }),
  ).rejects.toMatchObject({ status: 422 })
  const stranger = await anotherAccount(server)
  await expect(stranger.call(createMessengerFormNumber, { body })).rejects.toMatchObject({
    status: 403,
  })
  const { call: desk } = await signedInOwner(server)
  const shown = async () =>
    (await desk(listMessengerSenders, { query: { status: 'all' } })).data[0]!.connection
  expect(await shown()).toMatchObject({ kind: 'form', state: 'waiting', url: null, error: null })
  expect(await server.write('Hello')).toBe(200)
  expect(await shown()).toMatchObject({ state: 'connected' })
  await call(removeSmsProvider)
  expect(await shown()).toMatchObject({
    state: 'failing',
    error: expect.stringContaining('no longer set up'),
  })
  expect(await server.write('Anybody there?')).toBe(403)
})

test('messages come in once, with files, and go out with receipts and their price', async () => {
  await using other = await startFormMessenger()
  other.keep('picture', PICTURE)
  const server = await serverWithFormNumber({}, other.address)
  const { call, provider } = server
  const first = provider.messageOf('What is Parley?')
  expect([await provider.deliver(first), await provider.deliver(first)]).toEqual([200, 200])
  await server.until(() => provider.sent.length, 1)
  const { visitor, type, messages } = await server.conversation()
  expect([type, visitor?.name, visitor?.phone]).toEqual(['messenger', EVE.name, EVE.number])
  expect(messages.map(({ author }) => author)).toEqual(['visitor', 'assistant'])
  const [answer] = provider.sent
  expect([answer!.from, answer!.to]).toEqual([`whatsapp:${FORM_NUMBER}`, `whatsapp:${EVE.number}`])
  expect(answer!.shown).not.toContain('**')
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  expect(await provider.deliver(first)).toBe(200)

  const url = provider.keep('picture', PICTURE)
  const media = { NumMedia: '1', MediaContentType0: 'image/jpeg' }
  await server.write('Look', { ...media, MediaUrl0: url })
  await server.write('Gone', { ...media, MediaUrl0: `${provider.url}/media/none` })
  // A report cannot have the token sent elsewhere.
  await server.write('Elsewhere', { ...media, MediaUrl0: `${other.url}/kept/picture` })
  await server.write('Yes, please', { ButtonText: 'Yes, please', ButtonPayload: 'y' })
  await server.write('', { Latitude: '52.5', Longitude: '13.4', Label: 'Café' })
  await server.until(
    async () => (await server.said()).slice(1),
    ['Look', 'Gone\n[image-1.jpg]', 'Elsewhere\n[image-1.jpg]', 'Yes, please', 'Café\n52.5, 13.4'],
  )
  expect((await server.conversation()).messages[2]!.attachments).toMatchObject([
    { media_type: 'image/jpeg' },
  ])

  expect(other.calls).toEqual([])

  const file = new File([new Uint8Array(PICTURE)], 'map.jpg')
  const params = { uuid: server.uuidOf()! }
  const { id, url: path } = (await call(uploadAttachment, { params, body: { file } })).data
  await server.reply('Here it is', [id])
  await server.until(
    () => provider.shownTo().slice(1),
    ['Here it is', `https://parley.example${path}`],
  )
  await provider.report(provider.sent[1]!, 'read')
  await provider.report(provider.sent[1]!, 'delivered')
  await provider.report(provider.sent[2]!, 'undelivered', { ErrorCode: '63024' })
  expect(server.statuses().slice(1)).toEqual(['read', 'undelivered'])
  expect((await server.reasons())[0]).toContain('63024')
  // Without a report, the provider is asked.
  provider.setStatus(provider.sent[0]!.sid, 'read')
  await server.until(() => server.statuses()[0], 'read', 10_000)
  const { data: ledger } = await call(listLedger, { query: { kind: 'messenger' } })
  expect(ledger.length).toBeGreaterThan(0)
})

test('a number of Mexico with a 1, which is in no plan, is answered at the price of its country once it wrote', async () => {
  const server = await serverWithFormNumber()
  const { provider, call } = server
  const number = '+5215512345678'
  await provider.deliver(provider.messageOf('Hello', {}, { number, name: 'Ana' }))
  await server.until(() => provider.sent.map(({ to }) => to), [`whatsapp:${number}`])
  const { data: ledger } = await call(listLedger, { query: { kind: 'messenger' } })
  expect(ledger.length).toBeGreaterThan(0)
})

test('templates are created and approved at the provider, and go out by content id', async () => {
  const server = await serverWithFormNumber()
  const { call, provider, sender } = server
  const params = { id: sender.id }
  const list = async () =>
    (await call(listMessengerTemplates, { params, query: { status: 'all' } })).data.map(
      ({ name, status }) => [name, status],
    )
  const { data: made } = await call(createMessengerTemplate, {
    params,
    body: {
      name: 'order_shipped',
      language: 'en',
      category: 'utility',
      body_text: 'Hello {{1}}, order {{2}} is on its way.',
    },
  })
  await server.until(() => provider.contents[0]?.approval_requests?.status, 'received')
  expect(provider.contents[0]).toMatchObject({ approval_requests: { category: 'UTILITY' } })
  provider.contents[0]!.approval_requests!.status = 'approved'
  provider.contents.push({
    sid: `HX${'a'.repeat(32)}`,
    friendly_name: 'sale',
    language: 'de',
    types: { 'twilio/text': { body: 'Alles reduziert!' } },
    approval_requests: { name: 'sale', category: 'MARKETING', status: 'rejected' },
  })
  await call(syncMessengerTemplates, { params })
  expect(await list()).toEqual([
    ['order_shipped', 'approved'],
    ['sale', 'rejected'],
  ])
  // Nobody has written yet: the template opens the conversation, a free text does not.
  const to = { sender_id: sender.id, recipient_phone: EVE.number }
  expect((await post(server, 'send-freeform', { ...to, message: 'Hello' })).status).toBe(403)
  const variables = { 1: 'Eve', 2: '42' }
  const answered = await post(server, 'send', { ...to, template_id: made.id, variables })
  expect(answered).toMatchObject({ status: 200, body: { message_sid: provider.sent[0]!.sid } })
  expect(provider.sent[0]!.fields).toMatchObject({
    ContentSid: provider.contents[0]!.sid,
    ContentVariables: '{"1":"Eve","2":"42"}',
  })
  await call(deleteMessengerTemplate, { params: { ...params, template: made.id } })
  expect(provider.contents.map(({ friendly_name }) => friendly_name)).toEqual(['sale'])
})

test('nothing but what the provider has signed is taken', async () => {
  const server = await serverWithFormNumber()
  const { provider } = server
  const message = provider.messageOf('Forged')
  const path = '/api/provider/messenger/form/inbound'
  const raw = (body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }).then(({ status }) => status)
  expect(await provider.deliver(message, 'another token')).toBe(403)
  expect(await raw('Body=Forged')).toBe(403)
  expect(await raw(`Body=${'x'.repeat(40_000)}`)).toBe(413)
  expect(await raw('{}', { 'content-type': 'application/json' })).toBe(415)
  expect((await fetch(server.url + path)).status).toBe(405)
  // Signed, but for a number that is no sender here, or from no number of the channel.
  expect(await provider.deliver({ ...message, To: 'whatsapp:+14155550000' })).toBe(200)
  expect(await provider.deliver({ ...message, From: EVE.number })).toBe(200)
  await server.clock.advance(5000)
  expect(server.uuidOf()).toBeUndefined()
})
