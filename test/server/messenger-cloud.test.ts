import { expect, test } from 'vitest'
import { uploadAttachment } from '#contracts/attachments.ts'
import { disableAi } from '#contracts/conversations.ts'
import { getMessengerChannel } from '#contracts/messenger.ts'
import {
  createMessengerCloudNumber,
  getMessengerCloudHook,
  reconnectMessengerCloudNumber,
  testMessengerCloudNumber,
} from '#contracts/messenger-cloud.ts'
import {
  createMessengerTemplate,
  deleteMessengerSender,
  deleteMessengerTemplate,
  listMessengerTemplates,
  syncMessengerTemplates,
  updateMessengerSender,
} from '#contracts/messenger-senders.ts'
import { listLedger } from '#contracts/money.ts'
import { listNotices } from '#contracts/notices.ts'
import { anotherAccount } from '../support/accounts.ts'
import { APP_SECRET, CLOUD_NUMBER, CLOUD_TOKEN, EVE } from '../support/cloud-api-stand-in.ts'
import {
  cloudBody,
  cloudSenderAtDesk,
  PUBLIC_URL,
  serverWithCloudNumber,
} from '../support/cloud-numbers.ts'
import { post } from '../support/messenger.ts'

/** The beginning of a JPEG, by which it is recognised. */
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

test('a number is added once, with secrets that are sealed and never shown, and its webhook is verified', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call, context, sender, hook } = server
  expect(sender).toMatchObject({
    phone_number: CLOUD_NUMBER.e164,
    display_name: 'Example Shop',
    status: 'online',
    messaging_limit: 1000,
  })
  const stored = JSON.stringify(context.db.prepare('SELECT * FROM messenger_cloud_numbers').all())
  expect(stored).not.toMatch(new RegExp(`${CLOUD_TOKEN}|${APP_SECRET}|${hook.token}`))
  expect(cloud.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
    'POST /102290129340398/subscribed_apps',
  )
  const shown = await cloudSenderAtDesk(server)
  expect(shown).toMatchObject({
    capabilities: { window_hours: 24, has_templates: true, has_receipts: true, is_played: false },
    connection: { kind: 'cloud', state: 'waiting', error: null, url: cloud.url },
  })
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${CLOUD_TOKEN}|${APP_SECRET}`))

  const ask = (token: string, challenge = '1158201444') =>
    fetch(
      `${hook.local}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': challenge })}`,
    )
  const verified = await ask(hook.token)
  expect([verified.status, verified.headers.get('content-type'), await verified.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '1158201444',
  ])
  expect((await ask('wrong')).status).toBe(403)
  expect((await ask(hook.token, '<script>')).status).toBe(403)
  expect((await fetch(hook.local)).status).toBe(403)
  expect((await fetch(`${hook.local}x?hub.mode=subscribe`)).status).toBe(403)

  const body = cloudBody(cloud.url)
  const { app_secret: _, ...tested } = body
  expect(await call(testMessengerCloudNumber, { body: tested })).toEqual({
    ok: true,
    message: 'The service knows the number.',
    name: `Example Shop · ${CLOUD_NUMBER.shown}`,
    allowable: null,
  })
  const wrong = { ...tested, token: 'EAAGsomebody-elses-token' }
  expect(await call(testMessengerCloudNumber, { body: wrong })).toMatchObject({ ok: false })
  await expect(call(createMessengerCloudNumber, { body })).rejects.toMatchObject({ status: 422 })
  const params = { id: sender.id }
  // A stored token stays with the address it was entered for.
  await expect(
    call(reconnectMessengerCloudNumber, { params, body: { url: 'https://elsewhere.example' } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    call(updateMessengerSender, { params, body: { phone_number: '+14155552672' } }),
  ).rejects.toMatchObject({ status: 422 })
  const stranger = await anotherAccount(server)
  await expect(stranger.call(getMessengerCloudHook, { params })).rejects.toMatchObject({
    status: 404,
  })
  expect((await call(getMessengerCloudHook, { params })).url).toMatch(
    new RegExp(`^${PUBLIC_URL}/api/provider/messenger/cloud/[\\w-]{43}$`),
  )
  await call(deleteMessengerSender, { params })
  expect(context.db.prepare('SELECT count(*) FROM messenger_cloud_numbers').pluck().get()).toBe(0)
  expect(await server.write('Anybody there?')).toBe(403)
})

