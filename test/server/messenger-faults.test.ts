import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { fault } from '#contracts/faults.ts'
import { updatePrice } from '#contracts/money.ts'
import { listNotices } from '#contracts/notices.ts'
import { listNotifications } from '#contracts/notifications.ts'
import { eraseAll } from '../../server/features/contacts/erase.ts'
import { recordOutcome } from '../../server/features/messenger/outcome.ts'
import { messengerQueries } from '../../server/features/messenger/queries.ts'
import { recordReceipt } from '../../server/features/messenger/receipt.ts'
import { receiveMessage } from '../../server/features/messenger/receive.ts'
import { recoverMessages } from '../../server/features/messenger/recover.ts'
import { openMessage } from '../../server/features/messenger/send.ts'
import { senderQueries } from '../../server/features/messenger/senders/queries.ts'
import type { Channel, Receipt } from '../../server/providers/messenger/channel.ts'
import { providerError } from '../../server/providers/provider-error.ts'
import type { Sent } from '../../server/providers/sms/provider.ts'
import {
  CUSTOMER,
  type MessengerServer,
  messengerServer,
  post,
  write,
} from '../support/messenger.ts'

const ACCEPTED: Sent = { result: 'accepted', sid: 'wamid.1' }

/** A channel that does what the test says, and remembers what it was asked to send. */
function channelStandIn({ followUps = [] as readonly number[] } = {}) {
  const sends: string[] = []
  let sent: Sent | 'hangs' = ACCEPTED
  let receipts: Receipt[] = []
  let gate: Promise<void> | undefined
  const channel: Channel = {
    name: 'stand-in',
    capabilities: {
      windowMs: 24 * 3_600_000,
      maxLength: 4096,
      hasTemplates: true,
      hasReceipts: true,
      isPlayed: true,
    },
    newSender: { quality: 'GREEN', limit: null },
    followUps,
    async send({ body }) {
      sends.push(body)
      if (sent === 'hangs') return new Promise(() => {})
      const answer = sent
      await gate
      return answer
    },
    lookup: async () => receipts.shift() ?? { result: 'unclear', error: fault('sms_ambiguous') },
    review: async () => ({ status: 'approved' }),
  }
  return {
    channel,
    sends,
    /** The channel takes its time for what is sent from now on, until the function is called. */
    isSlow(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    answers(next: Sent | 'hangs') {
      sent = next
    },
    reports(...next: Receipt[]) {
      receipts = next
    },
  }
}

async function open(options: Parameters<typeof channelStandIn>[0] = {}) {
  const standIn = channelStandIn(options)
  const server = await messengerServer({ outside: { channel: standIn.channel } })
  await server.call(updatePrice, { params: { country: 'US' }, body: { messenger_price: 1 } })
  // A person answers, when the test says so.
  server.context.db.prepare('UPDATE messenger_senders SET assistant_id = NULL').run()
  await write(server, 'Hello')
  const send = (message = 'Good evening') =>
    post(server, 'send-freeform', {
      sender_id: server.sender.id,
      recipient_phone: CUSTOMER,
      message,
    })
  return { ...server, standIn, send }
}

const messageOf = ({ context: { db } }: MessengerServer, id: number) =>
  messengerQueries(db).find(id)!
const balanceOf = async ({ call }: MessengerServer) => (await call(getMe)).total_balance

const found = (status: 'sent' | 'delivered' | 'read' | 'undelivered' | 'failed'): Receipt => ({
  result: 'found',
  sid: 'wamid.1',
  status,
})

test('receipts in any order, late or repeated, never lead backwards', async () => {
  const server = await open()
  const { body } = await server.send()
  const id = body.whatsapp_message_id
  const report = (status: 'sent' | 'delivered' | 'read' | 'undelivered') =>
    server.context.write((tx) => recordOutcome(tx, server.context, id, { status }).status)
  expect(await report('read')).toBe('read')
  for (const late of ['delivered', 'sent', 'undelivered', 'read'] as const)
    expect(await report(late)).toBe('read')
  expect(await balanceOf(server)).toBe(9)
})

test('a channel that asks to wait, or refuses its token, has sent nothing and costs nothing', async () => {
  const server = await open()
  server.standIn.answers({
    result: 'refused',
    error: providerError(20429, 'Too many requests.'),
    retryAfterSeconds: 30,
  })
  expect(await server.send()).toMatchObject({
    status: 422,
    body: { error_code: 'PROVIDER_ERROR_20429' },
  })
  // Words that begin with a number are no error code.
  for (const error of [
    fault('sms_account_refused'),
    fault('verbatim', { text: '404: No such page.' }),
  ]) {
    server.standIn.answers({ result: 'refused', error })
    expect((await server.send()).body.error_code).toBe('PROVIDER_ERROR_UNKNOWN')
  }
  expect(await balanceOf(server)).toBe(10)
})

test('a channel that does not answer is asked later, and nothing is sent twice', async () => {
  const server = await open()
  server.standIn.answers('hangs')
  server.standIn.reports({ result: 'unclear', error: fault('sms_ambiguous') }, found('delivered'))
  const sending = server.send()
  await expect.poll(() => server.standIn.sends.length).toBe(1)
  await server.clock.advance(15_000)
  expect(await sending).toMatchObject({ status: 500, body: { error_code: 'OUTCOME_UNKNOWN' } })
  expect(await balanceOf(server)).toBe(9)
  await server.clock.advance(60_000)
  expect(messageOf(server, 1).status).toBe('unknown')
  await server.clock.advance(240_000)
  await expect.poll(() => messageOf(server, 1).status).toBe('delivered')
  expect(server.standIn.sends).toHaveLength(1)
  expect(await balanceOf(server)).toBe(9)
})

test('what a channel lost, as it says later, is said in the conversation, and the desk is notified', async () => {
  const server = await open()
  server.standIn.answers({ result: 'unknown', error: fault('sms_answer_broken') })
  server.standIn.reports(found('undelivered'))
  await server.send()
  await server.clock.advance(60_000)
  await expect.poll(() => messageOf(server, 1).status).toBe('undelivered')
  const { data } = await server.call(listNotifications)
  expect(data.flatMap(({ cause, text }) => (cause === 'messenger_not_sent' ? [text] : []))).toEqual(
    ['The message could not be delivered.'],
  )
})

test('a long reply of which no part was delivered is said in the conversation once', async () => {
  const server = await open()
  const uuid = server.context.db.prepare('SELECT uuid FROM conversations').pluck().get() as string
  const body = { client_id: crypto.randomUUID(), content: 'words and more '.repeat(400).trim() }
  await server.call(replyToConversation, { params: { uuid }, body })
  await expect.poll(() => server.standIn.sends.length).toBe(3)
  await expect
    .poll(() => [1, 2, 3].map((id) => messageOf(server, id).status))
    .toEqual(['sent', 'sent', 'sent'])
  for (const id of [1, 2, 3]) {
    const report = { channel: 'stand-in', id, sid: 'wamid.1', status: 'undelivered' } as const
    await server.context.write((tx) => recordReceipt(tx, server.context, report))
    expect(messageOf(server, id).status).toBe('undelivered')
  }
  const { activities } = await server.call(getConversation, { params: { uuid } })
  expect(activities.filter(({ kind }) => kind === 'messenger_not_sent')).toHaveLength(1)
})

test.each(['before', 'after'])(
  'a part that is lost %s another one cannot be sent is not said again',
  async (when) => {
    const server = await open()
    const uuid = server.context.db.prepare('SELECT uuid FROM conversations').pluck().get() as string
    const release = server.standIn.isSlow()
    const body = { client_id: crypto.randomUUID(), content: 'words and more '.repeat(400).trim() }
    await server.call(replyToConversation, { params: { uuid }, body })
    await expect.poll(() => server.standIn.sends.length).toBe(1)
    const isLost = () =>
      server.context.write((tx) =>
        recordReceipt(tx, server.context, {
          channel: 'stand-in',
          id: 1,
          sid: 'wamid.1',
          status: 'undelivered',
        }),
      )
    if (when === 'before') await isLost()
    // The answer to the first part has been decided already.
    server.standIn.answers({ result: 'refused', error: fault('sms_account_refused') })
    release()
    await expect.poll(() => messageOf(server, 2)?.status).toBe('failed')
    if (when === 'after') await isLost()
    expect(messageOf(server, 1).status).toBe('undelivered')
    const { activities } = await server.call(getConversation, { params: { uuid } })
    expect(activities.filter(({ kind }) => kind === 'messenger_not_sent')).toHaveLength(1)
  },
)

test('what stays unknown for a day becomes a notice, and its money stays reserved', async () => {
  const server = await open()
  server.standIn.answers({ result: 'unknown', error: fault('sms_answer_broken') })
  await server.send()
  for (const minutes of [1, 4, 25, 24 * 60]) await server.clock.jump(minutes * 60_000)
  const kinds = async () => (await server.call(listNotices)).data.map(({ kind }) => kind)
  await expect
    .poll(async () => {
      await server.clock.jump(60_000)
      return kinds()
    })
    .toContain('messenger_unknown')
  expect(await balanceOf(server)).toBe(9)
})

test('a crash before the request refunds a message; one during it leaves the outcome unknown', async () => {
  const server = await open()
  const { context, sender, standIn } = server
  const said = context.db.prepare<[], number>('SELECT max(id) FROM messages').pluck().get()!
  const never = await context.write((tx) =>
    openMessage(tx, context, {
      sender: senderQueries(context.db).byId(sender.id)!,
      messageId: said,
      part: 0,
      body: 'Never sent',
      to: CUSTOMER,
      price: 1_000_000,
    }),
  )
  standIn.answers('hangs')
  const sending = server.send()
  await expect.poll(() => standIn.sends.length).toBe(1)
  expect(await balanceOf(server)).toBe(8)
  await recoverMessages(context)
  const statuses = [never.id, never.id + 1].map((id) => messageOf(server, id).status)
  expect(statuses).toEqual(['failed', 'unknown'])
  expect(await balanceOf(server)).toBe(9)
  await server.clock.advance(15_000)
  expect((await sending).status).toBe(500)
  expect(standIn.sends).toEqual(['Good evening'])
})

test('a reply whose process died after its record is not sent again', async () => {
  const server = await open()
  const { conversation_id: uuid } = await write(server, 'Are you there?')
  await server.call(replyToConversation, {
    params: { uuid },
    body: { client_id: crypto.randomUUID(), content: 'Yes' },
  })
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return server.standIn.sends
    })
    .toEqual(['Yes'])
  const { context } = server
  const { messages } = await server.call(getConversation, { params: { uuid } })
  await context.write((tx) => {
    const payload = { message_id: messages.at(-1)!.id }
    for (let times = 0; times < 3; times += 1)
      context.jobs.add(tx, { kind: 'messenger.reply', payload })
  })
  await server.clock.advance(1000)
  await expect.poll(() => context.jobs.count('messenger.reply')).toBe(0)
  expect(server.standIn.sends).toEqual(['Yes'])
})

