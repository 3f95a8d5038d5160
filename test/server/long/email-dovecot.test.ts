import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getEmailMailbox, setEmailMailbox, testEmailMailbox } from '#contracts/email-mailbox.ts'
import { dovecotMissing, startDovecot } from '../../support/dovecot.ts'
import { serverWithOutbox } from '../../support/email.ts'
import { emailedVisitor, writeMail } from '../../support/incoming-mail.ts'
import { allowing } from '../../support/server.ts'

const missing = dovecotMissing()
if (missing !== undefined) process.stderr.write(`Not tried with Dovecot: ${missing}.\n`)

test.skipIf(missing !== undefined)(
  'replies are fetched from a real IMAP server (Dovecot), also after it has renumbered its messages',
  async () => {
    const dovecot = await startDovecot()
    dovecot.deliver(writeMail({ text: 'It was there before.' }))
    const server = await serverWithOutbox(allowing(dovecot.address))
    const { messageId, said } = await emailedVisitor(server)
    const ask = (password: string) =>
      server.call(testEmailMailbox, { body: { ...dovecot.mailbox, password } })
    expect(await ask('wrong')).toMatchObject({
      ok: false,
      message: expect.stringContaining('user name or the password'),
    })
    expect(await ask(dovecot.mailbox.password)).toMatchObject({ ok: true })
    await server.call(setEmailMailbox, { body: dovecot.mailbox })
    const checked = async () => (await server.call(getEmailMailbox)).checked_at
    await expect.poll(checked, { timeout: 10_000 }).not.toBeNull()
    const texts = async () => (await said()).slice(1)
    dovecot.deliver(writeMail({ inReplyTo: messageId, text: 'One.' }))
    await expect.poll(texts, { timeout: 40_000 }).toEqual(['One.'])
    const large = 'A long line of text.\n'.repeat(20_000)
    dovecot.deliver(writeMail({ inReplyTo: messageId, text: `Two.\n-- \n${large}` }))
    dovecot.deliver(writeMail({ from: 'eve@example.net', text: 'Not taken.' }))
    await expect.poll(texts, { timeout: 40_000 }).toHaveLength(2)
    const read = () =>
      readdirSync(path.join(dovecot.mail, 'cur')).filter((name) => /:2,.*S/.test(name)).length
    await expect.poll(read, { timeout: 10_000 }).toBe(2)
    const validity = server.context.db.prepare('SELECT uid_validity FROM email_mailbox').pluck()
    const before = validity.get()
    // Dovecot gives all messages other numbers once its list of them is gone.
    for (const name of readdirSync(dovecot.mail).filter((each) => each.startsWith('dovecot')))
      rmSync(path.join(dovecot.mail, name), { recursive: true })
    await server.call(setEmailMailbox, { body: dovecot.mailbox })
    dovecot.deliver(writeMail({ inReplyTo: messageId, text: 'Three.' }))
    await expect.poll(async () => (await texts()).at(-1), { timeout: 40_000 }).toBe('Three.')
    expect(await texts()).toHaveLength(3)
    await expect.poll(() => validity.get()).not.toBe(before)
  },
  180_000,
)