test('messages come in once and in order whatever the service repeats, and are answered with receipts, free of charge', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call } = server
  cloud.behaviour.reports = []
  await server.write('What is Parley?')
  await server.until(() => cloud.sent.length, 1)
  expect((await cloudSenderAtDesk(server)).connection).toMatchObject({ state: 'connected' })
  const { visitor, messages, type } = await server.conversation()
  expect([type, visitor?.name, visitor?.phone]).toEqual(['messenger', EVE.name, `+${EVE.wa_id}`])
  expect(messages.map(({ author }) => author)).toEqual(['visitor', 'assistant'])
  const answer = cloud.sent[0]!
  expect(answer).toMatchObject({
    to: EVE.wa_id,
    json: { type: 'text', messaging_product: 'whatsapp' },
  })
  expect(answer.text).not.toContain('**')
  await call(disableAi, { params: { uuid: server.uuidOf()! } })

  const list = ['One', 'Two', 'Three', 'Four'].map((text) => cloud.messageOf(text))
  expect(await cloud.deliver([list[3]!, list[1]!])).toBe(200)
  expect(await cloud.deliver([list[2]!, list[0]!, list[2]!])).toBe(200)
  await server.until(() => server.said(), ['What is Parley?', 'One', 'Two', 'Three', 'Four'])
  expect(await cloud.deliver([...list].reverse())).toBe(200)
  await server.clock.advance(2000)
  expect(await server.said()).toHaveLength(5)

  const status = () =>
    server.context.db
      .prepare<[], string>('SELECT status FROM messenger_messages ORDER BY id DESC LIMIT 1')
      .pluck()
      .get()
  await server.reply('**As it is**')
  await server.until(() => cloud.sent.length, 2)
  const { id, text, json } = cloud.sent[1]!
  expect(text).toBe('**As it is**')
  const mark = String(json['biz_opaque_callback_data'])
  await server.until(status, 'sent')
  // A report about another message that carries the mark of this one changes nothing.
  await cloud.reportStatus('wamid.foreign', 'failed', { mark })
  expect(status()).toBe('sent')
  await cloud.reportStatus(id, 'read', { mark })
  await cloud.reportStatus(id, 'delivered', { mark })
  expect(status()).toBe('read')
  await server.reply('Still there?')
  await server.until(() => cloud.sent.length, 3)
  const lost = cloud.sent[2]!.id
  const errors = [{ code: 131_026, title: 'Message undeliverable' }]
  await cloud.reportStatus(lost, 'failed', { errors })
  expect([status(), await server.reasons()]).toEqual([
    'undelivered',
    [expect.stringContaining('131026')],
  ])
  expect((await call(listLedger, { query: { kind: 'messenger' } })).data).toEqual([])
})

test('numbers of Mexico with a 1 and of Brazil without a 9, which are in no plan, are answered once they wrote', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, sender } = server
  const [mexico, brazil] = ['5215512345678', '551187654321']
  for (const wa_id of [mexico!, brazil!]) await server.write('Hello', { wa_id, name: 'Ana' })
  await server.until(() => cloud.sent.map(({ to }) => to).sort(), [mexico, brazil])
  await server.reply('Still there?', [], `+${mexico}`)
  await server.until(() => cloud.textsTo(mexico).at(-1), 'Still there?')
  const free = (recipient_phone: string) =>
    post(server, 'send-freeform', { sender_id: sender.id, recipient_phone, message: 'Here I am' })
  expect(await free(`+${brazil}`)).toMatchObject({ status: 200 })
  expect(await free('+5215512345679')).toMatchObject({ status: 422 })
})

