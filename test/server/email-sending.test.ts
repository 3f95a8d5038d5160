import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import {
  getEmailSender,
  listEmails,
  removeEmailSender,
  setEmailSender,
  testEmailSender,
} from '#contracts/email.ts'
import { anotherAccount } from '../support/accounts.ts'
import {
  AWAY_MS,
  outboxOf,
  reply,
  serverWithMail,
  serverWithOutbox,
  visitorWithAddress,
} from '../support/email.ts'
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../support/mail-server.ts'
import { allowing, startServer } from '../support/server.ts'

type Server = Awaited<ReturnType<typeof serverWithMail>>

/** A server with a reply that is due. */
async function withReply(server: Omit<Server, 'mail'>) {
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'Your table is kept.')
  await server.clock.advance(AWAY_MS)
  return visitor
}

/** A mail server's response. */
const refusing = (responseCode: number) =>
  Object.assign(new Error('Not now'), { responseCode }) as Error

test('a temporarily rejected email is retried, and a permanently rejected one is not', async () => {
  const server = await serverWithMail()
  server.mail.behaviour.onMail = () => {
    throw refusing(451)
  }
  const visitor = await withReply(server)
  const [waiting] = await outboxOf(server, ['waiting'])
  expect(waiting!.error).toContain('Not now')
  server.mail.behaviour.onMail = () => undefined
  await server.clock.advance(60_000)
  await outboxOf(server, ['sent'])
  expect(server.mail.received).toHaveLength(1)

  server.mail.behaviour.onMail = () => {
    throw refusing(550)
  }
  await reply(server, visitor, 'And the second.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['failed', 'sent'])
  const { activities } = await server.call(getConversation, {
    params: { uuid: visitor.conversationId },
  })
  expect(activities.at(-1)).toMatchObject({
    kind: 'email_not_sent',
    data: { reason: expect.stringContaining('Not now') },
  })
})

test('an email whose connection breaks during delivery may have arrived, and is not resent', async () => {
  const server = await serverWithMail()
  server.mail.behaviour.onMail = (mail) => {
    server.mail.received.push(mail)
    server.mail.dropConnections()
    return new Promise(() => undefined)
  }
  await withReply(server)
  const [email] = await outboxOf(server, ['unknown'])
  expect(email!.error).toContain('may have arrived')
  await server.clock.advance(10 * AWAY_MS)
  await outboxOf(server, ['unknown'])
  expect(server.mail.received).toHaveLength(1)
})

test('an attempt by a process that died is not repeated', async () => {
  const server = await serverWithMail()
  const visitor = await withReply(server)
  await outboxOf(server, ['sent'])
  const { db, jobs, write } = server.context
  db.prepare("UPDATE emails SET status = 'sending', sent_at = NULL").run()
  const { conversation_id } = db.prepare('SELECT conversation_id FROM emails').get() as {
    conversation_id: number
  }
  await write((tx) => jobs.add(tx, { kind: 'email.follow_up', payload: { conversation_id } }))
  await outboxOf(server, ['unknown'])
  expect(server.mail.received).toHaveLength(1)
  await reply(server, visitor, 'A later reply is sent all the same.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent', 'unknown'])
  expect(server.mail.received[1]!.raw).not.toContain('Your table is kept')
})

test('messages read while the mail server is unavailable are not sent', async () => {
  const server = await serverWithMail()
  await server.call(setEmailSender, { body: { ...server.mail.sender, password: 'wrong' } })
  const visitor = await withReply(server)
  const [waiting] = await outboxOf(server, ['waiting'])
  expect(waiting!.error).toContain('does not accept the user name or the password')
  await visitor.read()
  await server.call(setEmailSender, { body: server.mail.sender })
  await server.clock.advance(60_000)
  await outboxOf(server, ['cancelled'])
  expect(server.mail.received).toEqual([])
})

