import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { addressOf, SCREENS, type Screen } from '../../scripts/screens/list.ts'
import { expectNoFault, settled, useChromium, violations } from '../support/browser.ts'
import { BUILT, live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { KEY, temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

/** What there is no picture of. */
const MORE: readonly Screen[] = [
  ...['profile', 'appearance', 'language', 'shortcuts', 'limits', 'data', 'backups', 'about'].map(
    (part) => ({ name: `settings, ${part}`, at: `settings/${part}` }),
  ),
  { name: 'a screen that is not there', at: 'nowhere' },
]

/** The kitchen sink shows what is loading for ever: kitchen-sink.test.ts looks at it. */
const AT_WORK = [...SCREENS.filter(({ name }) => name !== 'kitchen-sink'), ...MORE]

/** The screens in so many tests. */
const TESTS = 8
const SLICES = Array.from({ length: TESTS }, (_, slice) =>
  AT_WORK.filter((_, index) => index % TESTS === slice),
)

const NARROW = [
  ['on a narrow window', { width: 600, height: 800 }],
  ['on a phone', { width: 375, height: 667 }],
] as const

/** Makes sure that axe finds nothing wrong with a page that becomes narrow, and that nothing needs to be scrolled sideways. */
async function expectNoFaultWhereNarrow(what: string, page: Page): Promise<void> {
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

test.each(SLICES)(
  'axe finds nothing on a desk at work, light, dark or narrow: $name, and more',
  async (...screens) => {
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
  },
  240_000,
)

test('axe finds nothing where nobody is signed in, light or dark', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await expectNoFault('the page of an assistant', visitor.page)
  await visitor.say('What does Parley cost?')
  await visitor.log.getByText(/free/i).first().waitFor()
  await expectNoFault('a chat', visitor.page)
  await expectNoFaultWhereNarrow('a chat', visitor.page)

  const stranger = await chromium.person()
  await stranger.goto(`${life.url}/app/`)
  await settled(stranger)
  await expectNoFault('sign in', stranger)
  await stranger.goto(`${life.url}/api/docs`)
  await settled(stranger)
  // All endpoints are drawn alike; a few of them are as good as all and much faster to judge.
  await stranger.getByRole('searchbox').fill('embedding')
  await stranger.waitForTimeout(300)
  await expectNoFault('docs', stranger)
}, 120_000)
