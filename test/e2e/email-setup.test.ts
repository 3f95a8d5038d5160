import type { Page } from 'playwright'
import { test } from 'vitest'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { eximMissing, startExim } from '../support/exim.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, type TestServer } from '../support/server.ts'

const missing = eximMissing() ?? dovecotMissing()

test.skipIf(missing !== undefined)(
  'a new owner sets up email at a real provider (Exim and Dovecot) in one visit to the settings',
  async () => {
    const dovecot = await startDovecot()
    const exim = await startExim({ desk: dovecot.mail })
    const desk = (await startDesk(allowing(exim.address, dovecot.address))) as TestServer
    const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
    await openSignInLink(page, await desk.signInLink())
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goto(`${desk.url}/app/settings/channels`)
    const out = cardOf(page, 'Outgoing mail')
    await out.getByText('Mail server', { exact: true }).last().click()
    await fill(page, 'Outgoing mail', exim.sender, 'SMTP server')
    await out.getByLabel('Sender address').fill(exim.sender.from_address)
    await out.getByRole('button', { name: 'Test connection' }).click()
    await out.getByText('Connected and signed in.').waitFor()
    await out.getByRole('button', { name: 'Use this mail server' }).click()
    await page.getByRole('button', { name: 'Send email' }).click()
    await fill(page, 'Mailbox', dovecot.mailbox, 'IMAP server')
    const box = cardOf(page, 'Mailbox')
    await box.getByRole('button', { name: 'Test connection' }).click()
    await box.getByText('Connected and signed in.').waitFor()
    await box.getByRole('button', { name: 'Use this mailbox' }).click()
    await page.getByRole('button', { name: 'Read mailbox' }).click()
    await page.getByText('Mailbox saved.').waitFor()
  },
)

async function fill(
  page: Page,
  title: string,
  at: { readonly port: number; readonly username: string; readonly password: string },
  host: string,
): Promise<void> {
  const card = cardOf(page, title)
  if (title === 'Mailbox') await card.getByText('Mailbox', { exact: true }).last().click()
  await card.getByLabel(host).fill('127.0.0.1')
  await card.getByLabel('Port').fill(String(at.port))
  await card.getByLabel('Encryption').selectOption('none')
  await card.getByLabel('User name').fill(at.username)
  await card.getByLabel('Password').fill(at.password)
}

const cardOf = (page: Page, title: string) =>
  page.locator('section.card').filter({
    has: page.getByRole('heading', { name: title, exact: true }),
  })
