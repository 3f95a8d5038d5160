import { expect, test } from 'vitest'
import {
  getEmailMailbox,
  removeEmailMailbox,
  setEmailMailbox,
  testEmailMailbox,
} from '#contracts/email-mailbox.ts'
import { listReceivedEmails } from '#contracts/email-receiving.ts'
import { listNotices } from '#contracts/notices.ts'
import { anotherAccount } from '../support/accounts.ts'
import { IMAP_PASSWORD, IMAP_USER, startImapServer } from '../support/imap-stand-in.ts'
import { writeMail } from '../support/incoming-mail.ts'
import { serverWithMailbox } from '../support/mailbox.ts'
import { allowing, startServer } from '../support/server.ts'

test('a reply is taken as soon as the mailbox reports it, and marked as read; anything else stays unread', async () => {
  const { call, imap, reply, said } = await serverWithMailbox()
  reply('By email.')
  imap.deliver(writeMail({ from: 'eve@example.net' }))
  await expect.poll(said).toEqual(['By email.'])
  await expect
    .poll(async () => (await call(listReceivedEmails)).data.map(({ status }) => status))
    .toEqual(['ignored', 'taken'])
  await expect.poll(() => imap.waiting()).toBe(1)
  expect(imap.messages.map(({ flags }) => flags.has('\\Seen'))).toEqual([false, true, false])
  const { checked_at, error } = await call(getEmailMailbox)
  expect([checked_at === null, error]).toEqual([false, null])
})

test('a refused sign-in pauses the mailbox with a notice until its settings are saved again', async () => {
  const { call, clock, imap, reply, said } = await serverWithMailbox()
  imap.behaviour.password = 'changed'
  imap.drop()
  await expect
    .poll(async () => {
      await clock.advance(1000)
      return (await call(listNotices)).data.map(({ kind }) => kind)
    })
    .toEqual(['mailbox_failed'])
  const { is_paused, error } = await call(getEmailMailbox)
  expect([is_paused, error]).toEqual([true, expect.stringContaining('user name or the password')])
  const attempts = imap.commands.length
  reply('Waits.')
  await clock.advance(3_600_000)
  expect(imap.commands).toHaveLength(attempts)
  imap.behaviour.password = IMAP_PASSWORD
  await call(setEmailMailbox, { body: imap.mailbox })
  await expect.poll(said).toEqual(['Waits.'])
  expect((await call(listNotices)).data).toEqual([])
  await call(removeEmailMailbox)
  await expect.poll(() => imap.waiting()).toBe(0)
})

test('an email that is too large is listed without being fetched whole', async () => {
  const limits = { emailBytes: 50_000 }
  const { call, imap, visitor } = await serverWithMailbox({ limits })
  const large = { inReplyTo: visitor.messageId, text: 'x\r\n'.repeat(100_000) }
  imap.deliver(writeMail(large))
  await expect
    .poll(async () => (await call(listReceivedEmails)).data[0]?.reason)
    .toContain('larger than')
  expect(imap.commands.filter((command) => command.includes('<0.50000>'))).toHaveLength(1)
})

test('a test says what is wrong, and the password is kept only for the same user at the same server', async () => {
  const imap = await startImapServer()
  const server = await startServer(allowing(imap.address))
  const ask = (changes: object) =>
    server.call(testEmailMailbox, { body: { ...imap.mailbox, ...changes } })
  expect(await ask({})).toEqual({ ok: true, message: 'Connected and signed in.', allowable: null })
  expect(await ask({ password: 'wrong' })).toMatchObject({
    ok: false,
    message: expect.stringContaining('user name or the password'),
  })
  expect(await ask({ security: 'starttls' })).toMatchObject({ ok: false })
  expect(await ask({ security: 'tls' })).toMatchObject({ ok: false })
  const closed = await startServer()
  expect(await closed.call(testEmailMailbox, { body: imap.mailbox })).toMatchObject({
    ok: false,
    allowable: imap.address,
  })
  const open = await startServer({
    outside: { lookup: async () => [{ address: '93.184.216.34', family: 4 }] },
  })
  const elsewhere = { ...imap.mailbox, host: 'imap.example.com', port: 143 }
  expect(await open.call(testEmailMailbox, { body: elsewhere })).toMatchObject({
    ok: false,
    message: expect.stringContaining('without encryption'),
  })
  const { password: _, ...kept } = imap.mailbox
  await expect(server.call(testEmailMailbox, { body: kept })).rejects.toMatchObject({ status: 422 })
  const shown = await server.call(setEmailMailbox, { body: imap.mailbox })
  expect(shown).toMatchObject({ username: IMAP_USER, has_password: true })
  expect(JSON.stringify(shown)).not.toContain(IMAP_PASSWORD)
  const stored = server.context.db.prepare('SELECT password FROM email_mailbox').pluck().get()
  expect(stored).not.toContain(IMAP_PASSWORD)
  expect(await server.call(testEmailMailbox, { body: kept })).toMatchObject({ ok: true })
  for (const change of [{ username: 'else' }, { host: 'localhost' }, { port: 1 }])
    await expect(
      server.call(testEmailMailbox, { body: { ...kept, ...change } }),
    ).rejects.toMatchObject({ status: 422 })
  const other = await anotherAccount(server)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    const target = `/api/user/email-mailbox${path}`
    const init = { method, headers: { 'content-type': 'application/json' } }
    expect((await other.fetch(target, init)).status).toBe(403)
    expect((await fetch(server.url + target, init)).status).toBe(401)
  }
})
