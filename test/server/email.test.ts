import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { getEmail, listEmails, setEmailFollowUp } from '#contracts/email.ts'
import { anotherAccount } from '../support/accounts.ts'
import {
  ADDRESS,
  AWAY_MS,
  outboxOf,
  reply,
  serverWithMail,
  serverWithOutbox,
  visitorWithAddress,
} from '../support/email.ts'
import { partsOfMail } from '../support/mail-server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const PUBLIC_URL = 'https://chat.example.com'

const activitiesOf = async (server: Awaited<ReturnType<typeof serverWithOutbox>>, uuid: string) =>
  (await server.call(getConversation, { params: { uuid } })).activities.map(({ kind }) => kind)

test('an unread reply is emailed to the visitor after three minutes, together with everything else unread', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL })
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'We have **two** tables left, <b>see</b> https://example.com/menu.')
  await server.clock.advance(60_000)
  await reply(server, visitor, 'Shall I keep one?')
  await server.clock.advance(AWAY_MS - 30_000)
  expect((await server.call(listEmails)).data).toEqual([])
  await server.clock.advance(30_000)
  const [email] = await outboxOf(server, ['sent'])
  const [mail] = server.mail.received
  expect(mail).toMatchObject({ from: 'support@example.com', to: [ADDRESS] })
  const { headers, text, html } = partsOfMail(mail!.raw)
  expect(text).toContain('We have two tables left, <b>see</b> https://example.com/menu.')
  expect(text).toContain('Shall I keep one?')
  expect(html).toContain('&lt;b&gt;see&lt;/b&gt; <a href="https://example.com/menu">')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(headers.get('message-id')).toBe(
    (await server.call(getEmail, { params: { id: email!.id } })).message_id,
  )
  expect(await activitiesOf(server, visitor.conversationId)).toContain('email_sent')
  await server.clock.advance(24 * AWAY_MS)
  expect(server.mail.received).toHaveLength(1)
})

test('messages read in the chat meanwhile are not sent', async () => {
  const server = await serverWithMail()
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'Read in the chat.')
  await visitor.read()
  await server.clock.advance(AWAY_MS)
  await reply(server, visitor, 'Not read.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent'])
  const { text } = partsOfMail(server.mail.received[0]!.raw)
  expect(text).toContain('Not read.')
  expect(text).not.toContain('Read in the chat.')
})

test('a visitor who has the chat open gets no email until they have left', async () => {
  const server = await serverWithMail()
  const visitor = await visitorWithAddress(server)
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  await reply(server, visitor, 'Are you still there?')
  await server.clock.advance(10 * AWAY_MS)
  expect(server.mail.received).toEqual([])
  const { db, hub } = server.context
  const id = db.prepare<[], number>('SELECT id FROM visitors').pluck().get()!
  expect(hub.isFollowed(id)).toBe(true)
  stream.close()
  await expect.poll(() => hub.isFollowed(id)).toBe(false)
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent'])
})

test('without a mail server the email goes to the Sandbox outbox of its account', async () => {
  const server = await serverWithOutbox()
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'Kept.')
  await server.clock.advance(AWAY_MS)
  const [email] = await outboxOf(server, ['sandbox'])
  const kept = await server.call(getEmail, { params: { id: email!.id } })
  expect(kept).toMatchObject({ address: ADDRESS, conversation_id: visitor.conversationId })
  expect(kept.text).toContain('Kept.')
  const other = await anotherAccount(server)
  expect((await other.call(listEmails)).data).toEqual([])
  const target = `/api/user/emails/${email!.id}`
  expect((await other.fetch(target)).status).toBe(404)
  expect((await fetch(server.url + target)).status).toBe(401)
})

test('no email is sent without an address, for an assistant with email off, or for a greeting alone', async () => {
  const server = await serverWithOutbox()
  const nobody = await createVisitor(server)
  await nobody.say('hello')
  await reply(server, nobody, 'No address.')
  const { id } = await starterAssistant(server)
  const waiting = await visitorWithAddress(server)
  await reply(server, waiting, 'Never sent.')
  await server.call(setEmailFollowUp, {
    params: { id: Number(id) },
    body: { is_on: false, minutes: 3 },
  })
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, [])
  expect(server.context.jobs.count('email.follow_up')).toBe(0)
})

test('an address given later receives what was unread before', async () => {
  const server = await serverWithOutbox()
  const visitor = await visitorWithAddress(server, '')
  await reply(server, visitor, 'Written before the address.')
  await server.clock.advance(AWAY_MS)
  await visitor.leave(ADDRESS)
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sandbox'])
})

test('an address gets at most ten emails an hour, whoever gives it in a chat', async () => {
  const server = await serverWithOutbox()
  for (let count = 0; count < 11; count += 1)
    await reply(
      server,
      await visitorWithAddress(server, count % 2 ? ADDRESS : 'Ana@example.org'),
      'Hi',
    )
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, Array(10).fill('sandbox'))
  await server.clock.advance(3_600_000)
  await outboxOf(server, Array(11).fill('sandbox'))
})

test('the unsubscribe page takes effect when confirmed, not when opened', async () => {
  const server = await serverWithOutbox({ publicUrl: PUBLIC_URL })
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'First.')
  await server.clock.advance(AWAY_MS)
  const [email] = await outboxOf(server, ['sandbox'])
  const { text } = await server.call(getEmail, { params: { id: email!.id } })
  const target = /https:\/\/chat\.example\.com(\/email\/unsubscribe\/\S+)/.exec(text)![1]!
  const page = await fetch(server.url + target)
  expect(await page.text()).toContain('No more emails from')
  await reply(server, visitor, 'Second.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sandbox', 'sandbox'])
  const ended = await fetch(server.url + target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(ended.status).toBe(200)
  await reply(server, visitor, 'Third.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sandbox', 'sandbox'])
  const forged = target.replace(/\d+\./, (id) => `${Number.parseInt(id, 10) + 1}.`)
  expect((await fetch(server.url + forged, { method: 'POST' })).status).toBe(404)
})
