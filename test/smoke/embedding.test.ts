import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { chromium } from '../support/chromium.ts'
import { unfold, wizard } from '../support/embed-wizard.ts'
import { live } from '../support/life.ts'
import { visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

/** A third-party website: one page containing the tag, under a content security policy. Resolves to its address. */
async function website(tag: string, policy: string): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.setHeader('content-security-policy', `default-src 'none'; ${policy.replaceAll('\n', ' ')}`)
    res.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tag}</html>`)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the chat is styled beside its live preview, and the copied snippet works on a website', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, preview } = await wizard(life)

  // The preview is the real chat, so it answers.
  const field = preview.getByRole('dialog').getByRole('textbox')
  await field.fill('What does Parley cost?')
  await field.press('Enter')
  await preview.getByRole('log').getByText(/free/i).first().waitFor()

  // Changes show in the preview; invalid values are reported beside their field.
  const color = page.getByRole('textbox', { name: 'Color', exact: true })
  await color.fill('#be18')
  await page.getByText('Enter a color such as').waitFor()
  await color.fill('#be185d')
  await page.getByRole('textbox', { name: 'Button label' }).fill('Ask <us> & "them"')
  const launcher = preview.getByRole('button', { name: /^Ask <us> & "them"/ })
  await launcher.waitFor()
  await expect
    .poll(() => launcher.evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe('rgb(190, 24, 93)')
  await page.getByRole('radio', { name: 'Top left' }).check({ force: true })
  await expect
    .poll(() => launcher.evaluate((button) => button.getBoundingClientRect().top))
    .toBeLessThan(100)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('paste the code again').waitFor()
  await page.locator('label', { hasText: 'Phone' }).click()
  await preview.getByRole('button', { name: /^Ask <us>/ }).waitFor()

  // The pinned tag, on another origin whose policy allows only what the snippet asks for.
  await page.getByRole('tab', { name: 'Pinned' }).click()
  const tag = await page.getByRole('tabpanel', { name: 'Pinned' }).locator('pre').innerText()
  expect(tag).toContain('integrity="sha384-')
  await unfold(page, 'content security policy')
  const policy = await page.locator('pre', { hasText: 'script-src' }).innerText()
  const stranger = visitorOn(await chromium.person())
  await stranger.page.goto(await website(tag, policy))
  await stranger.page.getByRole('button', { name: /^Ask <us>/ }).click()
  await stranger.say('What does Parley cost?')
  await stranger.log.getByText(/free/i).first().waitFor()
})
