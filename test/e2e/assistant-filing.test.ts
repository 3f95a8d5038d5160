import { expect, test } from 'vitest'
import { createAssistantLabel } from '#contracts/assistant-labels.ts'
import { listAllAssistants } from '#contracts/assistants.ts'
import { createdAssistant } from '../support/assistants.ts'
import { expectNoFault, settled } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

/** A desk with three assistants, and a signed-in operator at their list. */
async function deskWithAssistants() {
  const life = await startDesk()
  const ids = [
    await createdAssistant(life, { name: 'Ada' }),
    await createdAssistant(life, { name: 'Bert' }),
  ]
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${life.url}/app/assistants`)
  await settled(page)
  const filing = async () =>
    Object.fromEntries(
      (await life.call(listAllAssistants, { query: { include: 'folder,labels' } }))
        .filter(({ id }) => ids.includes(id))
        .map(({ name, folder_id, label_ids }) => [name, [folder_id, label_ids]]),
    )
  return { life, page, filing, nav: page.getByRole('navigation', { name: 'Folders and labels' }) }
}

test('a folder is made, an assistant is dragged into it, and it narrows the list', async () => {
  const { page, nav, filing } = await deskWithAssistants()
  await page.getByRole('button', { name: 'New folder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bakery')
  await dialog.getByLabel(/^Color/).selectOption('Amber')
  await expectNoFault('the form of a folder', page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const folder = nav.getByRole('button', { name: 'Bakery 0' })
  await folder.waitFor()

  await page.locator('.assistant-row', { hasText: 'Ada' }).dragTo(folder)
  await nav.getByRole('button', { name: 'Bakery 1' }).click()
  await expect.poll(() => page.locator('.assistant-row').count()).toBe(1)
  expect(await filing()).toEqual({ Ada: [1, []], Bert: [null, []] })
  await expectNoFault('the list of a folder', page)

  await nav.getByRole('button', { name: 'Actions for Bakery' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.locator('.assistant-row').count()).toBeGreaterThan(1)
  expect(await filing()).toEqual({ Ada: [null, []], Bert: [null, []] })
})

test('several assistants are filed at once without dragging, and a label narrows the list', async () => {
  const { life, page, nav, filing } = await deskWithAssistants()
  // Made elsewhere: it is here at once.
  await life.call(createAssistantLabel, { body: { name: 'Sales', color: 'blue' } })
  await nav.getByRole('button', { name: 'Sales 0' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select Ada' }).check()
  await page.getByRole('checkbox', { name: 'Select Bert' }).check()
  await page.getByRole('button', { name: 'Folder and labels…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Folder and labels of 2 assistants' })
  await dialog.getByRole('checkbox', { name: 'Sales' }).check()
  await expectNoFault('filing two assistants', page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await nav.getByRole('button', { name: 'Sales 2' }).click()
  await expect.poll(() => page.locator('.assistant-row').count()).toBe(2)
  expect(await filing()).toEqual({ Ada: [null, [1]], Bert: [null, [1]] })
  await expectNoFault('the list of a label', page)

  // With the keyboard alone, from the menu of the row.
  await page.getByRole('button', { name: 'More actions for Ada' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Folder and labels…' }).press('Enter')
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Sales' }).press('Space')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(filing).toEqual({ Ada: [null, []], Bert: [null, [1]] })
  await expect.poll(() => page.locator('.assistant-row').count()).toBe(1)
})
