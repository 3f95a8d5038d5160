import { expect, test } from 'vitest'
import { getEmail } from '#contracts/email.ts'
import {
  listEmailTexts,
  previewEmail,
  resetEmailTexts,
  sendTestEmail,
  setEmailTexts,
} from '#contracts/email-texts.ts'
import { updateProfile } from '#contracts/operators.ts'
import { anotherAccount } from '../../support/accounts.ts'
import {
  AWAY_MS,
  outboxOf,
  reply,
  serverWithMail,
  serverWithOutbox,
  visitorWithAddress,
} from '../../support/email.ts'
import { partsOfMail } from '../../support/mail-server.ts'
import { starterAssistant } from '../../support/visitor.ts'

const TEXTS = {
  subject: '{name} for {visitor}',
  greeting: 'Hello {visitor},\nthis is <b>new</b>:',
  closing: 'See https://example.com/hours',
  footer: 'You wrote to {name}.',
}
const params = { language: 'en' } as const

test('an account’s own sentences are in its emails, until they are reset', async () => {
  const server = await serverWithOutbox()
  const { own, standard } = (await server.call(listEmailTexts)).data[0]!
  expect([own.subject, standard.subject]).toEqual([null, 'New reply from {name}'])
  await server.call(setEmailTexts, { params, body: TEXTS })
  const emailed = async (address: string, before: readonly 'sandbox'[]) => {
    const visitor = await visitorWithAddress(server, address)
    await reply(server, visitor, 'We have two tables left.')
    await server.clock.advance(AWAY_MS)
    const [email] = await outboxOf(server, ['sandbox', ...before])
    return server.call(getEmail, { params: { id: email!.id } })
  }
  const { name } = await starterAssistant(server)
  const { subject, text, html } = await emailed('ana@example.org', [])
  expect(subject).toBe(`${name} for ana@example.org`)
  expect(text).toContain('Hello ana@example.org,\nthis is <b>new</b>:')
  expect(text).toContain(`See https://example.com/hours`)
  expect(text).toContain(`You wrote to ${name}.`)
  expect(html).toContain('Hello ana@example.org,<br>this is &lt;b&gt;new&lt;/b&gt;:')
  expect(html).toContain('<a href="https://example.com/hours">')
  const other = await anotherAccount(server)
  expect((await other.call(listEmailTexts)).data[0]!.own.subject).toBeNull()
  await server.call(resetEmailTexts, { params })
  expect((await emailed('bob@example.org', ['sandbox'])).subject).toBe(`New reply from ${name}`)
})

test('placeholders are checked next to their field', async () => {
  const server = await serverWithOutbox()
  const refused = (changes: object) =>
    server.call(setEmailTexts, { params, body: { ...TEXTS, ...changes } }).then(
      () => undefined,
      ({ errors }) => errors,
    )
  expect(await refused({ greeting: 'Hello {first_name}' })).toEqual({
    greeting: ['The greeting contains {first_name}, which is not a known placeholder.'],
  })
  expect(Object.keys(await refused({ subject: 'a\r\nBcc: eve@example.org' }))).toEqual(['subject'])
  expect(Object.keys(await refused({ footer: ' ' }))).toEqual(['footer'])
})

test('a preview shows unsaved sentences on a page without scripts, in light and dark mode', async () => {
  const server = await serverWithOutbox()
  const { id } = await starterAssistant(server)
  const body = { ...TEXTS, assistant_id: Number(id) }
  const { text, pages } = await server.call(previewEmail, { params, body })
  expect(text).toContain('Hello Ana,')
  const [light, dark] = await Promise.all(
    [pages.light, pages.dark].map((path) => fetch(server.url + path)),
  )
  expect(light!.headers.get('content-security-policy')).toContain('sandbox')
  expect(light!.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await light!.text()
  expect(html).toContain('Hello Ana,<br>')
  expect(html).not.toContain('prefers-color-scheme')
  expect(await dark!.text()).toContain('body { background: #18181b')
  expect((await fetch(`${server.url + pages.light}x`)).status).toBe(404)
  await server.clock.advance(10 * 60_000)
  expect((await fetch(server.url + pages.light)).status).toBe(404)
  const other = await anotherAccount(server)
  await expect(other.call(previewEmail, { params, body })).rejects.toMatchObject({ status: 404 })
  expect((await server.call(listEmailTexts)).data[0]!.own.subject).toBeNull()
})

test('a test email goes to one’s own address only', async () => {
  const server = await serverWithMail()
  const { id } = await starterAssistant(server)
  const body = { ...TEXTS, assistant_id: Number(id) }
  await server.call(updateProfile, { body: { name: 'Olga', email: 'olga@example.com' } })
  expect(await server.call(sendTestEmail, { params, body })).toEqual({
    ok: true,
    message: 'Sent to olga@example.com.',
  })
  // The email that confirms the new address comes before or after it.
  const { received } = server.mail
  expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(['olga@example.com']))
  const greeting = expect.stringContaining('Hello Ana,')
  expect(received.map(({ raw }) => partsOfMail(raw).text)).toContainEqual(greeting)
  server.mail.behaviour.onMail = () => {
    throw Object.assign(new Error('Not you'), { responseCode: 550 })
  }
  expect(await server.call(sendTestEmail, { params, body })).toMatchObject({
    ok: false,
    message: expect.stringContaining('Not you'),
  })
  const sandbox = await serverWithOutbox()
  expect(await sandbox.call(sendTestEmail, { params, body })).toMatchObject({ ok: false })
})
