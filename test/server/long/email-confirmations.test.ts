import { expect, test } from 'vitest'
import { updateMe } from '#contracts/accounts.ts'
import { confirmEmail, sendEmailConfirmation } from '#contracts/email-confirmations.ts'
import { emailInvitation } from '#contracts/invitations.ts'
import { getOperatorEmails, setOperatorEmails } from '#contracts/operator-emails.ts'
import {
  createOperator,
  listOperators,
  updateOperator,
  updateProfile,
} from '#contracts/operators.ts'
import { scaled } from '../../../server/limits.ts'
import { serverWithMail, serverWithOutbox, visitorWithAddress } from '../../support/email.ts'
import { confirmationsTo, confirmOwnAddress } from '../../support/email-confirmations.ts'
import { inboxOf, writeMail } from '../../support/incoming-mail.ts'
import { partsOfMail } from '../../support/mail-server.ts'
import { partOfMigration } from '../../support/migrations.ts'
import { colleague, signedIn, signedInOwner } from '../../support/operators.ts'

const PUBLIC_URL = 'https://chat.example.com'
const OLD = 'olga@example.com'
const NEW = 'olga@example.org'
const MINUTE = 60_000

const started = () => serverWithMail({ publicUrl: PUBLIC_URL })
type Server = Awaited<ReturnType<typeof started>>
type Call = Awaited<ReturnType<typeof signedInOwner>>['call']

const change = (call: Call, email: string) => call(updateProfile, { body: { email } })
const open = (call: Call, token: string) => call(confirmEmail, { body: { token } })

/** Emails about visitors, once that many have been sent. */
async function alerts(server: Server, count: number) {
  const found = () =>
    server.mail.received.filter(({ raw }) => partsOfMail(raw).text.includes('a table tonight'))
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return found().length
    })
    .toBe(count)
  return found().map(({ raw, to }) => ({ to: to[0], ...partsOfMail(raw) }))
}

test('emails about visitors go to a new address, and replies are taken from it, once its link was opened', async () => {
  const server = await started()
  const receive = inboxOf(server)
  const { call } = await signedInOwner(server)
  await change(call, OLD)
  await call(setOperatorEmails, { body: { mode: 'immediate', language: 'en' } })
  const [first] = await confirmationsTo(server, OLD, 1)
  expect(first!.text).toContain(`${PUBLIC_URL}/app/settings/profile#confirm=`)
  expect(await call(getOperatorEmails)).toMatchObject({ address: null, unconfirmed: OLD })
  await visitorWithAddress(server)
  await server.clock.advance(2 * MINUTE)
  await alerts(server, 0)
  const { data } = await open(call, first!.secret)
  expect(data).toMatchObject({ email: OLD, confirmed_email: OLD })
  // Somebody was waiting already.
  const [told] = await alerts(server, 1)
  expect(told!.to).toBe(OLD)

  await change(call, NEW)
  const [second] = await confirmationsTo(server, NEW, 1)
  expect(await call(getOperatorEmails)).toMatchObject({
    mode: 'immediate',
    address: OLD,
    unconfirmed: NEW,
  })
  const reply = (from: string) =>
    receive(writeMail({ from, inReplyTo: told!.headers.get('message-id'), text: 'At eight.' }))
  expect(await reply(NEW)).toMatchObject({ reason: { code: 'email_wrong_sender' } })
  expect(await reply(OLD)).toMatchObject({ status: 'taken' })
  await visitorWithAddress(server, 'bob@example.org')
  await server.clock.advance(MINUTE)
  expect((await alerts(server, 2))[1]!.to).toBe(OLD)

  await open(call, second!.secret)
  expect(await reply(OLD)).toMatchObject({ reason: { code: 'email_wrong_sender' } })
  expect(await reply(NEW)).toMatchObject({ status: 'taken' })
  await visitorWithAddress(server, 'cem@example.org')
  await server.clock.advance(MINUTE)
  expect((await alerts(server, 3))[2]!.to).toBe(NEW)
})

