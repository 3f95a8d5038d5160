import { expect, test } from 'vitest'
import { listAssistantTests, listTestRuns } from '#contracts/assistant-tests.ts'
import { getBudgets } from '#contracts/budgets.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

test('by keyboard, a test dialogue is written, run, read and deleted, and a budget is set', async () => {
  const life = await startDesk()
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(10_000)
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${life.url}/app/assistants/1`)
  await page.getByRole('link', { name: 'Tests' }).click()
  await page.getByText('No tests yet').waitFor()
  expect(await violations(page)).toEqual([])

  // Keyboard only: a new test, its fields, and saving.
  await page.keyboard.press('n')
  const editor = page.getByRole('dialog', { name: 'New test' })
  await editor.waitFor()
  await page.keyboard.press('Control+Enter')
  await editor.getByText('The name field is required.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('Asking for a person')
  await editor.getByRole('textbox', { name: 'The visitor says' }).fill('Can I talk to a person?')
  await editor.getByRole('textbox', { name: 'Expectation 1, line 1' }).fill('a person')
  await editor.getByRole('button', { name: 'Add expectation' }).click()
  const added = editor.getByRole('combobox', { name: 'Type of expectation 2, line 1' })
  await expect.poll(() => added.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('lottery')
  await page.keyboard.press('Control+Enter')
  await page.getByText('“Asking for a person” saved.').waitFor()
  await expect
    .poll(async () => (await life.call(listAssistantTests, { params: { id: 1 } })).data)
    .toMatchObject([
      {
        name: 'Asking for a person',
        lines: [
          {
            say: 'Can I talk to a person?',
            expectations: [
              { kind: 'contains', value: 'a person' },
              { kind: 'contains', value: 'lottery' },
            ],
          },
        ],
      },
    ])

  await page.getByRole('button', { name: 'Run all' }).click()
  await page.getByText('0 of 1 passed.').waitFor()
  const results = page.locator('.test-results')
  await results.getByText('Can I talk to a person?').waitFor()
  await expect.poll(() => results.locator('.is-failed').innerText()).toContain('lottery')
  await expect.poll(() => results.locator('.is-passed').innerText()).toContain('a person')
  expect(await violations(page)).toEqual([])

  // After the wrong expectation is corrected, the test passes.
  await page.getByRole('button', { name: 'Edit Asking for a person' }).click()
  await page.getByRole('combobox', { name: 'Type of expectation 2, line 1' }).selectOption('lacks')
  await page.getByRole('button', { name: /^Save test/ }).click()
  await page.getByRole('button', { name: 'Run Asking for a person' }).click()
  await page.getByText('1 of 1 passed.').waitFor()
  await expect
    .poll(async () => (await life.call(listTestRuns, { params: { id: 1 } })).data)
    .toMatchObject([
      { passed: 1, failed: 0 },
      { passed: 0, failed: 1 },
    ])
  await page.reload()
  await results.getByText('Asking for a person').waitFor()

  await page.getByRole('button', { name: 'Delete Asking for a person' }).click()
  await page.getByText('“Asking for a person” deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Edit Asking for a person' }).waitFor()

  await page.goto(`${life.url}/app/settings/budgets`)
  const month = page.getByRole('textbox', { name: 'Per month' })
  await month.fill('much')
  await page.keyboard.press('Enter')
  await page.getByText('The budget must be a number.').waitFor()
  await month.fill('12,5')
  await page.keyboard.press('Enter')
  await page.getByText('Budget saved.').waitFor()
  await expect.poll(async () => (await life.call(getBudgets)).account.limit).toBe(12.5)
  expect(await violations(page)).toEqual([])
})
