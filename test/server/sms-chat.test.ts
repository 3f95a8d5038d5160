import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { getAssistant, listAssistants } from '#contracts/assistants.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { listInbox } from '#contracts/inbox.ts'
import { listNotifications } from '#contracts/notifications.ts'
import { createPhoneNumber, listPhoneNumbers, updatePhoneNumber } from '#contracts/phone-numbers.ts'
import { listSms } from '#contracts/sms.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { partsOf } from '../../server/features/sms/chat/parts.ts'
import { anotherAccount } from '../support/accounts.ts'
import { send as call } from '../support/assistants.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { colleague } from '../support/operators.ts'
import { startPricedModel } from '../support/priced-model.ts'
import { RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'

const INBOUND = '/api/provider/sms/inbound'
const NUMBER = '+14155552671'

type Server = Awaited<ReturnType<typeof serverWithProvider>>

async function open(options: Parameters<typeof serverWithProvider>[0] = {}) {
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL, ...options })
  const { data } = await server.call(listAssistants)
  return { ...server, assistantId: Number(data[0]!.id) }
}

/** A server whose number is answered by the starter assistant. */
async function answered(options?: Parameters<typeof serverWithProvider>[0]) {
  const server = await open(options)
  const body = { sms_assistant_id: server.assistantId }
  await server.call(updatePhoneNumber, { params: { id: server.from }, body })
  return server
}

let count = 0
const text = (server: Server, Body: string, more: Record<string, string> = {}) =>
  server.report(INBOUND, {
    MessageSid: `SM${(count += 1)}`,
    From: RECIPIENT,
    To: NUMBER,
    Body,
    NumMedia: '0',
    ...more,
  })

async function conversation(server: Server) {
  const { data } = await server.call(listInbox)
  expect(data).toHaveLength(1)
  return server.call(getConversation, { params: { uuid: data[0]!.id } })
}

/** Lets the assistant think and what it says leave. */
async function settled(server: Server, arrivals: number): Promise<void> {
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return server.provider.arrivals.length
    })
    .toBe(arrivals)
}

const activities = async (server: Server) =>
  (await conversation(server)).activities.map(({ kind, data }) => [kind, data])

async function reply(server: Server, content: string) {
  const { id: uuid } = await conversation(server)
  const body = { client_id: crypto.randomUUID(), content }
  return server.call(replyToConversation, { params: { uuid }, body })
}

