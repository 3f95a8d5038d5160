import { expect, test } from 'vitest'
import { topUpBalance } from '#contracts/money.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'

test('a sender is set up, a customer is answered, and a template is sent once the window is closed', async () => {
  const desk = (await startDesk()) as TestServer
  await desk.call(topUpBalance, { body: { amount: 10 } })
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()

  await page.goto(`${desk.url}/app/settings/channels`)
  await page.getByText('No senders yet').waitFor()
  await page.getByRole('button', { name: 'Add sender' }).click()
  const form = page.getByRole('dialog', { name: 'Add sender' })
  await form.getByLabel('Phone number').fill('+14155552671')
  await form.getByRole('button', { name: 'Add sender' }).click()
  await form.getByText('The display name field is required.').waitFor()
  await form.getByLabel('Display name').fill('Example Shop')
  await form.getByLabel('Answered by').selectOption({ index: 1 })
  expect(await violations(page)).toEqual([])
  await form.getByLabel('Display name').press('Enter')
  await page.getByText('+14155552671').waitFor()

  const menu = page.getByRole('button', { name: 'Actions for Example Shop' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Templates' }).click()
  const templates = page.getByRole('dialog', { name: 'Templates of Example Shop' })
  await templates.getByRole('button', { name: 'New template' }).click()
  await templates.getByLabel('Name').fill('order_shipped')
  await templates.getByRole('textbox', { name: 'Text' }).fill('Hello {{name}}, it is on its way.')
  await templates.getByRole('button', { name: 'Submit for approval' }).click()
  await templates.getByText('In review').waitFor()
  await templates.getByText('Approved').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await templates.waitFor({ state: 'detached' })

  await menu.click()
  await page.getByRole('menuitem', { name: 'Open customer’s phone' }).click()
  const phone = page.getByRole('region', { name: 'Phone' })
  await phone.getByText('No messages yet').waitFor()
  await phone.getByRole('textbox').fill('What is Parley?')
  await phone.getByRole('textbox').press('Enter')
  await phone.getByText('What is Parley?').waitFor()
  await phone.getByText('Read', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])

  await phone.getByRole('link', { name: 'Open conversation' }).click()
  await page.getByText('Replies can be sent until').waitFor()
  desk.context.db.prepare('UPDATE messenger_conversations SET last_customer_at = 1').run()
  await page.reload()
  await page.getByText('The customer last wrote more than 24 hours ago').waitFor()
  const send = page.getByRole('button', { name: 'Send template' })
  expect(await send.isDisabled()).toBe(true)
  await page.getByLabel('name', { exact: true }).fill('Ada')
  expect(await violations(page)).toEqual([])
  await send.click()
  await page.getByRole('log').getByText('Hello Ada, it is on its way.').waitFor()
})
