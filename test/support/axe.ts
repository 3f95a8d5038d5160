import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Waits until a screen is there, and nothing in it is still being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .bones'))
}

/** The violations that axe finds in a page as it is now, or in a part of it, each with its places; `more` adds rules. */
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

/** Minified: a page reads it in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Reports violations only, and reads no style sheets: the rule that needs them finds nothing in ours. */
const FAULTS_ONLY: axe.RunOptions = { resultTypes: ['violations'], preload: false }

/** Colours have changed by then. */
const STILL_MS = 3000

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Waits until what moves has come to rest, in the page and in a chat on it, but no longer than a moment. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async (patience) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // What was just pressed is drawn with the next frame, and what it sets in motion moves from the one after.
    for (const _ of [1, 2]) await frame()
    const chat = document.querySelector('parley-chat')?.shadowRoot
    const moving = [document, ...(chat ? [chat] : [])]
      .flatMap((root) => root.getAnimations())
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      )
    await Promise.race([
      Promise.allSettled(moving.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, patience)),
    ])
  }, STILL_MS)
}

async function judge(page: Page, options: axe.RunOptions, within?: string): Promise<string[]> {
  // Colours that are still changing are no colours to judge.
  await atRest(page)
  // Reading axe takes a page as long as being judged by it: once is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
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