test('a text message becomes a conversation, and what the assistant says goes out as one, once', async () => {
  const server = await answered()
  const answer = await text(server, 'What does Parley cost?')
  expect([answer.status, await answer.text()]).toEqual([
    200,
    '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  ])
  await settled(server, 1)
  const chat = await conversation(server)
  expect(chat).toMatchObject({
    type: 'api',
    ai_mode: 'auto',
    visitor: { phone: RECIPIENT },
    variables: { customer_phone: RECIPIENT, assistant_phone: NUMBER },
  })
  const [, asked, said] = chat.messages
  expect(asked).toMatchObject({ author: 'visitor', content: 'What does Parley cost?' })
  expect(said).toMatchObject({ author: 'assistant', status: 'complete' })
  expect(server.provider.arrivals[0]).toMatchObject({ from: NUMBER, to: RECIPIENT })
  expect(partsOf(said!.content)[0]).toBe(server.provider.arrivals[0]!.body)
  expect((await server.call(getMe)).total_balance).toBeLessThan(10)
  await text(server, 'Thanks')
  await settled(server, 2)
  expect((await conversation(server)).messages.map(({ author }) => author)).toEqual([
    'assistant',
    'visitor',
    'assistant',
    'visitor',
    'assistant',
  ])
})

test('the same message reported twice is there once', async () => {
  const server = await answered()
  const same = { MessageSid: 'SMsame' }
  await Promise.all([text(server, 'Hello', same), text(server, 'Hello', same)])
  await text(server, 'Hello', same)
  const { messages } = await conversation(server)
  expect(messages.filter(({ author }) => author === 'visitor')).toHaveLength(1)
})

test('without an assistant a person sees it, and what they say goes out', async () => {
  const server = await open()
  await text(server, 'Is anybody there?')
  expect(await conversation(server)).toMatchObject({ ai_mode: 'human' })
  await reply(server, 'Yes, I am.')
  await settled(server, 1)
  expect(server.provider.arrivals).toMatchObject([{ body: 'Yes, I am.', to: RECIPIENT }])
  const { messages } = await conversation(server)
  expect(messages.map(({ author }) => author)).toEqual(['assistant', 'visitor', 'operator'])
})

test('an assistant that answers no more leaves its conversations to a person', async () => {
  const server = await answered()
  await text(server, 'Hello')
  await settled(server, 1)
  await server.call(updatePhoneNumber, {
    params: { id: server.from },
    body: { sms_assistant_id: null },
  })
  await text(server, 'And now?')
  await server.clock.advance(5000)
  expect(await conversation(server)).toMatchObject({ ai_mode: 'human' })
  expect(server.provider.arrivals).toHaveLength(1)
})

test('after STOP nothing is sent to them, whoever says it, until START', async () => {
  const server = await answered()
  await text(server, 'Hello')
  await settled(server, 1)
  await text(server, ' Stop. ')
  await text(server, 'Hello?')
  await server.clock.advance(5000)
  await reply(server, 'We are sorry to see you go')
  await expect
    .poll(() => activities(server))
    .toEqual([
      ['sms_stopped', {}],
      ['sms_not_sent', { reason: 'They wrote STOP and want no text messages.' }],
    ])
  expect(server.provider.arrivals).toHaveLength(1)
  await text(server, 'START')
  await server.clock.advance(5000)
  expect(server.provider.arrivals).toHaveLength(1)
  await text(server, 'Hello again')
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return server.provider.arrivals.length
    })
    .toBeGreaterThan(1)
  const about = (await activities(server)).filter(([kind]) => String(kind).startsWith('sms_'))
  expect(about).toHaveLength(3)
})

test('STOP and START are no part of the question that is answered next', async () => {
  const model = await startPricedModel(() => ({ text: 'At nine.' }))
  const server = await answered({ llm: model.llm })
  await useHostedModel(server)
  await text(server, 'Hello')
  await settled(server, 1)
  for (const order of ['STOP', 'START', 'When do you open?']) await text(server, order)
  await settled(server, 2)
  const { messages } = JSON.parse(model.bodies.at(-1)!) as { messages: { content: unknown }[] }
  expect(messages.slice(-3)).toEqual([
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'At nine.' },
    { role: 'user', content: 'When do you open?' },
  ])
  expect((await conversation(server)).messages.slice(-4).map(({ content }) => content)).toEqual([
    'STOP',
    'START',
    'When do you open?',
    'At nine.',
  ])
})

test('START is not answered when an operator hands the conversation back to the assistant', async () => {
  const server = await answered()
  await text(server, 'Hello')
  await settled(server, 1)
  for (const order of ['STOP', 'START']) await text(server, order)
  const { id: uuid, ai_epoch: epoch } = await conversation(server)
  const params = { uuid }
  const { data } = await server.call(turnDial, { params, body: { mode: 'human', epoch } })
  await server.call(turnDial, { params, body: { mode: 'auto', epoch: data.epoch } })
  await server.clock.advance(5000)
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  expect((await conversation(server)).messages.at(-1)).toMatchObject({ content: 'START' })
})

test('a yes of somebody who never wrote STOP is answered like every other word', async () => {
  const server = await answered()
  await text(server, 'Yes')
  await settled(server, 1)
})

test('what cannot be paid for or may not be sent is said in the conversation, and nothing is lost', async () => {
  const server = await open()
  await text(server, 'Hello')
  await server.call(updateSmsPolicy, { body: { countries: ['DE'], daily_cap: 1000 } })
  await reply(server, 'First')
  await expect
    .poll(() => activities(server))
    .toContainEqual(['sms_not_sent', { reason: 'Destination is not allowed' }])
  await server.call(updateSmsPolicy, { body: { countries: null, daily_cap: 1000 } })
  server.context.db.prepare('UPDATE prices SET sms_price = 100000000').run()
  await reply(server, 'Second')
  await expect
    .poll(() => activities(server))
    .toContainEqual(['sms_not_sent', { reason: 'Insufficient balance' }])
  expect((await conversation(server)).messages.map(({ content }) => content).slice(2)).toEqual([
    'First',
    'Second',
  ])
  expect(server.provider.arrivals).toEqual([])
  expect((await server.call(getMe)).total_balance).toBe(10)
})

