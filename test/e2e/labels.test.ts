import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

test('labels are made, renamed, merged, deleted and restored, and the inbox follows', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  const page = await chromium.person({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/settings/labels`)
  const dialog = page.getByRole('dialog')
  const rows = page.getByRole('table', { name: 'Labels' }).getByRole('row')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await rows.nth(1).waitFor()
  await page.getByRole('button', { name: 'New label' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Urgent matter')
  await dialog.getByText('Purple', { exact: true }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row('Urgent matter').waitFor()

  // A name that is taken is refused beside its field.
  await choose('Urgent matter', 'Edit label')
  const taken = (await rows.nth(1).getByRole('cell').first().textContent())!.trim()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(taken.toUpperCase())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The name has already been taken.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Urgent')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row('Urgent').waitFor()

  // The conversations of a label of the demo go over to the new one.
  await choose(taken, 'Merge into…')
  await dialog.getByRole('combobox', { name: 'Merge into' }).selectOption('Urgent')
  await dialog
    .getByRole('status')
    .getByText(/get(s)? Urgent/)
    .waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByText(`Merged ${taken} into Urgent.`).waitFor()
  await row('Urgent').getByRole('link').click()
  const list = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await expect.poll(() => list.count()).toBeGreaterThan(0)
  const count = await list.count()

  await page.goto(`${desk.url}/app/settings/labels`)
  await choose('Urgent', 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Label Urgent deleted.').waitFor()
  await expect.poll(() => row('Urgent').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('Urgent').getByRole('link').click()
  await expect.poll(() => list.count()).toBe(count)
}, 120_000)