test('a message waits for the one before it, however slow the channel is', async () => {
  const server = await open()
  const { call, context, standIn } = server
  const uuid = context.db
    .prepare<[], string>("SELECT uuid FROM conversations WHERE type = 'messenger'")
    .pluck()
    .get()!
  const goOn = standIn.isSlow()
  for (const content of ['First', 'Second', 'Third'])
    await call(replyToConversation, {
      params: { uuid },
      body: { client_id: crypto.randomUUID(), content },
    })
  await expect.poll(() => standIn.sends.length).toBe(1)
  await server.clock.advance(5000)
  expect(standIn.sends).toEqual(['First'])
  goOn()
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return standIn.sends
    })
    .toEqual(['First', 'Second', 'Third'])
})

test('what a channel repeats at the same moment is received once', async () => {
  const server = await open()
  const { context, sender } = server
  const row = senderQueries(context.db).byId(sender.id)!
  const incoming = { sid: 'wamid.in', from: CUSTOMER, body: 'Twice' }
  const turns = { restart: () => undefined, abort: () => undefined } as never
  const all = await Promise.all(
    Array.from({ length: 5 }, () => receiveMessage({ ...context, turns }, row, incoming)),
  )
  expect(new Set(all.map((conversation) => conversation?.uuid)).size).toBe(1)
  const { messages } = await server.call(getConversation, { params: { uuid: all[0]!.uuid } })
  expect(messages.filter(({ content }) => content === 'Twice')).toHaveLength(1)
})

test('when a customer is erased, so is what was sent to them', async () => {
  const server = await open()
  await server.send('A secret of the customer')
  const { context } = server
  const visitor = context.db
    .prepare<[], number>("SELECT visitor_id FROM conversations WHERE type = 'messenger'")
    .pluck()
    .get()!
  await eraseAll({ ...context, turns: { abort: () => undefined } as never }, visitor)
  const left = ['messenger_messages', 'messenger_conversations'].map((table) =>
    context.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  expect(left).toEqual([0, 0])
  expect(await balanceOf(server)).toBe(9)
})
