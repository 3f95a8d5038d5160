import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openChatLink, revokeChatLinks } from '#contracts/chat-links.ts'
import { getConversation } from '#contracts/conversations.ts'
import { getEmail, listEmails } from '#contracts/email.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { getVisitorConversation, readAsVisitor } from '#contracts/widget.ts'
import { anotherAccount } from '../support/accounts.ts'
import {
  AWAY_MS,
  outboxOf,
  reply,
  serverWithMail,
  serverWithOutbox,
  visitorWithAddress,
} from '../support/email.ts'
import { partsOfMail } from '../support/mail-server.ts'
import { starterAssistant } from '../support/visitor.ts'

const PUBLIC_URL = 'https://chat.example.com'
const DAY_MS = 24 * 3_600_000

type Server = Awaited<ReturnType<typeof serverWithMail>>

/** The secret of the link in the latest email, which is the same in its text and its HTML. */
function secretOf({ mail }: Server): string {
  const { text, html } = partsOfMail(mail.received.at(-1)!.raw)
  const link = /https:\/\/chat\.example\.com\/continue\/[\da-f-]{36}#[\w-]{43}/
  const [found] = link.exec(text)!
  expect(link.exec(html)![0]).toBe(found)
  return found.split('#')[1]!
}

/** A visitor with an emailed link; every server has one mail server for all of them. */
async function linkedVisitor(server: Server, address: string) {
  const visitor = await visitorWithAddress(server, address)
  await reply(server, visitor, 'We have two tables left.')
  await server.clock.advance(AWAY_MS)
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return server.mail.received.flatMap(({ to }) => to)
    })
    .toContain(address)
  return { ...visitor, secret: secretOf(server) }
}

const open = (server: Server, token: string) => server.as()(openChatLink, { body: { token } })

/** The code with which a link is refused. */
const refusal = async (server: Server, token: string): Promise<string | null> => {
  const answer = await fetch(`${server.url}/api/chat-links/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return answer.ok ? 'opened' : answer.headers.get('parley-error')
}

test('an email has a private link that opens its chat on another device, once, and counts as read', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL })
  const visitor = await linkedVisitor(server, 'ana@example.org')
  const [listed] = (await server.call(listEmails)).data
  const stored = await server.call(getEmail, { params: { id: listed!.id } })
  expect(stored.text).toContain(`${PUBLIC_URL}/continue/`)
  expect(JSON.stringify(stored)).not.toContain(visitor.secret)
  // A program that opens the link never sends what is behind the #.
  expect((await fetch(`${server.url}/api/chat-links/open`)).status).toBe(405)
  const opened = await open(server, visitor.secret)
  expect(opened).toMatchObject({
    visitor_id: visitor.id,
    email: 'ana@example.org',
    conversation_id: visitor.conversationId,
    assistant_id: (await starterAssistant(server)).uuid,
  })
  const params = { uuid: visitor.conversationId }
  const there = server.as({ authorization: `Bearer ${opened.token}` })
  const { messages } = await there(getVisitorConversation, { params })
  expect(messages.at(-1)).toMatchObject({ content: 'We have two tables left.' })
  // The first device keeps its own session.
  await visitor.call(getVisitorConversation, { params })
  const { activities } = await server.call(getConversation, { params })
  expect(activities.map(({ kind }) => kind)).toContain('email_link_opened')
  const read = server.context.db
    .prepare('SELECT visitor_read_seq FROM conversations WHERE uuid = ?')
    .pluck()
  expect(read.get(visitor.conversationId)).toBe(messages.at(-1)!.seq)
  expect(await refusal(server, visitor.secret)).toBe('chat_link_used')
})

test('an email that waits for another attempt is cancelled once its visitor has opened an earlier link', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL })
  const visitor = await linkedVisitor(server, 'ana@example.org')
  server.mail.behaviour.onMail = () => {
    throw Object.assign(new Error('Try again later'), { responseCode: 451 })
  }
  await reply(server, visitor, 'Shall I keep one?')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['waiting', 'sent'])
  const { token } = await open(server, visitor.secret)
  const there = server.as({ authorization: `Bearer ${token}` })
  await there(readAsVisitor, { params: { uuid: visitor.conversationId }, body: { seq: 1000 } })
  await server.clock.advance(61_000)
  await outboxOf(server, ['cancelled', 'sent'])
})

test('forged, foreign, expired, used, revoked and outdated links open nothing', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL })
  const tokens = server.context.db.prepare('SELECT count(*) FROM visitor_tokens').pluck()
  const foreign = await serverWithMail({ publicUrl: PUBLIC_URL })
  const { secret: elsewhere } = await linkedVisitor(foreign, 'ana@example.org')
  const moved = await linkedVisitor(server, 'moved@example.org')
  await moved.leave('another@example.org')
  const revoked = await linkedVisitor(server, 'revoked@example.org')
  const params = { uuid: revoked.conversationId }
  const other = await anotherAccount(server)
  await expect(other.call(revokeChatLinks, { params })).rejects.toMatchObject({ status: 404 })
  expect(await server.call(revokeChatLinks, { params })).toMatchObject({ revoked: 1 })
  const erased = await linkedVisitor(server, 'erased@example.org')
  await erased.call(eraseVisitor)
  const late = await linkedVisitor(server, 'late@example.org')
  const before = tokens.get()
  const forged = Array.from({ length: 20 }, () => randomBytes(32).toString('base64url'))
  for (const secret of [...forged, elsewhere, erased.secret, 'private', late.secret.toLowerCase()])
    expect(await refusal(server, secret)).toBe('chat_link_not_found')
  for (const { secret } of [moved, revoked])
    expect(await refusal(server, secret)).toBe('chat_link_expired')
  const { db, now } = server.context
  const expiry = db.prepare('SELECT max(expires_at) FROM chat_links').pluck()
  const left = (expiry.get() as number) - now().getTime()
  expect(left / DAY_MS).toBeCloseTo(7, 3)
  db.prepare('UPDATE chat_links SET expires_at = expires_at - ?').run(left)
  expect(await refusal(server, late.secret)).toBe('chat_link_expired')
  expect(tokens.get()).toBe(before)
  const kept = server.context.db.prepare('SELECT count(*) FROM chat_links').pluck()
  expect(kept.get()).toBe(3)
})

test('without a public address there is no link, and the email asks for a reply', async () => {
  const server = await serverWithOutbox()
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'We have two tables left.')
  await server.clock.advance(AWAY_MS)
  const [email] = await outboxOf(server, ['sandbox'])
  const { text, html } = await server.call(getEmail, { params: { id: email!.id } })
  for (const content of [text, html]) {
    expect(content).toContain('Reply to this email to answer.')
    expect(content).not.toContain('/continue/')
  }
})
