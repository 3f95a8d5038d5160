import axe, { type RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** One Chromium for the tests of a file, and a fresh profile for every person in them. */
export function useChromium() {
  let browser: Browser
  beforeAll(async () => {
    const { executablePath, env } = await findBrowser()
    browser = await chromium.launch({
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
    })
  })
  afterAll(() => browser?.close())

  return {
    /** A person with a browser of their own; what the page's scripts throw fails the test. */
    async person(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ locale: 'en-GB', ...options })
      const page = await context.newPage()
      const thrown: string[] = []
      page.on('pageerror', (error) => thrown.push(String(error)))
      onTestFinished(async () => {
        await context.close()
        expect(thrown).toEqual([])
      })
      return page
    },
  }
}

/** Waits until a screen is there, and nothing in it is still being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .bones'))
}

/** What axe finds wrong with a page as it is now, or with a part of it, each with its places; by more rules than usual. */
export async function violations(
  page: Page,
  within?: string,
  more: readonly string[] = [],
): Promise<string[]> {
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]))
  return judge(page, { rules }, within)
}

/** Makes sure that axe finds nothing wrong with a page, or a part, that is light, nor with it in the dark, where only the colours are others. */
export async function expectNoFault(what: string, page: Page, within?: string): Promise<void> {
  expect([what, await violations(page, within)]).toEqual([what, []])
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await judge(page, { runOnly: { type: 'rule', values: COLOUR_RULES } }, within)
  expect([`${what}, dark`, inTheDark]).toEqual([`${what}, dark`, []])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What is right is not written down, and style sheets are not read for a rule that says nothing about ours. */
const FAULTS_ONLY: RunOptions = { resultTypes: ['violations'], preload: false }

/** Colours have changed by then. */
const STILL_MS = 3000

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function judge(page: Page, options: RunOptions, within?: string): Promise<string[]> {
  // Colours that are still changing are no colours to judge; what moves for longer than that hardly is one.
  await page.evaluate((patience) => {
    const moving = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      )
    return Promise.race([
      Promise.allSettled(moving.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, patience)),
    ])
  }, STILL_MS)
  // Reading axe takes a page as long as being judged by it: once is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ context, options }) => {
      const { violations } = await window.axe.run(context, options)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { context: within ?? 'html', options: { ...FAULTS_ONLY, ...options } },
  )
}
