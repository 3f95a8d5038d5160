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

/** Waits until a screen is shown and nothing in it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .bones'))
}

/**
 * The violations that axe finds in a page, or part of it, in its current state, each with its locations;
 * `more` adds rules.
 */
export async function violations(
  page: Page,
  within?: string,
  more: readonly string[] = [],
): Promise<string[]> {
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]))
  return judge(page, { rules }, within)
}

/**
 * Asserts that axe finds no violations in a page, or part of it, in light mode, nor in dark mode, where only
 * the colours are rechecked.
 */
export async function expectNoFault(what: string, page: Page, within?: string): Promise<void> {
  expect([what, await violations(page, within)]).toEqual([what, []])
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await judge(page, { runOnly: { type: 'rule', values: COLOUR_RULES } }, within)
  expect([`${what}, dark`, inTheDark]).toEqual([`${what}, dark`, []])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Minified, so that it loads in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Reports violations only and reads no style sheets: the rule that needs them does not apply to ours. */
const FAULTS_ONLY: axe.RunOptions = { resultTypes: ['violations'], preload: false }

/** Maximum wait for animations, ms. */
const STILL_MS = 3000

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Waits until animations have finished, in the page and in a chat on it, up to a limit. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async (patience) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A click is rendered in the next frame, and an animation it starts runs from the one after.
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
  // Colours still in transition must not be judged.
  await atRest(page)
  // Injecting axe takes as long as running it, so it is done once per page.
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
