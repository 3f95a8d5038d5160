import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

const MINUTE = 60_000

test('targets are set, a handed-over conversation shows when its reply is due, sorts by it, and a reply ends it', async () => {
  const desk = await startDesk()
  const page = await chromium.person()
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${desk.url}/app/settings/targets`)
  await page.getByText('Every assistant has the targets above.').waitFor()
  await page.getByText('No replies measured in this period').waitFor()
  await page.getByRole('textbox', { name: 'First reply' }).fill('0')
  await page.getByRole('button', { name: 'Save targets' }).click()
  await page.locator('.field-error svg').waitFor()
  await page.getByRole('textbox', { name: 'First reply' }).fill('15')
  await page.getByRole('combobox', { name: 'Counted in' }).selectOption('All hours')
  await page.getByRole('button', { name: 'Add assistant' }).click()
  await page.getByRole('menuitem').first().click()
  await page.getByRole('textbox', { name: 'First reply' }).nth(1).fill('20')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save targets' }).click()
  await page.getByText('Reply targets saved.').waitFor()

  const [quiet, early, late] = await Promise.all([
    createVisitor(desk),
    createVisitor(desk),
    createVisitor(desk),
  ])
  await early.say('I want to talk to a human')
  await late.say('I want to talk to a person')
  await quiet.say('Hello')
  await page.goto(`${desk.url}/app/inbox`)
  const due = page.locator('.row .reply-due')
  // Short forms differ between regions.
  const times = async () => (await due.allInnerTexts()).map((text) => text.replace('mins', 'min'))
  await expect.poll(times).toEqual(['Due in 20 min', 'Due in 20 min'])

  desk.context.db
    .prepare(`
    UPDATE reply_clocks SET warn_at = due_at - :past, due_at = due_at - :past
    WHERE conversation_id = (SELECT id FROM conversations WHERE uuid = :uuid)
  `)
    .run({ uuid: early.conversationId, past: 32 * MINUTE })
  await page.reload()
  await page.getByText(/Overdue by 12 min/).waitFor()
  await page.getByRole('button', { name: 'Sort: Newest first' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Due first' }).click()
  const ids = () =>
    page.locator('.row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id')))
  await expect.poll(ids).toEqual([early.conversationId, late.conversationId, quiet.conversationId])
  await page.locator('.row').first().click()
  const head = page.locator('.thread-head')
  await head.getByText(/Overdue by 12 min/).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('Here I am.')
  await page.keyboard.press('Enter')
  await expect.poll(() => head.locator('.reply-due').count()).toBe(0)
  await expect.poll(times).toEqual(['Due in 20 min'])

  await page.goto(`${desk.url}/app/settings/targets`)
  const stat = page.locator('.stat', { hasText: 'First reply' })
  await stat.getByText('0 of 1 in time').waitFor()
  expect(await violations(page)).toEqual([])
})