test('a link works once, for a day, for the person and the address that it was sent to, and not for a program', async () => {
  const server = await started()
  const { call } = await signedInOwner(server)
  const ben = await colleague(server, 'Ben', 'admin')
  await change(call, OLD)
  const { secret } = (await confirmationsTo(server, OLD, 1))[0]!
  const guess = secret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
  for (const [who, token] of [
    [ben.call, secret],
    [call, guess],
  ] as const)
    await expect(open(who, token)).rejects.toMatchObject({ code: 'confirmation_not_found' })
  await expect(open(server.call, secret)).rejects.toMatchObject({ code: 'sign_in_by_link' })

  // Changed again, and back.
  await change(call, NEW)
  await change(call, OLD)
  await expect(open(call, secret)).rejects.toMatchObject({ code: 'confirmation_expired' })
  const [, again] = await confirmationsTo(server, OLD, 2)
  await server.clock.jump(24 * 60 * MINUTE)
  await expect(open(call, again!.secret)).rejects.toMatchObject({ code: 'confirmation_expired' })

  expect(await call(sendEmailConfirmation)).toEqual({ ok: true, message: `Sent to ${OLD}.` })
  const [, , last] = await confirmationsTo(server, OLD, 3)
  await open(call, last!.secret)
  await expect(open(call, last!.secret)).rejects.toMatchObject({ code: 'confirmation_used' })
  expect(await call(sendEmailConfirmation)).toMatchObject({ ok: false })

  // Somebody who changes a colleague's address confirms nothing.
  const params = { id: ben.operator.id }
  await call(updateOperator, { params, body: { email: 'ben@example.com' } })
  const [bens] = await confirmationsTo(server, 'ben@example.com', 1)
  await expect(open(call, bens!.secret)).rejects.toMatchObject({ code: 'confirmation_not_found' })
  await open(ben.call, bens!.secret)
  await server.call(updateProfile, { body: { email: NEW } })
  const [me] = (await call(listOperators)).data
  expect(me).toMatchObject({ email: NEW, confirmed_email: OLD })
})

test('guessing links is limited, and an address holds no header lines', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL, rates: scaled(1) })
  const { call } = await signedInOwner(server)
  for (const email of [
    'olga@example.com\r\nBcc: eve@example.com',
    'olga@example.com\nBcc: eve@example.com',
    'olga@example.com,eve@example.com',
    'Olga <olga@example.com>',
    '"olga\r\nBcc: eve"@example.com',
  ])
    await expect(change(call, email)).rejects.toMatchObject({ status: 422 })
  // Names are not refused, and stay in the text.
  await call(updateProfile, { body: { name: 'Olga\r\nBcc: eve@example.com', email: OLD } }).catch(
    () => change(call, OLD),
  )
  await confirmationsTo(server, OLD, 1)
  expect(server.mail.received.map(({ to }) => to)).toEqual([[OLD]])
  expect(partsOfMail(server.mail.received[0]!.raw).headers.has('bcc')).toBe(false)
  const statuses: number[] = []
  for (let count = 0; count <= 20; count += 1)
    await open(call, `guess ${count}`).catch(({ status }) => statuses.push(status))
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404))
  expect(statuses[20]).toBe(429)
})

test('five of these emails an hour are sent for an operator', async () => {
  const server = await started()
  const { call } = await signedInOwner(server)
  for (let count = 0; count < 7; count += 1) {
    await change(call, `olga${count}@example.com`)
    if (count < 5) await confirmationsTo(server, `olga${count}@example.com`, 1)
  }
  expect(await call(sendEmailConfirmation)).toMatchObject({
    ok: false,
    message: 'Too many of these emails were sent within an hour. Try again later.',
  })
  expect(server.mail.received).toHaveLength(5)
  await server.clock.jump(61 * MINUTE)
  expect(await call(sendEmailConfirmation)).toMatchObject({ ok: true })
  expect(server.mail.received.at(-1)!.to).toEqual(['olga6@example.com'])
})

