import { expect, test } from 'vitest'
import { setEmailSender, testEmailSender } from '#contracts/email.ts'
import { getEmailMailbox, setEmailMailbox } from '#contracts/email-mailbox.ts'
import { setEmailReception } from '#contracts/email-receiving.ts'
import { dovecotMissing, startDovecot } from '../../support/dovecot.ts'
import {
  AWAY_MS,
  outboxOf,
  reply,
  serverWithOutbox,
  visitorWithAddress,
} from '../../support/email.ts'
import { EXIM_DOMAIN, eximMissing, mailFolder, mailsIn, startExim } from '../../support/exim.ts'
import { threadOf, writeMail } from '../../support/incoming-mail.ts'
import { allowing } from '../../support/server.ts'

const missing = eximMissing() ?? dovecotMissing()
if (missing !== undefined) process.stderr.write(`Not tried with Exim and Dovecot: ${missing}.\n`)

/** Parley with an account at a real mail provider: Exim takes and delivers, Dovecot keeps. */
async function serverAtProvider() {
  const dovecot = await startDovecot()
  const ana = mailFolder()
  const exim = await startExim({ desk: dovecot.mail, ana })
  const server = await serverWithOutbox(allowing(exim.address, dovecot.address))
  const wrong = { ...exim.sender, password: 'wrong' }
  expect(await server.call(testEmailSender, { body: wrong })).toMatchObject({ ok: false })
  expect(await server.call(testEmailSender, { body: exim.sender })).toMatchObject({ ok: true })
  await server.call(setEmailSender, { body: exim.sender })
  await server.call(setEmailMailbox, { body: dovecot.mailbox })
  // What comes in before its first look is left alone.
  await expect
    .poll(async () => (await server.call(getEmailMailbox)).checked_at, { timeout: 20_000 })
    .not.toBeNull()
  await server.call(setEmailReception, {
    body: { strangers: 'off', listed: [], assistant_id: null, has_tags: true },
  })
  return { server, exim, ana }
}

test.skipIf(missing !== undefined)(
  'replies go out and come back through a real mail server (Exim), and it reports what it cannot deliver',
  async () => {
    const { server, exim, ana } = await serverAtProvider()
    const visitor = await visitorWithAddress(server, `ana@${EXIM_DOMAIN}`)
    await reply(server, visitor, 'We have two tables left.')
    await server.clock.advance(AWAY_MS)
    await outboxOf(server, ['sent'])
    await expect.poll(() => mailsIn(ana), { timeout: 20_000 }).toHaveLength(1)
    const [mail] = mailsIn(ana)
    expect(mail).toContain('We have two tables left.')
    const header = (name: string) =>
      new RegExp(`^${name}: .*<(.*)>`, 'm').exec(mail!.replace(/\r?\n[ \t]+/g, ' '))![1]!
    const to = header('Reply-To')
    const from = `ana@${EXIM_DOMAIN}`
    const { said } = threadOf(server, visitor)
    /** A connection lost to a slow machine is made again. */
    const later = <value>(look: () => Promise<value>) =>
      expect.poll(
        async () => {
          await server.clock.advance(100)
          return await look()
        },
        { timeout: 40_000 },
      )
    // Found by the tag of its address alone, and by what it replies to.
    await exim.send(writeMail({ from, to, text: 'One of them, please.' }), from, to)
    await later(said).toContain('One of them, please.')
    const inReplyTo = `<${header('Message-ID')}>`
    const { from_address: desk } = exim.sender
    await exim.send(writeMail({ from, to: desk, inReplyTo, text: 'At eight.' }), from, desk)
    await later(said).toContain('At eight.')

    const nobody = await visitorWithAddress(server, `nobody@${EXIM_DOMAIN}`)
    await reply(server, nobody, 'Are you still looking for one?')
    await server.clock.advance(AWAY_MS)
    await outboxOf(server, ['sent', 'sent'])
    const { activities } = threadOf(server, nobody)
    const kinds = async () => (await activities()).map(({ kind }) => kind)
    await later(kinds).toContain('email_bounced')
  },
  180_000,
)
