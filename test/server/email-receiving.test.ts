import { expect, test } from 'vitest'
import { listMessages } from '#contracts/conversations.ts'
import { getEmail, listEmails } from '#contracts/email.ts'
import {
  deliverEmail,
  getReceivedEmail,
  listReceivedEmails,
  setEmailReception,
} from '#contracts/email-receiving.ts'
import { listInbox } from '#contracts/inbox.ts'
import { listNotices } from '#contracts/notices.ts'
import { anotherAccount } from '../support/accounts.ts'
import { ADDRESS, AWAY_MS, outboxOf, reply, serverWithOutbox } from '../support/email.ts'
import { emailedVisitor, inboxOf, partsOf, writeMail } from '../support/incoming-mail.ts'
import { startServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const attached = (name: string, type: string, content: Buffer) =>
  [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64'),
  ].join('\n')

/** Lets the owner's starter assistant answer strangers. */
async function welcome(
  server: Awaited<ReturnType<typeof serverWithOutbox>>,
  strangers: 'listed' | 'on' = 'on',
  listed: string[] = [],
) {
  const { id } = await starterAssistant(server)
  await server.call(setEmailReception, {
    body: { strangers, listed, assistant_id: Number(id), has_tags: true },
  })
}

test('a mail server delivers email by a request with a key, with the same outcome as a mailbox', async () => {
  const server = await serverWithOutbox()
  const visitor = await emailedVisitor(server)
  const deliver = (mail: string | Uint8Array, { call } = server) =>
    call(deliverEmail, { body: { file: new File([mail as BlobPart], 'email.eml') } })
  const mail = writeMail({
    inReplyTo: visitor.messageId,
    messageId: '<posted@example.org>',
    text: 'At eight.',
  })
  expect(await deliver(mail)).toEqual({ status: 'taken', reason: null })
  expect(await deliver(mail)).toEqual({ status: 'repeated', reason: null })
  expect((await visitor.said()).at(-1)).toBe('At eight.')
  expect(await deliver('no email at all')).toEqual({
    status: 'ignored',
    reason: expect.stringMatching(/.\.$/),
  })
  const other = await anotherAccount(server)
  await expect(deliver(mail, other as never)).rejects.toMatchObject({ status: 403 })
  await expect(deliver(mail, { ...server, call: server.as() })).rejects.toMatchObject({
    status: 401,
  })
})

test('a reply by email is a message of its conversation, once, and is answered by email', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const mail = writeMail({
    inReplyTo: visitor.messageId,
    headers: [
      'Authentication-Results: mx.example.com; spf=pass (sender ip is 1.2.3.4; dmarc=fail) smtp.mailfrom=ana@example.org; dkim=pass; dmarc=pass',
      'Authentication-Results: forged.example; dmarc=fail',
    ],
    messageId: '<one@example.org>',
    text: 'Tonight at eight.\n\n> quoted in between\n\nYes.\n\n-- \nAna\n\nOn Thu, 1 Jan 2026 at 12:00, Shop <support@example.com> wrote:\n> We have two tables left.\n',
  })
  expect(await receive(mail)).toMatchObject({ status: 'taken' })
  expect(await receive(mail)).toMatchObject({ status: 'repeated' })
  const [, latest] = await visitor.said()
  expect(latest).toBe('Tonight at eight.\n\n> quoted in between\n\nYes.')
  const line = (await visitor.activities()).find(({ kind }) => kind === 'email_received')
  expect(line?.data).toMatchObject({ address: ADDRESS, dmarc: 'pass', left_out: [] })
  const [listed] = (await server.call(listReceivedEmails)).data
  expect(listed).toMatchObject({ status: 'taken', conversation_id: visitor.conversationId })
  const whole = await server.call(getReceivedEmail, { params: { id: listed!.id } })
  expect(whole.text).toContain('> We have two tables left.')
  expect(whole.authentication).toEqual({
    server: 'mx.example.com',
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
  })
  await reply(server, visitor, 'Done.')
  await server.clock.advance(31_000)
  const [email] = await outboxOf(server, ['sandbox', 'sandbox'])
  const sent = await server.call(getEmail, { params: { id: email!.id } })
  expect(sent.text).toContain('Done.')
  expect(sent.text).not.toContain('two tables')
})

