import { expect, test } from 'vitest'
import { listConversations } from '#contracts/conversations.ts'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { operatorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

test('an assistant is created, with errors shown beside the fields, then activated, tried out and embedded', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, signIn } = operatorOn(await chromium.person())
  await signIn(life)
  await page.getByRole('link', { name: 'Assistants' }).first().click()
  await page
    .getByRole('link', { name: /new assistant/i })
    .first()
    .click()

  const name = page.getByRole('textbox', { name: /^Name/ })
  await name.fill('Shop helper')
  await page.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('heading', { name: 'Shop helper', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: /system prompt|instructions/i }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The system prompt field is required.').waitFor()
  await expect.poll(() => name.first().inputValue()).toBe('Shop helper')

  await page
    .getByRole('textbox', { name: /system prompt|instructions/i })
    .fill('You are the assistant of a shop. Our opening hours are 9 to 18 on weekdays.')
  await page
    .getByRole('textbox', { name: /initial message|first message|greeting/i })
    .fill('Welcome to the shop!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()
  await page.goto(`${life.url}/app/assistants`)
  const row = page.getByRole('listitem').filter({ hasText: 'Shop helper' })
  await row.waitFor()
  await row.getByText('Inactive').waitFor()
  await row.getByRole('switch').click()
  await row.getByText('Active', { exact: true }).waitFor()

  await row.getByRole('link', { name: /^try/i }).click()
  await page.getByText('Welcome to the shop!').waitFor()
  const field = page.getByRole('textbox').first()
  await field.fill('When are you open?')
  await field.press('Enter')
  await page
    .getByText(/9 to 18/)
    .first()
    .waitFor()
  const { data } = await life.call(listConversations, { query: { type: 'test' } })
  expect(data).toMatchObject([{ type: 'test', assistant_name: 'Shop helper', message_count: 3 }])

  await page.goto(`${life.url}/app/assistants`)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Shop helper' })
    .getByRole('link', { name: /embed/i })
    .click()
  await page.getByText(`${life.url}/widget.js`).first().waitFor()
})
