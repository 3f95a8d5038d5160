import { expect, test } from 'vitest'
import { parseEmail } from '../../../server/features/email/receiving/parse.ts'
import { serverWithOutbox } from '../../support/email.ts'
import {
  emailedVisitor,
  inboxOf,
  partsOf,
  type Written,
  writeMail,
} from '../../support/incoming-mail.ts'

test('O10 somebody whom their website vouches for is not taken over by an email that fails DMARC', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const { db } = server.context
  db.prepare("UPDATE visitors SET external_id = 'customer-1' WHERE uuid = ?").run(visitor.id)
  const reply = (result: string) =>
    receive(
      writeMail({
        inReplyTo: visitor.messageId,
        headers: [`Authentication-Results: mx.example.com; ${result}`],
      }),
    )
  for (const result of ['dmarc=fail', 'spf=fail', 'dkim=fail; spf=fail', 'dmarc=fail; spf=pass'])
    expect(await reply(result)).toMatchObject({ reason: { code: 'email_forged' } })
  expect(await reply('dmarc=pass; spf=fail')).toMatchObject({ status: 'taken' })
})

test('O11 an email that is too large, deep or crafted is listed and harms nothing', async () => {
  const server = await serverWithOutbox({ limits: { emailBytes: 1024 * 1024 } })
  const receive = inboxOf(server)
  const { messageId } = await emailedVisitor(server)
  const nested = (depth: number) => {
    const open = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}`,
    )
    return { type: 'multipart/mixed; boundary=part', body: `--part\n${open.join('\n')}\n\nx` }
  }
  const mails: readonly (readonly [string, Written])[] = [
    ['email_too_large', { text: 'x'.repeat(2 * 1024 * 1024) }],
    ['email_unreadable', nested(200)],
    ['email_unreadable', { headers: Array.from({ length: 9000 }, () => `X-A: ${'x'.repeat(90)}`) }],
    ['email_empty', { type: 'text/html', body: '<div>'.repeat(6000) }],
  ]
  for (const [code, mail] of mails)
    expect([code, await receive(writeMail({ inReplyTo: messageId, ...mail }))]).toMatchObject([
      code,
      { status: 'ignored', reason: { code } },
    ])
  const quotes = { type: 'text/html', body: `x${'<blockquote>'.repeat(40_000)}` }
  expect(await receive(writeMail({ inReplyTo: messageId, ...quotes }))).toMatchObject({
    status: 'taken',
  })
  // An archive is a file like any other: nothing unpacks it.
  const bomb = partsOf(
    'Content-Type: text/plain\n\nSee the file.',
    'Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\nUEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
  )
  expect(await receive(writeMail({ inReplyTo: messageId, ...bomb }))).toMatchObject({
    status: 'taken',
  })
})

test('O12 header lines and markup in an email stay text', async () => {
  const email = await parseEmail(
    writeMail({
      from: '=?utf-8?B?QW5hDQpCY2M6IGV2ZUBleGFtcGxlLm9yZw==?= <ana@example.org>',
      subject: '=?utf-8?Q?Hi=0D=0ABcc:_eve@example.org?=',
      messageId: '<a b@example.org>',
      type: 'text/html',
      body: '<a href="javascript:alert(1)">x</a><style>p{}</style><img src=x onerror=alert(1)>y',
    }),
  )
  expect(email).toMatchObject({
    name: 'Ana Bcc: eve@example.org',
    subject: 'Hi Bcc: eve@example.org',
    messageId: '',
  })
  expect(email.text).not.toMatch(/onerror|p\{\}/)
})

test('O21 a reply that quotes the private link or the link to unsubscribe hands on neither secret', async () => {
  const secret = 'aB3-_'.repeat(9).slice(0, 43)
  const page = 'https://chat.example.com/continue/00000000-0000-4000-8000-000000000001'
  const signed = 'https://chat.example.com/email/unsubscribe/'
  const token = 'x'.repeat(22)
  const links = [
    `${page}#${secret}`,
    `${page}#\n> > ${secret}`,
    `https://filter.example/?url=${encodeURIComponent(`${page}#${secret}`)}&x=1`,
    `${signed}o12.${token}`,
    `${signed}12.${token}`,
    encodeURIComponent(`${signed}o12.${token}`),
  ]
  const mails: Written[] = [
    { text: `Yes.\n\n> See ${links.join(' .\n> ')} .` },
    {
      type: 'text/html',
      body: `<p>Yes.</p><blockquote>${links.map((link) => `<a href="${link}">See</a>`).join()}</blockquote>`,
    },
  ]
  for (const mail of mails) {
    const { text } = await parseEmail(writeMail(mail))
    expect(text).toContain('/continue/00000000-0000-4000-8000-000000000001#private')
    expect(text.match(/private/g)).toHaveLength(links.length)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(token)
  }
})
