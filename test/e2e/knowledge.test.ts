import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { operatorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'
import { pageWith, startWebsite } from '../support/website.ts'

const shots = process.env['PARLEY_KNOWLEDGE_SHOTS']

/** Saves a screenshot of a page for manual review. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test('a knowledge base is created, filled by drop and from a website, tried out, and emptied with undo', async () => {
  const looked = Promise.withResolvers<void>()
  const site = await startWebsite({
    '/': pageWith('Home', '/prices', '/slow'),
    '/prices': pageWith('Prices of llamas'),
    async '/slow'(_req, res) {
      await looked.promise
      res.writeHead(200, { 'content-type': 'text/html' }).end(pageWith('Slow page'))
    },
  })
  const life = await live({
    dataDir: temporaryFolder(),
    main: BUILT,
    env: { PARLEY_DEMO: '1', PARLEY_ALLOW_PRIVATE: `127.0.0.1:${site.port}` },
  })
  const page = await chromium.person()
  await operatorOn(page).signIn(life)
  await page.goto(`${life.url}/app/knowledge`)
  await settled(page)
  await shoot(page, 'list-light')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'New knowledge base' }).click()
  await page.getByLabel('Name').fill('Llama shop')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Llama shop', level: 1 }).waitFor()
  await page.getByText('No documents yet').waitFor()
  await shoot(page, 'base-empty')
  expect(await violations(page)).toEqual([])

  // Two files at once, one of them not a document.
  const data = await page.evaluateHandle(() => {
    const dropped = new DataTransfer()
    dropped.items.add(new File(['# Opening hours\n\nWe are open from nine to five.'], 'hours.md'))
    dropped.items.add(new File(['MZ'], 'virus.exe'))
    return dropped
  })
  const drop = page.locator('.drop-zone')
  await drop.dispatchEvent('dragover', { dataTransfer: data })
  await page.getByText('Drop files here').waitFor()
  await shoot(page, 'base-drop')
  await drop.dispatchEvent('drop', { dataTransfer: data })
  await page.getByText(/virus\.exe: The file must be a file of type/).waitFor()
  const rows = page.getByRole('table', { name: 'Content' }).locator('tbody tr')
  await rows.filter({ hasText: 'hours.md' }).getByText('Ready').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.getByRole('button', { name: 'Add website' }).click()
  await page.getByLabel('Address').fill(site.url)
  await shoot(page, 'website-dialog')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const website = rows.filter({ hasText: '127.0.0.1' })
  await website.getByText(/of 3 pages found/).waitFor()
  // An empty box before the words would look like a checkbox.
  const stop = website.getByRole('button', { name: 'Stop reading' }).locator('svg')
  expect(await stop.locator('rect').count()).toBe(0)
  await shoot(page, 'crawl-running')
  expect(await violations(page)).toEqual([])
  looked.resolve()
  await website.getByText('Ready').waitFor({ timeout: 15_000 })
  await website.getByText('3 pages').waitFor()

  // What was read from each address, and a name and description of its own.
  await website.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Show pages' }).click()
  const pages = page.getByRole('dialog', { name: /^Pages of/ })
  await expect.poll(() => pages.getByText('Read', { exact: true }).count()).toBe(3)
  await shoot(page, 'document-pages')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await website.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit name and description' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit name and description' })
  await edited.getByLabel('Description (optional)').fill('The zoo, 127.0.0.1')
  await edited.getByRole('button', { name: 'Save' }).click()
  await website.getByText('The zoo, 127.0.0.1').waitFor()

  // A long description takes the room of no other cell.
  await page.setViewportSize({ width: 1100, height: 700 })
  const heightOf = async (cell: Locator) => Math.round((await cell.boundingBox())!.height)
  const short = rows.filter({ hasText: 'hours.md' })
  const described = website.locator('.document-name small')
  await described.evaluate((one) => one.append(' and much more about it'.repeat(8)))
  expect(await heightOf(described)).toBeGreaterThan(30)
  for (const part of ['.document-size', '.badge', 'time'])
    expect([part, await heightOf(website.locator(part))]).toEqual([
      part,
      await heightOf(short.locator(part)),
    ])
  expect((await website.locator('select').boundingBox())!.width).toBeGreaterThan(120)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('textbox', { name: 'Question' }).fill('How much is a llama?')
  const results = page.getByRole('list', { name: 'Results' })
  await expect
    .poll(async () => {
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
      return results.getByText('llamas').count()
    })
    .toBeGreaterThan(0)
  await expect.poll(() => page.locator('mark').first().textContent()).toBe('llamas')
  await shoot(page, 'try-question')
  expect(await violations(page)).toEqual([])
  for (const [name, scheme] of [['base-dark', 'dark']] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await shoot(page, name)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await shoot(page, 'base-rtl')
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot(page, 'base-390')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await website.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Show passages' }).click()
  await page.getByRole('dialog').getByText('Prices of llamas').first().waitFor()
  await shoot(page, 'passages')
  await page.keyboard.press('Escape')

  await rows
    .filter({ hasText: 'hours.md' })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rows.count()).toBe(2)
})
