import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { operatorOn } from '../support/people.ts'
import { KEY } from '../support/server.ts'

/** Opens the reference at an endpoint with its form expanded; resolves to the endpoint's section. */
async function tryOut(page: Page, url: string, id: string) {
  await page.goto(`${url}/api/docs#${id}`)
  const part = page.locator(`#${id}`)
  await part.getByRole('button', { name: /^Try it/ }).click()
  return part
}

const answerIn = (part: Locator) => part.getByRole('region', { name: 'Answer', exact: true })

test('a call can be tried with a pasted key, which stays in the page’s memory only', async () => {
  const life = await startDesk()
  const page = await chromium.person()
  const part = await tryOut(page, life.url, 'createApiKey')
  const send = part.getByRole('button', { name: 'Send' })

  await send.click()
  await part.getByText(/nobody is signed in here/).waitFor()

  await page.getByRole('textbox', { name: 'API key', exact: true }).fill(KEY)
  await part.getByLabel('name', { exact: true }).fill('Report')
  await send.click()
  const answer = answerIn(part)
  await answer.getByText('201').waitFor()
  await expect.poll(() => answer.textContent()).toContain('API key created successfully')
  await expect
    .poll(() => part.getByRole('region', { name: 'The call' }).textContent())
    .toContain('$KEY')

  await part.getByLabel('name', { exact: true }).fill(' ')
  await send.click()
  await part.getByText('The name field is required.').first().waitFor()

  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect([kept.includes(KEY), page.url().includes(KEY)]).toEqual([false, false])
  await page.reload()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'API key', exact: true }).inputValue())
    .toBe('')
})

test('a signed-in operator needs no key, and must confirm before anything is deleted', async () => {
  const life = await startDesk()
  const page = await chromium.person()
  await operatorOn(page).signIn(life)
  const list = await tryOut(page, life.url, 'listApiKeys')
  await list.getByText(/who is signed in here/).waitFor()
  await list.getByRole('button', { name: 'Send' }).click()
  await answerIn(list).getByText('"api_keys"').waitFor()

  const part = await tryOut(page, life.url, 'deleteApiKey')
  await part.getByLabel('id', { exact: true }).fill('999')
  await part.getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This deletes permanently.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await answerIn(part).count()).toBe(0)
  await part.getByLabel('id', { exact: true }).press('Control+Enter')
  await dialog.getByRole('button', { name: 'Send it' }).click()
  await part.getByText('API key not found').first().waitFor()
})

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)(
  'axe finds no violations in a form and its response, %s, %i px wide',
  async (colorScheme, width) => {
    const life = await startDesk()
    const page = await chromium.person({ colorScheme, viewport: { width, height: 800 } })
    await page.goto(`${life.url}/api/docs`)
    // All endpoints render the same way; a sample covers them and is much faster to check.
    await page.getByRole('searchbox').fill('api-keys')
    await page.getByRole('textbox', { name: 'API key', exact: true }).fill(KEY)
    const part = page.locator('#createApiKey')
    await part.getByRole('button', { name: /^Try it/ }).click()
    await part.getByLabel('name', { exact: true }).fill('')
    await part.getByRole('button', { name: 'Send' }).click()
    await part.getByText('The name field is required.').first().waitFor()
    expect(await violations(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  },
)
