import { expect, test } from 'vitest'
import { blockSender, getSender } from '#contracts/blocks.ts'
import { getConversation, listMessages } from '#contracts/conversations.ts'
import { confirmEmail } from '#contracts/email-confirmations.ts'
import { listReceivedEmails, setEmailReception } from '#contracts/email-receiving.ts'
import { getOperatorEmails, setOperatorEmails } from '#contracts/operator-emails.ts'
import { deleteOperator, updateProfile } from '#contracts/operators.ts'
import { attend } from '#contracts/presence.ts'
import { operatorEmailQueries } from '../../../server/features/email/operator-emails/queries.ts'
import { serverWithMail, visitorWithAddress } from '../../support/email.ts'
import { confirmationsTo, confirmOwnAddress } from '../../support/email-confirmations.ts'
import { inboxOf, writeMail } from '../../support/incoming-mail.ts'
import { partsOfMail } from '../../support/mail-server.ts'
import { colleague, signedInOwner } from '../../support/operators.ts'
import { starterAssistant } from '../../support/visitor.ts'

const PUBLIC_URL = 'https://chat.example.com'
const OWN = 'olga@example.com'
const MINUTE = 60_000

type Server = Awaited<ReturnType<typeof serverWithMail>>

/** A server whose only operator is emailed. */
async function watchedDesk(mode: 'immediate' | 'hourly') {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL })
  const owner = await signedInOwner(server)
  await owner.call(updateProfile, { body: { name: 'Olga' } })
  await confirmOwnAddress(server, owner.call, OWN)
  await owner.call(setOperatorEmails, { body: { mode, language: 'en' } })
  return server
}

/** Lets anybody's email open a conversation. */
const welcomeStrangers = async (server: Server, has_tags: boolean) =>
  server.call(setEmailReception, {
    body: {
      strangers: 'on',
      listed: [],
      assistant_id: Number((await starterAssistant(server)).id),
      has_tags,
    },
  })

/** Emails to the operator once there are so many; the clock advances slowly meanwhile, because a mail server has 20 s to answer. */
async function told(server: Server, count: number) {
  const own = () => server.mail.received.filter(({ to }) => to.includes(OWN))
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return own().length
    })
    .toBe(count)
  return own().map(({ raw }) => partsOfMail(raw))
}

const said = async (server: Server, uuid: string) =>
  (await server.call(listMessages, { params: { uuid } })).data.map(
    ({ author, author_name, content }) => [author, author_name, content],
  )

test('an operator is emailed about a visitor who waits while nobody is at the desk, and answers by email', async () => {
  const server = await watchedDesk('immediate')
  const receive = inboxOf(server)
  const visitor = await visitorWithAddress(server)
  await server.clock.advance(MINUTE)
  const [{ headers, text, html }] = (await told(server, 1)) as [ReturnType<typeof partsOfMail>]
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  for (const content of [text, html]) {
    expect(content).toContain('Is there a table tonight?')
    expect(content).toContain(`${PUBLIC_URL}/app/inbox/${visitor.conversationId}`)
  }
  const inReplyTo = headers.get('message-id')!
  const reply = (from: string, more: Parameters<typeof writeMail>[0] = {}) =>
    receive(writeMail({ from, inReplyTo, text: 'Yes, at eight.\n\n> Is there a table?', ...more }))
  expect(await reply('eve@example.com')).toMatchObject({ reason: { code: 'email_wrong_sender' } })
  for (const results of [
    'dmarc=fail',
    'spf=fail; dkim=none',
    'dmarc=none; spf=softfail',
    // Passes of others, for the domain above all, and one inside an address.
    'spf=pass smtp.mailfrom=eve@attacker.example; dkim=pass header.d=attacker.example',
    'dmarc=none; dkim=pass header.d=com; spf=pass smtp.mailfrom=notexample.com',
    'spf=pass smtp.mailfrom="x; dkim=pass header.d=example.com; "@attacker.example',
    'spf=pass; dkim=pass',
  ])
    expect(await reply(OWN, { headers: [`Authentication-Results: mx; ${results}`] })).toMatchObject(
      { reason: { code: 'email_forged' } },
    )
  expect(await reply(OWN, { headers: ['Auto-Submitted: auto-replied'] })).toMatchObject({
    reason: { code: 'email_automatic' },
  })
  expect(await reply(OWN, { messageId: inReplyTo })).toMatchObject({
    reason: { code: 'email_own' },
  })
  const forged = inReplyTo.replace(/\.[\w-]{22}@/, `.${'x'.repeat(22)}@`)
  expect(await reply(OWN, { inReplyTo: forged })).toMatchObject({
    reason: { code: 'email_stranger' },
  })
  const passing = { headers: ['Authentication-Results: mx; dmarc=pass'] }
  const quote = `On Thu, Jan 1, 2026 at 12:00 PM Parley <a@example.com> wrote:\n\n${text.replace(/^/gm, '> ')}`
  expect(await reply(OWN, { ...passing, text: quote })).toMatchObject({
    reason: { code: 'email_empty' },
  })
  const below = { ...passing, text: `${quote}\n\nYes, at eight.` }
  expect(await reply(`Olga <${OWN.toUpperCase()}>`, below)).toMatchObject({ status: 'taken' })
  expect((await said(server, visitor.conversationId)).slice(-2)).toEqual([
    ['visitor', expect.any(String), 'Is there a table tonight?'],
    ['operator', 'Olga', 'Yes, at eight.'],
  ])
  const { activities } = await server.call(getConversation, {
    params: { uuid: visitor.conversationId },
  })
  const kinds = activities.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['email_received', 'email_ignored', 'assigned']))
  expect((await server.call(listReceivedEmails)).data[0]).toMatchObject({ status: 'taken' })
  // They wait no more, so there is nothing more to tell.
  await server.clock.advance(10 * MINUTE)
  await told(server, 1)
})

