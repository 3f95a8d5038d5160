import type { Page } from 'playwright'
import { expect } from 'vitest'
import { addressOf, SCREENS, type Screen } from '../../scripts/screens/list.ts'
import { expectNoFault, settled, violations } from './axe.ts'
import { chromium } from './chromium.ts'
import type { Desk } from './desk.ts'
import { operatorOn } from './people.ts'
import { KEY } from './server.ts'

/** Screens without a reference picture. */
const MORE: readonly Screen[] = [
  ...[
    'profile',
    'appearance',
    'language',
    'shortcuts',
    'access',
    'accounts',
    'limits',
    'data',
    'channels',
    'backups',
    'about',
  ].map((part) => ({ name: `settings, ${part}`, at: `settings/${part}` })),
  { name: 'questions and answers', at: 'knowledge/entries' },
  { name: 'unanswered questions', at: 'knowledge/unanswered' },
  { name: 'corrections', at: 'knowledge/corrections' },
  { name: 'reports', at: 'reports' },
  { name: 'the phone of a customer', at: 'messenger-phone' },
  { name: 'a screen that is not there', at: 'nowhere' },
]

/** Excludes the kitchen sink, which shows loading states forever; kitchen-sink.test.ts covers it. */
const ALL = [...SCREENS.filter(({ name }) => name !== 'kitchen-sink'), ...MORE]

/** The everyday screens, at work and to set it up, which the smoke ring checks; the others are checked in test/e2e. */
const DAILY = new Set(['home', 'inbox', 'contacts', 'calls'])
const SETUP = new Set(['assistants', 'assistant', 'settings'])
export const DAILY_SCREENS = ALL.filter(({ name }) => DAILY.has(name))
export const SETUP_SCREENS = ALL.filter(({ name }) => SETUP.has(name))
const REST = ALL.filter(({ name }) => !DAILY.has(name) && !SETUP.has(name))
const isAboutSettings = ({ at }: Screen) => at.startsWith('settings')
export const SETTINGS_SCREENS = REST.filter(isAboutSettings)
export const OTHER_SCREENS = REST.filter((screen) => !isAboutSettings(screen))

/** A narrow window and a phone, which have the same layout. */
const NARROW = { width: 600, height: 800 }
const PHONE = { width: 375, height: 667 }

/** Asserts that axe finds no violations in a page on a phone, and that nothing overflows sideways. */
export async function expectNoFaultWhereNarrow(what: string, page: Page): Promise<void> {
  const wide = page.viewportSize()!
  for (const size of [NARROW, PHONE]) {
    await page.setViewportSize(size)
    await settled(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([what, size, overflow]).toEqual([what, size, 0])
  }
  expect([what, 'on a phone', await violations(page)]).toEqual([what, 'on a phone', []])
  await page.setViewportSize(wide)
}

/** Asserts that axe finds no violations on these screens of a desk with a demo workspace, light, dark or narrow. */
export async function expectNoFaultOn(desk: Desk, screens: readonly Screen[]): Promise<void> {
  // Without motion there is nothing to wait for before axe runs.
  const { page, signIn } = operatorOn(await chromium.person({ reducedMotion: 'reduce' }))
  await signIn(desk)
  for (const screen of screens) {
    await page.goto(desk.url + (await addressOf(screen, desk.url, KEY)))
    await settled(page)
    await screen.prepare?.(page)
    await expectNoFault(screen.name, page)
    await expectNoFaultWhereNarrow(screen.name, page)
  }
}
