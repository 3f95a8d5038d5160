import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { useChromium, violations } from '../support/browser.ts'
import { BUILT, live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

const SCREENS = [
  'inbox',
  'assistants',
  'assistants/new',
  'assistants/1/try',
  'assistants/1/embed',
  'settings',
]

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  // Colours that are still changing are no colours to judge.
  await page.waitForTimeout(300)
}

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any screen, %s',
  async (colorScheme) => {
    const life = await live({ dataDir: temporaryFolder(), main: BUILT })
    const visitor = visitorOn(await chromium.person({ colorScheme }))
    await visitor.open(life.url)
    expect(await violations(visitor.page)).toEqual([])
    await visitor.say('What does Parley cost?')
    await visitor.log.getByText(/free/i).first().waitFor()
    expect(await violations(visitor.page)).toEqual([])

    const stranger = await chromium.person({ colorScheme })
    await stranger.goto(`${life.url}/app/`)
    await settled(stranger)
    expect(['sign in', await violations(stranger)]).toEqual(['sign in', []])
    await stranger.goto(`${life.url}/api/docs`)
    await settled(stranger)
    // All endpoints are drawn alike; a few of them are as good as all and much faster to judge.
    await stranger.getByRole('searchbox').fill('embedding')
    await stranger.waitForTimeout(300)
    expect(['docs', await violations(stranger)]).toEqual(['docs', []])

    const operator = operatorOn(await chromium.person({ colorScheme }))
    await operator.signIn(life)
    for (const screen of SCREENS) {
      await operator.page.goto(`${life.url}/app/${screen}`)
      await settled(operator.page)
      expect([screen, await violations(operator.page)]).toEqual([screen, []])
    }
    await operator.page.goto(`${life.url}/app/inbox`)
    await operator.openFirst()
    expect(['thread', await violations(operator.page)]).toEqual(['thread', []])
  },
)

test.each([
  ['a phone', { width: 375, height: 667 }],
  ['a narrow window', { width: 600, height: 800 }],
])('axe finds nothing on %s, and nothing needs to be scrolled sideways', async (_, viewport) => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person({ viewport }))
  await visitor.open(life.url)
  await visitor.say('hello')
  expect(await violations(visitor.page)).toEqual([])
  const operator = operatorOn(await chromium.person({ viewport }))
  await operator.signIn(life)
  for (const screen of SCREENS) {
    await operator.page.goto(`${life.url}/app/${screen}`)
    await settled(operator.page)
    expect([screen, await violations(operator.page)]).toEqual([screen, []])
    const overflow = await operator.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([screen, overflow]).toEqual([screen, 0])
  }
})
