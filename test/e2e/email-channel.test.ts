import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { IMAP_PASSWORD, IMAP_USER, startImapServer } from '../support/imap-stand-in.ts'
import { writeMail } from '../support/incoming-mail.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, type TestServer } from '../support/server.ts'

test('a mailbox is set up and tested, strangers are welcomed, and their email is answered in the inbox', async () => {
  const imap = await startImapServer()
  const desk = (await startDesk(allowing(imap.address))) as TestServer
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()

  await page.goto(`${desk.url}/app/settings/channels`)
  const card = cardOf(page, 'Mailbox')
  await card.getByText('Mailbox', { exact: true }).last().click()
  await card.getByLabel('Mail provider').selectOption('Fastmail')
  expect(await card.getByLabel('IMAP server').inputValue()).toBe('imap.fastmail.com')
  await card.getByLabel('IMAP server').fill('127.0.0.1')
  await card.getByLabel('Port').fill(String(imap.port))
  await card.getByLabel('Encryption').selectOption('none')
  await card.getByLabel('User name').fill(IMAP_USER)
  await card.getByLabel('Password').fill('wrong')
  await card.getByRole('button', { name: 'Test connection' }).click()
  await card.getByText('does not accept the user name or the password').waitFor()
  await card.getByLabel('Password').fill(IMAP_PASSWORD)
  await card.getByRole('button', { name: 'Test connection' }).click()
  await card.getByText('Connected and signed in.').waitFor()
  await card.getByRole('button', { name: 'Use this mailbox' }).click()
  await page.getByRole('button', { name: 'Read mailbox' }).click()
  await page.getByText('Mailbox saved.').waitFor()
  expect(await violations(page)).toEqual([])

  const rules = cardOf(page, 'Incoming mail')
  await rules.getByLabel('Email from people without a conversation').selectOption('on')
  await rules.getByRole('button', { name: 'Save' }).click()
  await rules.getByText('required').waitFor()
  await rules.getByLabel('Answered by').selectOption({ index: 1 })
  await rules.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules for incoming mail saved.').waitFor()

  await expect.poll(() => imap.waiting()).toBe(1)
  imap.deliver(writeMail({ subject: 'A question', text: 'What is Parley?\n\n-- \nAna' }))
  imap.deliver(writeMail({ subject: 'Away', headers: ['Auto-Submitted: auto-replied'] }))
  const received = cardOf(page, 'Received mail')
  await expect
    .poll(async () => {
      await received.getByRole('button', { name: 'Refresh' }).click()
      return received.getByText('Not added').count()
    })
    .toBe(1)
  await received.getByRole('button', { name: /A question/ }).click()
  const mail = page.getByRole('dialog', { name: 'A question' })
  await mail.getByText('-- Ana').waitFor()
  expect(await violations(page)).toEqual([])
  await mail.getByRole('link', { name: 'Open conversation' }).click()
  await page.getByText('Sent by email from ana@example.org').waitFor()
  await page.getByText('What is Parley?').first().waitFor()
})

test('the wording of emails is edited with a preview, and unknown placeholders are refused next to their field', async () => {
  const desk = (await startDesk()) as TestServer
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/settings/channels`)
  const card = cardOf(page, 'Wording of emails')
  const shown = card.frameLocator('iframe')
  await shown.getByText('This has been written since').waitFor()
  await card.getByLabel('Greeting').fill('Hello {first_name}')
  await card.getByText('contains {first_name}').waitFor()
  await card.getByLabel('Greeting').fill('Hello {visitor}, welcome back')
  await shown.getByText('Hello Ana, welcome back').waitFor()
  expect(await violations(page)).toEqual([])
  await card.getByRole('radio', { name: 'Text' }).check({ force: true })
  await card.locator('pre').getByText('Hello Ana, welcome back').waitFor()
  await card.getByRole('button', { name: 'Save wording' }).click()
  await page.getByText('Wording saved.').waitFor()
  await page.reload()
  await shown.getByText('Hello Ana, welcome back').waitFor()
  await card.getByRole('button', { name: 'Reset to default' }).click()
  await shown.getByText('This has been written since').waitFor()
  expect(await card.getByLabel('Greeting').inputValue()).toBe('')
})

const cardOf = (page: Page, title: string) =>
  page.locator('section.card').filter({
    has: page.getByRole('heading', { name: title, exact: true }),
  })