test('the window for answers closes a day after the customer wrote, however late the message came in', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call, sender } = server
  const text = { type: 'text', text: { body: 'Hello' } }
  const ago = (hours: number) =>
    String(Math.floor(server.clock.outside.now().getTime() / 1000) - hours * 3600)
  await server.write({ ...text, timestamp: ago(23) })
  await server.until(() => cloud.sent.length, 1)
  const status = async () =>
    (await call(getMessengerChannel, { params: { uuid: server.uuidOf()! } })).session_status
  expect(await status()).toMatchObject({ is_open: true })
  await server.clock.jump(3_700_000)
  expect(await status()).toMatchObject({ is_open: false, requires_template: true })
  const body = { sender_id: sender.id, recipient_phone: `+${EVE.wa_id}`, message: 'Hello again' }
  expect(await post(server, 'send-freeform', body)).toMatchObject({ status: 403 })
  // A clock that runs ahead keeps it open for no longer than a day.
  await server.write({ ...text, timestamp: ago(-48) })
  await server.until(status, expect.objectContaining({ is_open: true }))
  await server.clock.jump(25 * 3_600_000)
  expect(await status()).toMatchObject({ is_open: false })
})

test('pictures, files, buttons, lists, places and contacts come in as what they say', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call } = server
  cloud.keep('picture', PICTURE)
  cloud.keep('page', Buffer.from('<!doctype html><script>alert(1)</script>'))
  await server.write({ type: 'image', image: { id: 'picture', caption: 'Look' } })
  await server.until(() => server.said(), ['Look'])
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  await server.write({ type: 'document', document: { id: 'page', filename: '../../evil.html' } })
  await server.write({ type: 'audio', audio: { id: 'expired' } })
  await server.write({ type: 'button', button: { text: 'Yes, please', payload: 'y' } })
  const button_reply = { id: 'b1', title: 'Track my order' }
  await server.write({ type: 'interactive', interactive: { type: 'button_reply', button_reply } })
  await server.write({
    type: 'location',
    location: { latitude: 52.5, longitude: 13.4, name: 'Café' },
  })
  const contacts = [{ name: { formatted_name: 'Bob' }, phones: [{ phone: '+49 30 1' }] }]
  await server.write({ type: 'contacts', contacts })
  await server.write({ type: 'reaction', reaction: { emoji: '👍' } })
  await server.write({ type: 'text', text: { body: { evil: true } } })
  await server.until(async () => (await server.said()).length, 7)
  const said = await server.said()
  expect(said[1]).toBe('[evil.html]')
  expect(said[2]).toMatch(/^\[audio-\d+\.ogg\]$/)
  expect(said.slice(3)).toEqual([
    'Yes, please',
    'Track my order',
    'Café\n52.5, 13.4',
    'Bob: +49 30 1',
  ])
  expect((await server.conversation()).messages[0]!.attachments).toMatchObject([
    { media_type: 'image/jpeg' },
  ])
  expect((await cloudSenderAtDesk(server)).connection).toMatchObject({ ignored: 2 })

  const file = new File([new Uint8Array(PICTURE)], 'map.jpg')
  const params = { uuid: server.uuidOf()! }
  const { id } = (await call(uploadAttachment, { params, body: { file } })).data
  await server.reply('Here it is', [id])
  await server.until(() => cloud.textsTo().slice(-2), ['Here it is', 'map.jpg'])
  expect(cloud.sent.at(-1)!.json).toMatchObject({ type: 'image' })
  expect([...cloud.uploads.values()][0]!.content.equals(PICTURE)).toBe(true)
})