test('a reply with the tagged address lands in its conversation, until its operator has left', async () => {
  const server = await watchedDesk('immediate')
  const receive = inboxOf(server)
  await server.call(setEmailReception, {
    body: { strangers: 'off', listed: [], assistant_id: null, has_tags: true },
  })
  const ben = await colleague(server, 'Ben')
  await confirmOwnAddress(server, ben.call, 'ben@example.com')
  await ben.call(setOperatorEmails, { body: { mode: 'immediate', language: 'de' } })
  const visitor = await visitorWithAddress(server)
  await server.clock.advance(MINUTE)
  await told(server, 1)
  await expect.poll(() => server.mail.received.length).toBe(2)
  const bens = server.mail.received.find(({ to }) => to.includes('ben@example.com'))!
  const { headers, text } = partsOfMail(bens.raw)
  expect(text).toContain('niemand ist am Platz')
  const to = /<(.+)>/.exec(headers.get('reply-to')!)![1]!
  const reply = (content: string, headers: readonly string[] = []) =>
    receive(writeMail({ from: 'ben@example.com', to, text: content, headers }))
  expect(await reply('Ja, um acht.')).toMatchObject({ status: 'taken' })
  expect((await said(server, visitor.conversationId)).at(-1)).toEqual([
    'operator',
    'Ben',
    'Ja, um acht.',
  ])
  for (const results of [
    'dmarc=none; spf=pass smtp.mailfrom=bounces@example.com',
    'dkim=fail header.d=example.com; dkim=pass (2048-bit key) header.i=@example.com header.b=abc',
    'dkim=pass header.d="example.com"',
  ])
    expect(await reply('Ja.', [`Authentication-Results: mx; ${results}`])).toMatchObject({
      status: 'taken',
    })
  await welcomeStrangers(server, true)
  const owner = await signedInOwner(server)
  await owner.call(deleteOperator, { params: { id: ben.operator.id } })
  expect(await reply('Noch etwas.')).toMatchObject({
    status: 'ignored',
    reason: { code: 'email_wrong_sender' },
  })
})

test('an operator who answers somebody by email is not taken for them', async () => {
  const server = await watchedDesk('immediate')
  const receive = inboxOf(server)
  await welcomeStrangers(server, false)
  const { conversationId: uuid } = await visitorWithAddress(server, OWN)
  await server.clock.advance(MINUTE)
  const [{ headers }] = (await told(server, 1)) as [ReturnType<typeof partsOfMail>]
  const passing = { from: OWN, headers: ['Authentication-Results: mx; dmarc=pass'] }
  const reply = writeMail({ ...passing, inReplyTo: headers.get('message-id')!, text: 'At eight.' })
  expect(await receive(reply)).toMatchObject({ status: 'taken' })
  const { unverified } = await server.call(getSender, { params: { uuid } })
  expect(unverified).toEqual(['email'])
  await server.call(blockSender, { params: { uuid }, body: { kinds: ['visitor'] } })
  expect(await receive(writeMail({ ...passing, subject: 'Hello' }))).toMatchObject({
    status: 'taken',
  })
})

test('nobody is emailed while somebody is at the desk', async () => {
  const server = await watchedDesk('immediate')
  const tab = crypto.randomUUID()
  const attendAs = (status: 'available' | 'away') => server.call(attend, { body: { tab, status } })
  await attendAs('available')
  await visitorWithAddress(server)
  await server.clock.advance(2 * MINUTE + 500)
  expect(server.mail.received).toEqual([])
  // Looked at again every minute.
  await attendAs('away')
  await server.clock.advance(MINUTE - 300)
  await told(server, 1)
})