test('a long text goes out in parts, once, also when the process dies in between', async () => {
  const server = await open()
  await text(server, 'Hello')
  const words = 'words and more '.repeat(50).trim()
  const { data } = await reply(server, words)
  await settled(server, 3)
  const bodies = server.provider.arrivals.map(({ body }) => body)
  expect(bodies.join(' ')).toBe(words)
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThanOrEqual(300)
  // The job again, as the next start would run it.
  await server.context.write((tx) =>
    server.context.jobs.add(tx, { kind: 'sms.reply', payload: { message_id: data.id } }),
  )
  await server.clock.advance(1000)
  await expect.poll(() => server.context.jobs.count('sms.reply')).toBe(0)
  expect(server.provider.arrivals).toHaveLength(3)
  expect((await server.call(listSms)).total).toBe(3)
})

test('a part whose fate is unknown ends the sending, and the desk is told', async () => {
  const server = await open()
  await text(server, 'Hello')
  await reply(server, `brokenJson: ${'a '.repeat(200)}`)
  await expect
    .poll(() => activities(server))
    .toContainEqual(['sms_not_sent', { reason: 'Outcome unknown, do not resend (reference 1)' }])
  expect(server.provider.arrivals).toHaveLength(1)
})

test('a reply that the provider could not deliver is said in the conversation, and whoever has it is notified once', async () => {
  const server = await open()
  await text(server, 'Is anybody there?')
  const [ben, cleo] = [await colleague(server, 'Ben'), await colleague(server, 'Cleo')]
  const { id: uuid } = await conversation(server)
  const body = { client_id: crypto.randomUUID(), content: 'Yes, I am.' }
  await ben.call(replyToConversation, { params: { uuid }, body })
  await settled(server, 1)
  const report = (MessageStatus: string) =>
    server.report('/api/provider/sms/status?reference=1', {
      MessageSid: server.provider.messages[0]!.sid,
      MessageStatus,
      ErrorCode: '30005',
    })
  for (const status of ['undelivered', 'undelivered', 'failed']) await report(status)
  const failed = (await activities(server)).filter(([kind]) => kind === 'sms_not_sent')
  expect(failed).toEqual([['sms_not_sent', { reason: 'Error 30005.' }]])
  const told = async ({ call }: typeof ben) =>
    (await call(listNotifications)).data
      .filter(({ kind }) => kind === 'delivery_failed')
      .map(({ cause, text, conversation_id }) => [cause, text, conversation_id])
  expect([await told(ben), await told(cleo)]).toEqual([
    [['sms_not_sent', 'Error 30005.', uuid]],
    [],
  ])
})

test('a long reply of which no part was delivered is said in the conversation once', async () => {
  const server = await open()
  await text(server, 'Hello')
  await reply(server, 'words and more '.repeat(50).trim())
  await settled(server, 3)
  for (const [part, { sid }] of server.provider.messages.entries()) {
    const report = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30005' }
    await server.report(`/api/provider/sms/status?reference=${part + 1}`, report)
  }
  const { data: texts } = await server.call(listSms)
  expect(texts.map(({ status }) => status)).toEqual(Array(3).fill('undelivered'))
  const failed = (await activities(server)).filter(([kind]) => kind === 'sms_not_sent')
  expect(failed).toEqual([['sms_not_sent', { reason: 'Error 30005.' }]])
})