test('templates are submitted, reviewed and synchronized, and open what the closed window does not allow', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call, sender } = server
  await server.write('Hello')
  await server.until(() => cloud.sent.length, 1)
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
      body_text: 'Hello {{name}}, order {{order}} is on its way.',
    },
  })
  await server.until(() => cloud.templates.length, 1)
  expect(cloud.templates[0]).toMatchObject({
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      { type: 'BODY', example: { body_text_named_params: [{ param_name: 'name' }, {}] } },
    ],
  })
  cloud.templates[0]!.status = 'APPROVED'
  cloud.templates.push(
    {
      id: '901',
      name: 'sale',
      language: 'de',
      category: 'MARKETING',
      status: 'REJECTED',
      rejected_reason: 'ABUSIVE_CONTENT',
      components: [{ type: 'BODY', text: 'Alles reduziert, {{1}}!' }],
    },
    // It needs a value outside of its text.
    {
      id: '902',
      name: 'ticket',
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Your ticket' },
      ],
    },
  )
  expect(await cloud.reportChange('message_template_status_update', { event: 'APPROVED' })).toBe(
    200,
  )
  await server.until(list, [
    ['order_shipped', 'approved'],
    ['sale', 'rejected'],
  ])

  await server.clock.jump(25 * 3_600_000)
  const to = { sender_id: sender.id, recipient_phone: `+${EVE.wa_id}` }
  expect(await post(server, 'send-freeform', { ...to, message: 'Hello again' })).toMatchObject({
    status: 403,
    body: { error_code: 'SESSION_EXPIRED', session_status: { requires_template: true } },
  })
  const channel = await call(getMessengerChannel, { params: { uuid: server.uuidOf()! } })
  expect(channel.session_status).toMatchObject({ is_open: false, requires_template: true })
  const variables = { name: 'Eve', order: '42' }
  const sent = await post(server, 'send', { ...to, template_id: made.id, variables })
  expect(sent).toMatchObject({ status: 200, body: { message_sid: cloud.sent.at(-1)!.id } })
  expect(cloud.sent.at(-1)!.json).toMatchObject({
    type: 'template',
    template: {
      name: 'order_shipped',
      language: { code: 'en' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', parameter_name: 'name', text: 'Eve' },
            { type: 'text', parameter_name: 'order', text: '42' },
          ],
        },
      ],
    },
  })
  await call(deleteMessengerTemplate, { params: { ...params, template: made.id } })
  cloud.templates.splice(0)
  expect((await call(syncMessengerTemplates, { params })).data).toEqual([])
})

test('a token that was revoked pauses the number with a notice until it is connected again', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call, sender } = server
  await server.write('Hello')
  await server.until(() => cloud.sent.length, 1)
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  cloud.revoke('EAAGthe-next-token')
  await server.reply('Are you there?')
  await server.until(async () => (await server.reasons()).length, 1)
  expect((await server.reasons())[0]).not.toContain(CLOUD_TOKEN)
  const shown = await cloudSenderAtDesk(server)
  expect([shown.status, shown.connection?.state]).toEqual(['offline', 'paused'])
  expect((await call(listNotices)).data.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['messenger_failed', CLOUD_NUMBER.e164],
  ])
  const body_text = 'Hello'
  await call(createMessengerTemplate, {
    params: { id: sender.id },
    body: { name: 'later', language: 'en', category: 'utility', body_text },
  })
  const asked = cloud.calls.length
  await server.clock.jump(7 * 3_600_000)
  await server.clock.advance(1000)
  expect(cloud.calls).toHaveLength(asked)
  const params = { id: sender.id }
  await call(reconnectMessengerCloudNumber, { params, body: { token: 'EAAGthe-next-token' } })
  expect((await call(listNotices)).data).toEqual([])
  await server.write('I am back')
  await server.until(async () => (await server.said()).at(-1), 'I am back')
  await server.reply('Welcome')
  await server.until(() => cloud.textsTo().at(-1), 'Welcome')
})

test('nothing but what the service has signed for this number is taken', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, hook, context } = server
  const message = () => cloud.messageOf('Forged')
  const raw = (body: string, headers: Record<string, string> = {}) =>
    fetch(hook.local, { method: 'POST', headers, body }).then(({ status }) => status)
  expect(await raw('{}')).toBe(403)
  expect(await raw('{}', { 'x-hub-signature-256': 'sha256=' })).toBe(403)
  expect(await cloud.deliver([message()], undefined, { secret: 'another secret' })).toBe(403)
  expect(await cloud.deliver([message()], undefined, { url: `${hook.local.slice(0, -1)}_` })).toBe(
    403,
  )
  expect(await cloud.post('x'.repeat(3 * 1024 * 1024 + 1))).toBe(413)
  expect(await raw('{}', { 'content-encoding': 'gzip' })).toBe(415)
  // Signed by the app, but about a number that is not connected, or nothing at all.
  expect(await cloud.deliver([message()], '999')).toBe(200)
  for (const body of ['', 'null', '[]', '{"entry":[{"id":"1","changes":[null]}]}', '{"entry":{}}'])
    expect(await cloud.post(body)).toBe(200)
  expect((await fetch(hook.local, { method: 'PUT' })).status).toBe(405)
  await server.clock.advance(5000)
  expect(context.db.prepare('SELECT count(*) FROM messenger_inbound').pluck().get()).toBe(0)
  expect(context.db.prepare('SELECT count(*) FROM messenger_arrivals').pluck().get()).toBe(0)
})