test('a digest lists everyone who waits, once an hour, and can be ended by its link', async () => {
  const server = await watchedDesk('hourly')
  const ana = await visitorWithAddress(server, 'ana@example.org')
  await visitorWithAddress(server, 'bob@example.org')
  await server.clock.advance(MINUTE)
  const [first] = await told(server, 1)
  expect(first!.headers.get('subject')).toBe('Waiting visitors: 2')
  expect(first!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  // It has several visitors: a reply is for none of them, and no stranger's either.
  await welcomeStrangers(server, false)
  const inReplyTo = first!.headers.get('message-id')!
  expect(
    await inboxOf(server)(writeMail({ from: OWN, inReplyTo, text: 'For Ana.' })),
  ).toMatchObject({ status: 'ignored', reason: { code: 'email_stranger' } })
  expect(JSON.stringify(await said(server, ana.conversationId))).not.toContain('For Ana.')
  await visitorWithAddress(server, 'cem@example.org')
  await server.clock.advance(30 * MINUTE)
  await told(server, 1)
  const sentAt = server.context.db.prepare('SELECT sent_at FROM operator_email_settings').pluck()
  const left = (sentAt.get() as number) + 60 * MINUTE - server.context.now().getTime()
  await server.clock.advance(left + 100)
  const [, second] = await told(server, 2)
  expect(second!.headers.get('subject')).toBe('Waiting visitors: 1')
  const [link = ''] = /https:[^>]+/.exec(second!.headers.get('list-unsubscribe')!) ?? []
  const { pathname } = new URL(link)
  expect(
    (await fetch(server.url + pathname.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))).status,
  ).toBe(404)
  expect(await (await fetch(server.url + pathname)).text()).toContain('Turn off these emails')
  expect(await server.call(getOperatorEmails)).toMatchObject({ mode: 'hourly', address: OWN })
  expect((await fetch(server.url + pathname, { method: 'POST' })).status).toBe(200)
  expect(await server.call(getOperatorEmails)).toMatchObject({ mode: 'off' })
})

test('a program with a key gets no emails for its operator, neither by turning them on nor by changing the address', async () => {
  const server = await watchedDesk('immediate')
  const body = { mode: 'hourly', language: 'en' } as const
  await expect(server.call(setOperatorEmails, { body })).rejects.toMatchObject({
    code: 'sign_in_by_link',
  })
  const eve = 'eve@example.com'
  await server.call(updateProfile, { body: { email: eve } })
  const [sent] = await confirmationsTo(server, eve, 1)
  await expect(server.call(confirmEmail, { body: { token: sent!.secret } })).rejects.toMatchObject({
    code: 'sign_in_by_link',
  })
  expect(await server.call(getOperatorEmails)).toMatchObject({
    mode: 'immediate',
    address: OWN,
    unconfirmed: eve,
  })
})

test('only the signed subject of their emails ends those of an operator by email', async () => {
  const server = await watchedDesk('immediate')
  await visitorWithAddress(server)
  await server.clock.advance(MINUTE)
  const [{ headers }] = (await told(server, 1)) as [ReturnType<typeof partsOfMail>]
  const [, query = ''] = /<mailto:[^?>]+\?([^>]+)>/.exec(headers.get('list-unsubscribe')!) ?? []
  const subject = new URLSearchParams(query).get('subject')!
  const send = (written: string) =>
    inboxOf(server)(writeMail({ from: OWN, subject: written, text: '' }))
  for (const forged of ['unsubscribe', subject.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))])
    expect(await send(forged)).toMatchObject({ reason: { code: 'email_empty' } })
  expect(await server.call(getOperatorEmails)).toMatchObject({ mode: 'immediate' })
  expect(await send(subject)).toMatchObject({ reason: { code: 'email_unsubscribed' } })
  expect(await server.call(getOperatorEmails)).toMatchObject({ mode: 'off' })
  const [listed] = (await server.call(listReceivedEmails)).data
  expect(listed).toMatchObject({ subject: 'unsubscribe', status: 'ignored' })
})

test('the emails that an operator has had are not read one by one', async () => {
  const { context } = await watchedDesk('immediate')
  const plans: string[] = []
  const { prepare } = context.db
  const db = Object.create(context.db, {
    prepare: {
      value: (sql: string) => {
        const names = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => [name, 0])
        const marks = [...sql.matchAll(/\?/g)].map(() => 0)
        const explain = context.db.prepare<unknown[]>(`EXPLAIN QUERY PLAN ${sql}`)
        const rows = explain.all(...(names.length > 0 ? [Object.fromEntries(names)] : marks))
        plans.push(...(rows as { detail: string }[]).map(({ detail }) => detail))
        return prepare.call(context.db, sql)
      },
    },
  })
  const queries = operatorEmailQueries(db)
  queries.sentSince(1, 0)
  queries.pending(1, 20)
  const ofEmails = plans.filter((plan) => / operator_emails\b/.test(plan))
  expect(ofEmails).toHaveLength(2)
  for (const plan of ofEmails)
    expect(plan).toMatch(/operator_emails_by_time \(operator_id=\? AND sent_at/)
})
