import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { updateEmbedding } from '#contracts/assistant-embedding.ts'
import { getEmail } from '#contracts/email.ts'
import type { EmailTexts } from '#contracts/email-texts.ts'
import { visitPage } from '#contracts/widget.ts'
import { compose } from '../../server/features/email/compose.ts'
import type { Recipient } from '../../server/features/email/queries.ts'
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

const RECIPIENT: Recipient = {
  id: 1,
  uuid: '0190a6f0-0000-7000-8000-000000000000',
  user_id: 1,
  visitor_id: 1,
  visitor_name: null,
  address: 'ana@example.org',
  visitor_language: null,
  last_seen_at: 1,
  page_url: null,
  visitor_read_seq: 0,
  mailed_seq: 0,
  assistant_uuid: '0190a6f0-0000-7000-8000-000000000001',
  assistant_name: 'Mia <b>',
  assistant_language: 'en',
  allowed_origins: '[]',
  widget_settings: '{}',
  is_on: 1,
  minutes: 3,
  is_stopped: 0,
  bounced_at: null,
  is_by_email: 0,
  their_message_id: null,
  their_subject: null,
}

const composed = (changes: Partial<Recipient>, content = 'Yes.', own?: EmailTexts) =>
  compose(
    { config: { publicUrl: 'https://chat.example.com' } as never },
    { ...RECIPIENT, ...changes },
    [{ seq: 1, author: 'operator', author_name: 'Jo', content, attachments: null, created_at: 1 }],
    '/email/unsubscribe/token',
    own,
  )

test('every chat language has its own email texts, and two of them are right-to-left', () => {
  const folder = path.resolve(import.meta.dirname, '../../widget/locales')
  const languages = readdirSync(folder)
    .filter((file) => /^[a-z]{2}\.json$/.test(file))
    .map((file) => file.slice(0, 2))
  const subjects = languages.map((visitor_language) => composed({ visitor_language }).subject)
  expect(new Set(subjects).size).toBe(languages.length)
  for (const subject of subjects) expect(subject).toContain('Mia <b>')
  const rightToLeft = languages.filter((visitor_language) =>
    composed({ visitor_language }).html.includes('dir="rtl"'),
  )
  expect(rightToLeft).toEqual(['ar', 'he'])
  expect(composed({ visitor_language: 'no-NO' }).html).toContain('lang="nb"')
  expect(composed({ visitor_language: 'xx', assistant_language: 'de' }).html).toContain('lang="de"')
})

test('the HTML uses the assistant’s colour with readable text, and ignores colours in any other format', () => {
  const page = {
    page_url: 'https://shop.example.com/a?b=1',
    allowed_origins: '["https://shop.example.com"]',
  }
  const styleOf = (color: string) =>
    /class="button" style="([^"]*)"/.exec(
      composed({ ...page, widget_settings: JSON.stringify({ color }) }).html,
    )?.[1]
  expect(styleOf('#ffee00')).toBe('background:#ffee00;color:#000000')
  expect(styleOf('#036')).toBe('background:#036;color:#ffffff')
  expect(styleOf('red;background:url(https://evil.example)')).not.toContain('evil')
})

test('markup in a reply or a name is escaped, and a link shows its destination', () => {
  const { html, text } = composed({}, '<img src=x onerror=1> [our page](https://evil.example/x)')
  expect(html).toContain('&lt;img src=x onerror=1&gt;')
  expect(html).toContain('Mia &lt;b&gt;')
  expect(html).toContain('>https://evil.example/x</a>')
  expect(text).toContain('our page (https://evil.example/x)')
})

test('a name that advertises something is replaced by the address', () => {
  const texts = { subject: 'For {visitor}', greeting: null, closing: null, footer: null }
  const subjectFor = (visitor_name: string) => composed({ visitor_name }, 'Yes.', texts).subject
  expect(subjectFor('Ana M. O’Neil-García')).toBe('For Ana M. O’Neil-García')
  for (const name of ['Win at evil.example', 'https://x', 'me@evil.example', 'a'.repeat(61)])
    expect(subjectFor(name)).toBe(`For ${RECIPIENT.address}`)
})

test('only a page on one of the assistant’s websites is linked', async () => {
  const server = await serverWithOutbox()
  const { id } = await starterAssistant(server)
  await server.call(updateEmbedding, {
    params: { id: Number(id) },
    body: { allowed_origins: ['https://shop.example.com'] },
  })
  const [own, foreign] = [await visitorWithAddress(server), await visitorWithAddress(server)]
  await own.call(visitPage, { body: { page_url: 'https://shop.example.com/sofas' } })
  await foreign.call(visitPage, { body: { page_url: 'https://evil.example/sofas' } })
  await reply(server, own, 'One.')
  await reply(server, foreign, 'Two.')
  await server.clock.advance(AWAY_MS)
  const list = await outboxOf(server, ['sandbox', 'sandbox'])
  const texts = await Promise.all(
    list.map(async ({ id }) => (await server.call(getEmail, { params: { id } })).text),
  )
  expect(texts.join()).toContain('https://shop.example.com/sofas')
  expect(texts.join()).not.toContain('evil.example')
})

test('an address is a single recipient, and a name cannot inject a header line', async () => {
  const server = await serverWithMail()
  const { db } = server.context
  // The chat rejects such an address, but data set by a website may contain one.
  for (const address of ['a@example.org, b@example.org', 'Ana <ana@example.org>', 'a@localhost']) {
    const visitor = await visitorWithAddress(server)
    db.prepare('UPDATE visitors SET email = ? WHERE uuid = ?').run(address, visitor.id)
    await reply(server, visitor, 'Never sent.')
  }
  db.prepare("UPDATE assistants SET name = 'Mia' || char(13, 10) || 'Bcc: x@example.org'").run()
  await reply(server, await visitorWithAddress(server), 'Sent once.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent'])
  const [mail] = server.mail.received
  expect(mail!.to).toEqual(['ana@example.org'])
  const { headers } = partsOfMail(mail!.raw)
  expect(headers.has('bcc')).toBe(false)
  expect(headers.get('from')).toContain('<support@example.com>')
})

test('a second email of a conversation replies to the first, so that mail clients thread them', async () => {
  const server = await serverWithMail()
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'First.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent'])
  await reply(server, visitor, 'Second.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent', 'sent'])
  const [first, second] = server.mail.received.map(({ raw }) => partsOfMail(raw).headers)
  expect(second!.get('in-reply-to')).toBe(first!.get('message-id'))
  expect(second!.get('references')).toBe(first!.get('message-id'))
  expect(first!.has('in-reply-to')).toBe(false)
})
