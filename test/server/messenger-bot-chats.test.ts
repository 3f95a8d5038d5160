import { expect, test } from 'vitest'
import { uploadAttachment } from '#contracts/attachments.ts'
import { disableAi, replyToConversation } from '#contracts/conversations.ts'
import { getMessengerChannel, getMessengerSession } from '#contracts/messenger.ts'
import { listLedger } from '#contracts/money.ts'
import { ADA, FAULTS } from '../support/bot-api-stand-in.ts'
import { ADDRESS, type BotServer, senderAtDesk, serverWithBot } from '../support/bots.ts'
import { post } from '../support/messenger.ts'

/** The beginning of a JPEG, by which it is recognised. */
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

async function answer(server: BotServer, content: string, attachment_ids: number[] = []) {
  const body = { client_id: crypto.randomUUID(), content, attachment_ids }
  await server.call(replyToConversation, { params: { uuid: server.uuidOf()! }, body })
}

test('messages come in once and in order whatever the service repeats, and answers go out formatted, free of charge', async () => {
  const server = await serverWithBot()
  const { bot, call } = server
  bot.behaviour.repeats = 3
  bot.behaviour.batch = (list) => [...list, ...list].reverse()
  bot.write('/start')
  await server.until(() => bot.sent.length, 1)
  const greeting = (await server.conversation()).messages[1]!
  expect([greeting.author, bot.textsTo()]).toEqual(['assistant', [greeting.content]])
  bot.write('What is Parley?')
  await server.until(() => bot.sent.length, 2)
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  const words = Array.from({ length: 5 }, (_, index) => `Number ${index}`)
  for (const word of words) bot.write(word)
  await server.until(() => server.said(), ['/start', 'What is Parley?', ...words])
  await server.clock.advance(1000)
  expect(await server.said()).toHaveLength(7)
  const { visitor, messages, type } = await server.conversation()
  expect([type, visitor?.name, visitor?.phone]).toEqual(['messenger', 'Ada Lovelace', null])
  const spoken = messages.find(({ author, seq }) => author === 'assistant' && seq > 2)!
  const { params } = bot.sent[1]!.call
  expect(params).not.toHaveProperty('parse_mode')
  // The marks are gone, and nothing else is.
  expect(String(params['text']).replace(/[\s•]/g, '')).toBe(
    spoken.content.replace(/\*\*|^[-*] |[\s•]/gm, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
  )
  expect((await call(listLedger, { query: { kind: 'messenger' } })).data).toEqual([])
  const query = { sender_id: server.sender.id, recipient_phone: ADDRESS }
  expect(await call(getMessengerSession, { query })).toMatchObject({
    has_conversation: true,
    customer_name: 'Ada Lovelace',
    session_status: { is_open: true, requires_template: false },
  })
  // There is no window that could close.
  await server.clock.jump(25 * 3_600_000)
  const channel = await call(getMessengerChannel, { params: { uuid: server.uuidOf()! } })
  expect(channel).toMatchObject({ customer_phone: ADDRESS, session_status: { is_open: true } })
  expect(channel.session_status).not.toHaveProperty('expires_at')
  const free = { sender_id: server.sender.id, recipient_phone: ADDRESS, message: '**As it is**' }
  expect(await post(server, 'send-freeform', free)).toMatchObject({
    status: 200,
    body: { message_sid: expect.stringMatching(/^4711:\d+$/) },
  })
  expect(bot.sent.at(-1)!.call.params).toEqual({ chat_id: ADA.id, text: '**As it is**' })
  const nobody = { ...free, recipient_phone: 'telegram:42' }
  expect(await post(server, 'send-freeform', nobody)).toMatchObject({
    status: 403,
    body: { session_status: { requires_template: false } },
  })
})

test('pictures and files go both ways by the rules of uploads', async () => {
  const server = await serverWithBot()
  const { bot, call } = server
  bot.keep('large-one', PICTURE)
  bot.keep('page', Buffer.from('<!doctype html><script>alert(1)</script>'))
  bot.write({
    caption: 'Look',
    photo: [{ file_id: 'small' }, { file_id: 'large-one', file_size: 9 }],
  })
  await server.until(() => server.said(), ['Look'])
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  bot.write({ document: { file_id: 'page', file_name: '../../evil.html' } })
  bot.write({ document: { file_id: 'huge', file_name: 'huge.pdf', file_size: 50_000_000 } })
  bot.behaviour.fault = ({ method, params }) =>
    method === 'getFile' && params['file_id'] === 'gone' ? FAULTS.fileExpired : undefined
  bot.write({ voice: { file_id: 'gone', mime_type: 'audio/ogg' } })
  // Its path would lead out of the bot's own files.
  bot.write({ document: { file_id: '../../up', file_name: 'up.pdf' } })
  await server.until(async () => (await server.said()).length, 5)
  const said = await server.said()
  expect(said.slice(1, 3)).toEqual(['[evil.html]', '[huge.pdf]'])
  expect(said[4]).toBe('[up.pdf]')
  expect(bot.calls.some(({ method }) => /^file:.*up/.test(method))).toBe(false)
  expect(said[3]).toMatch(/^\[voice-\d+\.ogg\]$/)
  const [first] = (await server.conversation()).messages
  expect(first!.attachments).toMatchObject([
    { media_type: 'image/jpeg', name: expect.stringMatching(/^photo-\d+\.jpg$/) },
  ])
  expect(bot.calls.some(({ params }) => params['file_id'] === 'small')).toBe(false)

  const upload = async (name: string, content: Buffer) => {
    const file = new File([new Uint8Array(content)], name)
    const params = { uuid: server.uuidOf()! }
    return (await call(uploadAttachment, { params, body: { file } })).data.id
  }
  const ids = [await upload('map.jpg', PICTURE), await upload('notes.txt', Buffer.from('Notes'))]
  bot.behaviour.fault = ({ method }) => (method === 'sendPhoto' ? FAULTS.photoRefused : undefined)
  await answer(server, 'Here they are', ids)
  await server.until(() => bot.textsTo().slice(-3), ['Here they are', 'map.jpg', 'notes.txt'])
  const [map, notes] = bot.sent.slice(-2)
  // Too wide to be shown as a photo, it is sent as a document.
  expect([map!.call.method, map!.call.file?.content.equals(PICTURE)]).toEqual([
    'sendDocument',
    true,
  ])
  expect(notes!.call.file?.content.toString()).toBe('Notes')
})

test('edits, STOP and groups are understood, and nothing crafted becomes a message', async () => {
  const server = await serverWithBot()
  const { bot, call } = server
  const first = bot.write('Do you open at 9?')
  await server.until(() => bot.sent.length, 1)
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  bot.edit(first, 'Do you open at 8?')
  bot.edit(first, 'Do you open at 8?')
  await server.until(() => server.said(), ['Do you open at 9?', 'Do you open at 8?'])
  const kinds = async () => (await server.conversation()).activities.map(({ kind }) => kind)
  expect((await kinds()).filter((kind) => kind === 'messenger_edited')).toHaveLength(1)
  const group = { id: -100, type: 'supergroup', title: 'Friends' }
  bot.put({ message: { ...first, chat: group, text: 'In a group' } })
  bot.put({ channel_post: { chat: group, text: 'In a channel' } })
  bot.put({ message: { ...first, chat: { id: 99, type: 'private' }, text: 'As somebody else' } })
  bot.put({ message: { ...first, from: { ...ADA, is_bot: true }, text: 'As a bot' } })
  bot.put({ message: { ...first, text: { evil: true } } })
  bot.put({ message: { ...first, text: 'x'.repeat(100_000) } })
  bot.put({ message: null, __proto__: { text: 'x' } })
  bot.behaviour.batch = (list) => [...list, null, 7, { update_id: 'x' }] as never
  bot.write('/stop')
  bot.write('Anybody there?')
  await server.until(async () => (await server.said()).slice(2), ['/stop', 'Anybody there?'])
  expect((await senderAtDesk(server)).bot).toMatchObject({ ignored: 7 })
  await answer(server, 'We are sorry')
  await server.until(async () => (await kinds()).at(-1), 'messenger_not_sent')
  expect(bot.textsTo()).toHaveLength(1)
})

test('whoever writes without end is answered by people only, which the thread says once', async () => {
  const server = await serverWithBot({ limits: { messengerAnsweredOfCustomer: 2 } })
  const { bot } = server
  for (const count of [1, 2]) {
    bot.write('Hello')
    await server.until(() => bot.sent.length, count)
  }
  for (const text of ['Three', 'Four', 'Five']) bot.write(text)
  await server.until(async () => (await server.said()).length, 5)
  const { activities, messages } = await server.conversation()
  expect(activities.map(({ kind }) => kind)).toEqual(['messenger_not_sent'])
  expect(messages.filter(({ author }) => author === 'assistant')).toHaveLength(2)
  await server.clock.jump(3_600_000)
  bot.write('Hello again')
  await server.until(() => bot.sent.length, 3)
})
