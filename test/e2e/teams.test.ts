import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

test('a team is made of people, takes a conversation, and has an inbox of its own', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  const page = await chromium.person({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/users`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New team' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Billing')
  await dialog.getByText('Blue', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Lena Vogt' }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('row', { name: /Billing/ })
    .getByText('Lena Vogt')
    .waitFor()

  await page.goto(`${desk.url}/app/inbox`)
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await rows.first().click()
  await page.getByRole('log').waitFor()
  await page.keyboard.press('a')
  await dialog.getByRole('combobox').fill('Team Bill')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Lena Vogt assigned this to team Billing').waitFor()
  await page.goto(`${desk.url}/app/inbox`)
  // Both the view of the team and that of all one's teams count it.
  await page.getByRole('link', { name: /^Billing\s*1$/ }).waitFor()
  await page.getByRole('link', { name: /^My teams\s*1$/ }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByText('Team Billing').waitFor()
  expect(await violations(page)).toEqual([])

  await page.goto(`${desk.url}/app/users`)
  await page.getByRole('button', { name: 'Actions for Billing' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Team Billing deleted.').waitFor()
}, 120_000)