test('files pass the rules of uploads, and those that do not are named', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const mail = writeMail({
    inReplyTo: visitor.messageId,
    ...partsOf(
      'Content-Type: text/html\n\n<p>See the <b>plan</b>.</p><script>alert(1)</script><blockquote>old</blockquote>',
      attached('plan.png', 'image/png', PNG),
      attached('../../run.exe', 'application/octet-stream', Buffer.from('MZ')),
      attached('page.png', 'image/png', Buffer.from('<html>')),
    ),
  })
  expect(await receive(mail)).toMatchObject({ status: 'taken' })
  const { data } = await server.call(listMessages, { params: { uuid: visitor.conversationId } })
  const message = data.find(({ content }) => content === 'See the plan.')
  expect(message?.attachments).toMatchObject([{ name: 'plan.png', width: 1, size: PNG.length }])
  const file = await fetch(server.url + message!.attachments![0]!.url)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG)
  const [listed] = (await server.call(listReceivedEmails)).data
  expect(await server.call(getReceivedEmail, { params: { id: listed!.id } })).toMatchObject({
    left_out: ['run.exe', 'page.png'],
  })
  const arriving = server.context.db.prepare('SELECT count(*) FROM attachments_arriving').pluck()
  expect(arriving.get()).toBe(0)
})

test('a stranger’s email opens a conversation if the rules allow it, and gets its answer by email', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const hello = (from: string, more = {}) =>
    receive(writeMail({ from, subject: 'Opening hours', text: 'When do you open?', ...more }))
  expect(await hello('bob@example.net')).toMatchObject({ reason: { code: 'email_stranger' } })
  await welcome(server, 'listed', ['Example.NET', 'eve@example.org'])
  expect(await hello('mallory@example.org')).toMatchObject({ reason: { code: 'email_stranger' } })
  const failing = { headers: ['Authentication-Results: mx; dmarc=fail'] }
  expect(await hello('bob@example.net', failing)).toMatchObject({
    reason: { code: 'email_forged' },
  })
  expect(await hello('"Bob\r\n B." <Bob@example.net>')).toMatchObject({ status: 'taken' })
  const { data } = await server.call(listInbox, { query: {} })
  expect(data[0]).toMatchObject({ visitor: { name: 'Bob B.' } })
  const params = { uuid: data[0]!.id }
  await expect
    .poll(async () => (await server.call(listMessages, { params })).data.map((row) => row.author))
    .toEqual(['visitor', 'assistant'])
  await server.clock.advance(31_000)
  const [email] = await outboxOf(server, ['sandbox'])
  expect(email).toMatchObject({ address: 'bob@example.net', subject: 'Re: Opening hours' })
  const listed = (await server.call(listReceivedEmails)).data
  expect(listed.map(({ status }) => status)).toEqual(['taken', 'ignored', 'ignored', 'ignored'])
  expect(listed[1]!.reason).toContain('not from the address that it names')
  const other = await anotherAccount(server)
  expect((await other.call(listReceivedEmails)).data).toEqual([])
  expect((await other.fetch(`/api/user/received-emails/${listed[0]!.id}`)).status).toBe(404)
})

test('the hourly limit of conversations opened by email does not count further emails in them', async () => {
  const server = await serverWithOutbox({ limits: { emailConversations: 2 } })
  await welcome(server)
  const receive = inboxOf(server)
  const from = (name: string, text: string, inReplyTo?: string) =>
    receive(writeMail({ from: `${name}@example.org`, text, ...(inReplyTo && { inReplyTo }) }))
  await from('ana', 'Are you open on Sundays?')
  const params = { uuid: (await server.call(listInbox, { query: {} })).data[0]!.id }
  await expect.poll(async () => (await server.call(listMessages, { params })).data.length).toBe(2)
  await server.clock.advance(31_000)
  const [answer] = await outboxOf(server, ['sandbox'])
  const { message_id } = await server.call(getEmail, { params: { id: answer!.id } })
  for (const text of ['And on Mondays?', 'And at Easter?'])
    expect(await from('ana', text, message_id)).toMatchObject({ status: 'taken' })
  expect(await from('bob', 'Where are you?')).toMatchObject({ status: 'taken' })
  expect(await from('cleo', 'Where are you?')).toMatchObject({
    status: 'ignored',
    reason: { code: 'email_too_many' },
  })
  await server.clock.advance(3_600_000)
  expect(await from('cleo', 'Where are you, please?')).toMatchObject({ status: 'taken' })
})

