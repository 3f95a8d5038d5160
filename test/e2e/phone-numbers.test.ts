import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { topUpBalance } from '#contracts/money.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

/** A signed-in operator at their phone numbers. */
async function numbersPage(view = ''): Promise<{ page: Page; topUp: (amount: number) => unknown }> {
  const life = await startDesk()
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${life.url}/app/phone-numbers${view}`)
  return { page, topUp: (amount) => life.call(topUpBalance, { body: { amount } }) }
}

test('a number is searched, bought once the balance reaches, released and kept again', async () => {
  const { page, topUp } = await numbersPage()
  await page.getByText('No numbers yet').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Buy number' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Buy a number' })
  await dialog.getByLabel('Country').selectOption({ label: 'Germany' })
  await dialog.getByLabel(/^Contains digits/).fill('125042')
  await dialog.getByRole('radio', { name: /\+49 30 23125042/ }).waitFor()
  await dialog.getByRole('button', { name: 'Buy for $3.99' }).click()
  await dialog.getByText('Insufficient balance.').waitFor()
  expect(await violations(page)).toEqual([])
  await topUp(10)
  await dialog.getByRole('button', { name: 'Buy for $3.99' }).click()
  await page.getByText('+493023125042 is yours.').waitFor()

  const actions = page.getByRole('button', { name: 'Actions for +493023125042' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  const question = page.getByRole('dialog', { name: 'Release +493023125042?' })
  await question.getByText('works until').waitFor()
  await question.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Number will be released.').waitFor()
  await page.getByRole('cell').getByText('Ends').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('cell').getByText('Renews').waitFor()
})

test('a trunk is added, changed without its password being shown, and deleted', async () => {
  const { page } = await numbersPage('?view=trunks')
  await page.getByText('No SIP trunks yet').waitFor()
  await page.getByRole('button', { name: 'Add trunk' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add SIP trunk' })
  await dialog.getByRole('button', { name: 'Add trunk' }).click()
  await dialog.getByText('The phone number field is required.').waitFor()
  await dialog.getByLabel('Number', { exact: true }).fill('100')
  await dialog.getByLabel('Address', { exact: true }).fill('pbx.example.com')
  await dialog.getByLabel('User name', { exact: true }).fill('parley')
  await dialog.getByLabel('Password', { exact: true }).fill('a secret word')
  await dialog.getByText('Come from known addresses').click()
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.7')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add trunk' }).click()
  await page.getByText('Trunk added.').waitFor()

  await page.getByRole('button', { name: 'Actions for 100' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit 100' })
  await expect.poll(() => edit.getByLabel(/^Password/).inputValue()).toBe('')
  await edit.getByLabel('Address', { exact: true }).fill('fail.invalid')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('Failed to update SIP trunk.').waitFor()
  await edit.getByLabel('Address', { exact: true }).fill('pbx.example.org')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Trunk saved.').waitFor()
  await page.getByRole('cell').getByText('pbx.example.org').waitFor()

  await page.getByRole('tab', { name: 'Phone numbers' }).click()
  await page.getByRole('button', { name: 'Actions for 100' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No numbers yet').waitFor()
})
