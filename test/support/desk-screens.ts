import type { Page } from 'playwright'
import { expect } from 'vitest'
import { addressOf, SCREENS, type Screen } from '../../scripts/screens/list.ts'
import { expectNoFault, settled, violations } from './axe.ts'
import { chromium } from './chromium.ts'
import { BUILT, live } from './life.ts'
import { operatorOn } from './people.ts'
import { KEY, temporaryFolder } from './server.ts'

/** What there is no picture of. */
const MORE: readonly Screen[] = [
  ...['profile', 'appearance', 'language', 'shortcuts', 'limits', 'data', 'backups', 'about'].map(
    (part) => ({ name: `settings, ${part}`, at: `settings/${part}` }),
  ),
  { name: 'a screen that is not there', at: 'nowhere' },
]

/** The kitchen sink shows what is loading for ever: kitchen-sink.test.ts looks at it. */
const ALL = [...SCREENS.filter(({ name }) => name !== 'kitchen-sink'), ...MORE]

/** The screens that are seen every day, which the smoke ring judges; the rest is judged in test/e2e. */
const DAILY = new Set(['home', 'inbox', 'contacts', 'calls', 'assistants', 'assistant', 'settings'])
export const DAILY_SCREENS = ALL.filter(({ name }) => DAILY.has(name))
export const OTHER_SCREENS = ALL.filter(({ name }) => !DAILY.has(name))

const NARROW = [
  ['on a narrow window', { width: 600, height: 800 }],
  ['on a phone', { width: 375, height: 667 }],
] as const

/** Makes sure that axe finds nothing wrong with a page that becomes narrow, and that nothing needs to be scrolled sideways. */
export async function expectNoFaultWhereNarrow(what: string, page: Page): Promise<void> {
  const wide = page.viewportSize()!
  for (const [where, size] of NARROW) {
    await page.setViewportSize(size)
    await settled(page)
    expect([what, where, await violations(page)]).toEqual([what, where, []])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([what, where, overflow]).toEqual([what, where, 0])
  }
  await page.setViewportSize(wide)
}

/** Makes sure that axe finds nothing wrong with these screens on a desk with a demo workspace, light, dark or narrow. */
export async function expectNoFaultOn(screens: readonly Screen[]): Promise<void> {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT, env: { PARLEY_DEMO: '1' } })
  // What axe judges stands still, so that nothing has to be waited for.
  const { page, signIn } = operatorOn(await chromium.person({ reducedMotion: 'reduce' }))
  await signIn(life)
  for (const screen of screens) {
    await page.goto(life.url + (await addressOf(screen, life.url, KEY)))
    await settled(page)
    await screen.prepare?.(page)
    await expectNoFault(screen.name, page)
    await expectNoFaultWhereNarrow(screen.name, page)
  }
}