test('what programs write is answered by nobody', async () => {
  const server = await serverWithOutbox()
  await welcome(server)
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const written = [
    ['email_automatic', { headers: ['Auto-Submitted: auto-replied'] }],
    ['email_automatic', { headers: ['X-Autoreply: yes'] }],
    ['email_automatic', { headers: ['Return-Path: <>'] }],
    ['email_automatic', { from: 'MAILER-DAEMON@example.org' }],
    ['email_of_list', { headers: ['Precedence: bulk'] }],
    ['email_of_list', { headers: ['List-Id: <news.example.org>'] }],
    ['email_own', { messageId: visitor.messageId }],
    ['email_no_sender', { from: 'ana@example.org, eve@example.org' }],
    ['email_no_sender', { headers: ['From: eve@example.org'] }],
    ['email_empty', { text: ' ' }],
  ] as const
  for (const [code, mail] of written)
    expect([
      code,
      await receive(writeMail({ inReplyTo: visitor.messageId, ...mail })),
    ]).toMatchObject([code, { status: 'ignored', reason: { code } }])
  expect(await visitor.said()).toHaveLength(1)
  const lines = (await visitor.activities()).filter(({ kind }) => kind === 'email_ignored')
  expect(lines[0]?.data).toMatchObject({ reason: expect.stringContaining('automatically') })
  // Programs that do not say so are stopped by their number.
  const codes = []
  for (let count = 0; count < 61; count += 1)
    codes.push((await receive(writeMail({ inReplyTo: visitor.messageId }))).status)
  expect(codes.filter((code) => code === 'taken')).toHaveLength(60)
  const answered = (await visitor.activities()).filter(({ data }) => data['is_answered'] === true)
  expect(answered).toHaveLength(10)
  await server.clock.advance(3_601_000)
  expect(await receive(writeMail({ inReplyTo: visitor.messageId }))).toMatchObject({
    status: 'taken',
  })
})

test('an email that could not be delivered marks its address, and the desk is told', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const report = (messageId: string, recipient: string, action = 'failed') =>
    receive(
      writeMail({
        from: 'Mail Delivery System <MAILER-DAEMON@mx.example.com>',
        headers: ['Return-Path: <>', 'Auto-Submitted: auto-replied'],
        type: 'multipart/report; report-type=delivery-status; boundary=part',
        body: partsOf(
          'Content-Type: text/plain\n\nIt could not be delivered.',
          `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; ${recipient}\nAction: ${action}\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n <${recipient}>: no such user`,
          `Content-Type: message/rfc822\n\nFrom: support@example.com\nMessage-ID: ${messageId}\nSubject: x\n\nWe have two tables left.`,
        ).body,
      }),
    )
  const nothing = { status: 'ignored', reason: { code: 'email_report' } }
  expect(
    await report(visitor.messageId.replace(/\.[\w-]{22}@/, `.${'x'.repeat(22)}@`), ADDRESS),
  ).toMatchObject(nothing)
  expect(await report(visitor.messageId, 'eve@example.org')).toMatchObject(nothing)
  expect(await report(visitor.messageId, ADDRESS, 'delayed')).toMatchObject(nothing)
  expect(await report(visitor.messageId, 'Ana@Example.org')).toMatchObject({ status: 'bounce' })
  const [email] = (await server.call(listEmails)).data
  expect(email).toMatchObject({ status: 'failed', error: expect.stringContaining('no such user') })
  const { data: notices } = await server.call(listNotices)
  expect(notices).toMatchObject([{ kind: 'email_bounced', subject: ADDRESS }])
  expect((await visitor.activities()).map(({ kind }) => kind)).toContain('email_bounced')
  await reply(server, visitor, 'Not sent.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['failed'])
  // It can be reached after all.
  expect(await receive(writeMail({ inReplyTo: visitor.messageId }))).toMatchObject({
    status: 'taken',
  })
  await reply(server, visitor, 'Sent.')
  await server.clock.advance(31_000)
  await outboxOf(server, ['sandbox', 'failed'])
})

test('“unsubscribe” ends the emails to its sender', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const written = { subject: 'unsubscribe', text: '' }
  const forged = writeMail({ ...written, headers: ['Authentication-Results: mx; dmarc=fail'] })
  expect(await receive(forged)).toMatchObject({ reason: { code: 'email_forged' } })
  expect(await receive(writeMail(written))).toMatchObject({
    reason: { code: 'email_unsubscribed' },
  })
  await reply(server, visitor, 'Not sent.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sandbox'])
})

test('only the owner sets the rules, and an assistant must be there to answer', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const body = {
    strangers: 'on' as const,
    listed: [],
    assistant_id: null,
    has_tags: false,
  }
  const put = {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  expect((await other.fetch('/api/user/email-reception', put)).status).toBe(403)
  expect((await fetch(`${server.url}/api/user/email-reception`, put)).status).toBe(401)
  expect((await fetch(`${server.url}/api/user/received-emails`)).status).toBe(401)
  for (const assistant_id of [null, 99_999])
    await expect(
      server.call(setEmailReception, { body: { ...body, assistant_id } }),
    ).rejects.toMatchObject({ status: 422 })
  for (const entry of ['nobody', 'a b@example.org', '@'])
    await expect(
      server.call(setEmailReception, { body: { ...body, strangers: 'off', listed: [entry] } }),
    ).rejects.toMatchObject({ status: 422 })
})
