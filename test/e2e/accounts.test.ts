import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { listUsage } from '#contracts/usage.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink, operatorOn } from '../support/people.ts'

test('the owner opens an account, gives it a balance, a number and an address, and its first member signs in', async () => {
  const desk = await startDesk()
  const { page, signIn } = operatorOn(await chromium.person({ reducedMotion: 'reduce' }))
  await signIn(desk)
  await page.goto(`${desk.url}/app/settings/accounts`)
  await page.getByText('One account so far: yours').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bob')
  await page.keyboard.press('Enter')
  await dialog.locator('.field-error:not(:empty)').waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('bob@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Account Bob created' }).waitFor()
  expect(await violations(page)).toEqual([])
  const [link, key] = await dialog.locator('code').allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect((await desk.as({ authorization: `Bearer ${key}` })(getMe)).name).toBe('Bob')

  await page.getByRole('button', { name: 'Top up Bob' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('25,5')
  await page.keyboard.press('Enter')
  await page.getByText('$25.50 added to Bob.').waitFor()
  const give = async (item: string, text: string) => {
    await page.getByRole('button', { name: 'Actions for Bob' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
  await give('Add text-capable number', '+1 415 555 2671')
  await give('Allow private address', 'http://nas.local:8080/hook')
  await page.getByRole('button', { name: 'Remove nas.local:8080 for Bob' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Remove nas.local:8080 for Bob' }).waitFor()
  await expect
    .poll(async () => (await desk.call(listUsage)).data[1])
    .toMatchObject({
      name: 'Bob',
      balance: 25.5,
      text_numbers: ['+14155552671'],
      allowed_addresses: [{ address: 'nas.local:8080', source: 'operator' }],
    })
  expect(await violations(page)).toEqual([])

  // With several accounts, each address names its account.
  await page.goto(`${desk.url}/app/settings/network`)
  await page.getByText('for Bob', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Bob')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('10.0.0.5:80')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove 10.0.0.5:80 for Bob' }).waitFor()
  expect(await violations(page)).toEqual([])

  const bob = await chromium.person()
  await openSignInLink(bob, link!)
  await bob.goto(`${desk.url}/app/settings/accounts`)
  await bob.getByText('Only the owner of this Parley can see its accounts.').waitFor()
  expect(await bob.getByRole('link', { name: /^Accounts/ }).count()).toBe(0)
})
