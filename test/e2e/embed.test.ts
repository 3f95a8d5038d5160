import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { updateEmbedding } from '#contracts/embedding.ts'
import { useChromium, violations } from '../support/browser.ts'
import { BUILT, live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

/** Somebody's website: one page with a tag in it, under a content security policy. Resolves to its address. */
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

test('the chat is dressed beside its live preview, and the code that is copied works on a website', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, signIn } = operatorOn(await chromium.person())
  await signIn(life)
  await page.goto(`${life.url}/app/assistants/1/embed`)

  // The preview is the real chat: it answers.
  const preview = page.frameLocator('iframe')
  const field = preview.getByRole('dialog').getByRole('textbox')
  await field.fill('What does Parley cost?')
  await field.press('Enter')
  await preview.getByRole('log').getByText(/free/i).first().waitFor()

  // What is changed is seen in it; what makes no sense is said beside the field.
  const color = page.getByRole('textbox', { name: 'Colour', exact: true })
  await color.fill('#be18')
  await page.getByText('Write a colour such as').waitFor()
  await color.fill('#be185d')
  await page.getByRole('textbox', { name: 'Words on the button' }).fill('Ask <us> & "them"')
  const launcher = preview.getByRole('button', { name: /^Ask <us> & "them"/ })
  await launcher.waitFor()
  expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    'rgb(190, 24, 93)',
  )
  await page.getByRole('button', { name: 'Save the look' }).click()
  await page.getByText('The look is saved.').waitFor()
  await page.getByRole('radio', { name: 'Phone' }).check({ force: true })
  await preview.getByRole('button', { name: /^Ask <us>/ }).waitFor()

  // The pinned tag, on a website of another origin that allows no more than it is told to.
  await page.getByRole('tab', { name: 'HTML, pinned' }).click()
  const tag = await page.getByRole('tabpanel').locator('pre').first().innerText()
  expect(tag).toContain('integrity="sha384-')
  await page.getByText('Does the website have a content security policy?').click()
  const policy = await page.locator('pre', { hasText: 'script-src' }).innerText()
  const stranger = visitorOn(await chromium.person())
  await stranger.page.goto(await website(tag, policy))
  await stranger.page.getByRole('button', { name: /^Ask <us>/ }).click()
  await stranger.say('What does Parley cost?')
  await stranger.log.getByText(/free/i).first().waitFor()
})

test('whoever cannot be reached by a website is told, and what to do', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, signIn } = operatorOn(await chromium.person())
  await signIn(life)
  await page.goto(`${life.url}/app/assistants/1/embed`)
  await page.getByText('Nobody but this machine can.').waitFor()
  await page.getByRole('textbox', { name: 'Add a website' }).fill('shop.example.com/contact')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'https://shop.example.com' })
  await row.getByText('Visitors do not reach this machine').waitFor()
  await page.getByText('What to do for a public website').click()
  await page.getByText('PARLEY_PUBLIC_URL=').waitFor()
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByText('No website yet').waitFor()
})

test.each(['light', 'dark'] as const)(
  'the wizard has no fault for axe, %s',
  async (colorScheme) => {
    const life = await live({ dataDir: temporaryFolder(), main: BUILT })
    await life.call(updateEmbedding, {
      params: { id: 1 },
      body: { allowed_origins: ['https://shop.example.com'] },
    })
    const { page, signIn } = operatorOn(await chromium.person({ colorScheme }))
    await signIn(life)
    await page.goto(`${life.url}/app/assistants/1/embed`)
    await page.getByRole('tab', { name: 'Site builders' }).click()
    await page.getByText('What to do for a public website').click()
    expect(await violations(page)).toEqual([])
  },
)

test('a preview may stand in a frame of Parley and of nobody else, and no parameter becomes HTML', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const preview = await fetch(`${life.url}/preview?label=${encodeURIComponent('"><script>')}`)
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(await preview.text()).not.toContain('"><script>')
  const app = await fetch(`${life.url}/app/`)
  expect(app.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
