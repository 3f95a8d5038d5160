import { expect, test } from 'vitest'
import { createLabel } from '#contracts/labels.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { inConversation, openSession } from '../support/visitor.ts'

test('a rule is made from an example, tried, and labels the next visitor of that page; deleting it can be undone', async () => {
  const desk = await startDesk()
  await desk.call(createLabel, { body: { name: 'Sales', colour: 'green' } })
  const visit = () => openSession(desk, { page_url: 'https://example.com/pricing' })
  const earlier = await inConversation(desk, await visit())
  await earlier.say('What does Parley cost?')
  const page = await chromium.person()
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${desk.url}/app/settings/rules`)
  await page.getByRole('button', { name: 'Pricing page → least busy person' }).click()
  const form = page.getByRole('dialog')
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(
    'Questions about pricing',
  )
  await form.getByRole('button', { name: 'Add action' }).click()
  await form.getByRole('menuitem', { name: 'Add labels' }).click()
  await form.getByRole('combobox', { name: 'Add labels: Labels' }).click()
  await form.getByRole('option', { name: 'Sales' }).click()
  await form
    .getByText(
      'When a visitor writes and the page contains /pricing, label Sales and assign to the least busy person.',
    )
    .waitFor()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Try it' }).click()
  await form.getByText('1 of 1 conversations would match').waitFor()
  await form.getByText('Page address: https://example.com/pricing').waitFor()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved Questions about pricing.').waitFor()

  const visitor = await inConversation(desk, await visit())
  await visitor.say('And for a team?')
  const log = page.locator('.rule-runs')
  await log.getByText('Add labels: Sales').waitFor()
  await page.getByText('Matched 1 time').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Questions about pricing' }).click()
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('switch', { name: 'Questions about pricing' }).waitFor()

  await log.getByRole('link').first().click()
  await page.getByText('Rule “Questions about pricing” added Sales').waitFor()
  await page.locator('.row').filter({ hasText: 'Sales' }).waitFor()
})