test('a test connects and signs in, and reports errors', async () => {
  const mail = await startMailServer()
  const server = await startServer(allowing(mail.address))
  const ask = (changes: object) =>
    server.call(testEmailSender, { body: { ...mail.sender, ...changes } })
  expect(await ask({})).toEqual({ ok: true, message: 'Connected and signed in.', allowable: null })
  expect(await ask({ password: 'wrong' })).toMatchObject({
    ok: false,
    message: expect.stringContaining('user name or the password'),
  })
  expect(await ask({ security: 'starttls' })).toMatchObject({ ok: false })
  const closed = await startServer()
  expect(await closed.call(testEmailSender, { body: mail.sender })).toMatchObject({
    ok: false,
    allowable: mail.address,
  })
  expect(mail.received).toEqual([])
})

test('an encrypted connection requires a trusted certificate', async () => {
  const mail = await startMailServer({ hideSTARTTLS: false, secure: false })
  const server = await startServer(allowing(mail.address))
  expect(
    await server.call(testEmailSender, { body: { ...mail.sender, security: 'starttls' } }),
  ).toMatchObject({ ok: false, message: expect.stringContaining('No encrypted connection') })
})

test('STARTTLS with a trusted certificate encrypts the sign-in and the email', async () => {
  const folder = path.resolve(import.meta.dirname, '../support/certificates')
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const cert = read('mail.cert.pem')
  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const isSecure: boolean[] = []
  const mail = await startMailServer({
    hideSTARTTLS: false,
    allowInsecureAuth: false,
    key: read('mail.key.pem'),
    cert,
    onMailFrom(_address, session, done) {
      isSecure.push(session.secure)
      done()
    },
  })
  const server = await serverWithOutbox({
    ...allowing(mail.address),
    outside: { lookup: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
  const body = { ...mail.sender, host: 'mail.example.com', security: 'starttls' as const }
  expect(await server.call(testEmailSender, { body })).toMatchObject({ ok: true })
  // The certificate is that of another name.
  const elsewhere = { ...body, host: 'mail.example.org' }
  expect(await server.call(testEmailSender, { body: elsewhere })).toMatchObject({ ok: false })
  await server.call(setEmailSender, { body })
  await withReply(server)
  await outboxOf(server, ['sent'])
  expect(mail.received).toHaveLength(1)
  expect(isSecure).toEqual([true])
})

test('email is sent unencrypted only to a listed private address', async () => {
  const server = await startServer({
    outside: { lookup: async () => [{ address: '93.184.216.34', family: 4 }] },
  })
  const body = {
    host: 'smtp.example.com',
    port: 25,
    security: 'none',
    username: '',
    from_address: 'support@example.com',
  } as const
  expect(await server.call(testEmailSender, { body })).toMatchObject({
    ok: false,
    message: expect.stringContaining('without encryption'),
  })
})

test('the password is encrypted, never shown, and kept only for the same user at the same server', async () => {
  const server = await serverWithMail()
  const { sender } = server.mail
  const shown = await server.call(getEmailSender)
  expect(shown).toMatchObject({ is_sandbox: false, username: MAIL_USER, has_password: true })
  expect(JSON.stringify(shown)).not.toContain(MAIL_PASSWORD)
  const stored = server.context.db.prepare('SELECT password FROM email_sender').pluck().get()
  expect(stored).not.toContain(MAIL_PASSWORD)
  const { password: _, ...kept } = sender
  expect(await server.call(testEmailSender, { body: kept })).toMatchObject({ ok: true })
  for (const change of [{ username: 'else' }, { host: 'localhost' }, { port: 1 }])
    await expect(
      server.call(testEmailSender, { body: { ...kept, ...change } }),
    ).rejects.toMatchObject({ status: 422 })
  expect(await server.call(removeEmailSender)).toMatchObject({ is_sandbox: true, host: null })
})

test('only the owner sets the mail server', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    const target = `/api/user/email-sender${path}`
    const init = { method, headers: { 'content-type': 'application/json' } }
    expect((await other.fetch(target, init)).status).toBe(403)
    expect((await fetch(server.url + target, init)).status).toBe(401)
  }
  expect((await other.call(listEmails)).data).toEqual([])
})