test('a long reply of which one part cannot be sent and another one is not delivered later is said in the conversation once', async () => {
  const server = await open()
  await text(server, 'Hello')
  // Enough for the first part only.
  server.context.db.prepare('UPDATE prices SET sms_price = 2600000').run()
  await reply(server, 'words and more '.repeat(50).trim())
  await expect
    .poll(() => activities(server))
    .toContainEqual(['sms_not_sent', { reason: 'Insufficient balance' }])
  expect(server.provider.messages).toHaveLength(1)
  await server.report('/api/provider/sms/status?reference=1', {
    MessageSid: server.provider.messages[0]!.sid,
    MessageStatus: 'undelivered',
    ErrorCode: '30005',
  })
  const { data: texts } = await server.call(listSms)
  expect(texts.map(({ status }) => status)).toEqual(['undelivered'])
  const failed = (await activities(server)).filter(([kind]) => kind === 'sms_not_sent')
  expect(failed).toEqual([['sms_not_sent', { reason: 'Insufficient balance' }]])
})

test.each([
  ['short', ['short']],
  [`${'a'.repeat(300)}`, ['a'.repeat(300)]],
  [`${'a'.repeat(299)} b`, ['a'.repeat(299), 'b']],
  ['x'.repeat(301), ['x'.repeat(300), 'x']],
  ['😀'.repeat(300), ['😀'.repeat(300)]],
])('a text is cut between words', (content, parts) => {
  expect(partsOf(content)).toEqual(parts)
})

test('at most five parts, and the last one says that it is not the end', () => {
  const parts = partsOf('word '.repeat(1000))
  expect(parts).toHaveLength(5)
  expect(parts[4]).toMatch(/word…$/)
  for (const part of parts) expect([...part].length).toBeLessThanOrEqual(300)
})

test('of two accounts with one number, the one that may text with it has its messages', async () => {
  const server = await open()
  const other = await anotherAccount(server)
  await other.call(createPhoneNumber, {
    body: { phone_number: NUMBER, type: 'normal' },
  })
  await text(server, 'For whom?')
  expect((await other.call(listInbox)).data).toEqual([])
  expect((await conversation(server)).messages.at(-1)).toMatchObject({ content: 'For whom?' })
  await server.call(updatePhoneNumber, {
    params: { id: server.from },
    body: { sms_capable: false },
  })
  expect((await text(server, 'To nobody')).status).toBe(200)
  expect((await conversation(server)).messages).toHaveLength(2)
})

test.each([
  ['nobody’s number', { To: '+14155550000' }],
  ['a sender that is no telephone number', { From: 'BANK' }],
  ['no id', { MessageSid: '' }],
])('what comes with %s is let go', async (_, more) => {
  const server = await answered()
  expect((await text(server, 'Hello', more)).status).toBe(200)
  expect((await server.call(listInbox)).data).toEqual([])
})

test('files are named, odd characters are taken out, and an empty message says so', async () => {
  const server = await open()
  await text(server, 'Look\0', { NumMedia: '2' })
  await text(server, '', { NumMedia: '1' })
  await text(server, '')
  const { messages } = await conversation(server)
  expect(messages.slice(1).map(({ content }) => content)).toEqual([
    'Look\n[2 files, which stay with the provider]',
    '[1 file, which stays with the provider]',
    '[an empty message]',
  ])
})

test('a message that is not signed becomes nothing', async () => {
  const server = await answered()
  const fields = { MessageSid: 'SM1', From: RECIPIENT, To: NUMBER, Body: 'Hello' }
  const answer = await fetch(server.url + INBOUND, {
    ...server.provider.signed(`https://evil.example${INBOUND}`, fields),
  })
  expect(answer.status).toBe(403)
  expect((await server.call(listInbox)).data).toEqual([])
})

test('the assistant of a number is one of the account’s own, and goes with its deletion', async () => {
  const server = await answered()
  const [number] = (await server.call(listPhoneNumbers)).data
  expect(number).toMatchObject({ sms_assistant_id: server.assistantId })
  const answer = await call(server, 'PUT', `/user/phone-numbers/${server.from}`, {
    sms_assistant_id: 99_999,
  })
  expect([answer.status, JSON.parse(answer.text).errors]).toEqual([
    422,
    { sms_assistant_id: ['The selected sms assistant id is invalid.'] },
  ])
  await server.call(getAssistant, { params: { id: server.assistantId } })
  await call(server, 'DELETE', `/user/assistant/${server.assistantId}`)
  expect((await server.call(listPhoneNumbers)).data[0]).toMatchObject({ sms_assistant_id: null })
})