test('an email that the mail server refuses for now is sent later, once', async () => {
  const server = await started()
  const { call } = await signedInOwner(server)
  let refusals = 0
  server.mail.behaviour.onMail = () => {
    server.mail.behaviour.onMail = () => undefined
    refusals += 1
    throw Object.assign(new Error('Try again later'), { responseCode: 451 })
  }
  await change(call, OLD)
  await expect.poll(() => refusals).toBe(1)
  expect(server.mail.received).toEqual([])
  await server.clock.jump(5 * MINUTE)
  const [sent] = await confirmationsTo(server, OLD, 1)
  await open(call, sent!.secret)
  const sandbox = await serverWithOutbox({ publicUrl: PUBLIC_URL })
  const owner = await signedInOwner(sandbox)
  await change(owner.call, OLD)
  expect(await owner.call(sendEmailConfirmation)).toMatchObject({ ok: false })
})

test('whoever signs in with an invitation from their email has confirmed the address', async () => {
  const server = await started()
  const { call } = await signedInOwner(server)
  /** Emails an invitation, and returns its link. */
  const mailed = async (id: number) => {
    await call(emailInvitation, { params: { id }, body: { language: 'en' } })
    const texts = server.mail.received.map(({ raw }) => partsOfMail(raw).text)
    return texts.flatMap((text) => /\S+#signin=[\w-]+/.exec(text)?.[0] ?? []).at(-1)!
  }
  const invite = async (name: string, email: string) => {
    const { data, sign_in } = await call(createOperator, { body: { name, email } })
    return { id: data.id, copied: sign_in.url, mailed: await mailed(data.id) }
  }
  const confirmed = async ({ id }: { readonly id: number }) =>
    (await call(listOperators)).data.find((one) => one.id === id)!.confirmed_email
  const ann = await invite('Ann', 'ann@example.org')
  await signedIn(server, ann.mailed)
  expect(await confirmed(ann)).toBe('ann@example.org')
  // The same link handed over in another way says nothing about the address, nor does one that went to an earlier address.
  const ben = await invite('Ben', 'ben@example.org')
  await signedIn(server, ben.copied)
  expect(await confirmed(ben)).toBeNull()
  await call(updateOperator, { params: { id: ben.id }, body: { email: 'ben@example.com' } })
  await signedIn(server, ben.mailed)
  expect(await confirmed(ben)).toBeNull()
  // Nor does it confirm another address than the one in use: somebody else may have entered it.
  await call(updateOperator, { params: { id: ann.id }, body: { email: 'ann@example.com' } })
  await signedIn(server, await mailed(ann.id))
  expect(await confirmed(ann)).toBe('ann@example.org')
})

test('the address of the account becomes that of its first owner, who confirms it', async () => {
  const server = await started()
  const { call } = await signedInOwner(server)
  await confirmOwnAddress(server, call, OLD)
  await call(updateMe, { body: { email: NEW } })
  const me = async () => (await call(listOperators)).data[0]
  expect(await me()).toMatchObject({ email: NEW, confirmed_email: OLD })
  const [sent] = await confirmationsTo(server, NEW, 1)
  expect((await open(call, sent!.secret)).data).toMatchObject({ confirmed_email: NEW })
})

test('of the addresses that were there before, those from which somebody has answered a visitor are confirmed', async () => {
  const server = await started()
  const { call } = await signedInOwner(server)
  await confirmOwnAddress(server, call, OLD)
  await call(setOperatorEmails, { body: { mode: 'immediate', language: 'en' } })
  const ben = await colleague(server, 'Ben')
  await change(ben.call, 'ben@example.com')
  await visitorWithAddress(server)
  await server.clock.advance(MINUTE)
  const [told] = await alerts(server, 1)
  const inReplyTo = told!.headers.get('message-id')
  await inboxOf(server)(writeMail({ from: OLD.toUpperCase(), inReplyTo, text: 'At eight.' }))
  const { db } = server.context
  db.exec('UPDATE operators SET confirmed_email = NULL')
  const [takeOver] = partOfMigration('confirmed_operator_emails', 'UPDATE operators').split(';')
  db.exec(takeOver!)
  expect(
    (await call(listOperators)).data.map(({ email, confirmed_email }) => [email, confirmed_email]),
  ).toEqual([
    [OLD, OLD],
    ['ben@example.com', null],
  ])
  // They keep their settings, and get emails once they have confirmed it.
  expect(await call(getOperatorEmails)).toMatchObject({ mode: 'immediate', address: OLD })
})
