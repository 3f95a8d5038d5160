import { expect, test } from 'vitest'
import { addressOf, SCREENS } from '../../scripts/screens/list.ts'
import { expectNoFault, settled, useChromium, violations } from '../support/browser.ts'
import { BUILT, live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { KEY, temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

/** The kitchen sink shows what is loading for ever: kitchen-sink.test.ts looks at it. */
const AT_WORK = SCREENS.filter(({ name }) => name !== 'kitchen-sink')

test('axe finds nothing on any screen, light or dark', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await expectNoFault('the page of an assistant', visitor.page)
  await visitor.say('What does Parley cost?')
  await visitor.log.getByText(/free/i).first().waitFor()
  await expectNoFault('a chat', visitor.page)

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
})

test('axe finds nothing on any screen of a desk at work, light or dark', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT, env: { PARLEY_DEMO: '1' } })
  const { page, signIn } = operatorOn(await chromium.person())
  await signIn(life)
  for (const screen of AT_WORK) {
    await page.goto(life.url + (await addressOf(screen, life.url, KEY)))
    await settled(page)
    await screen.prepare?.(page)
    await expectNoFault(screen.name, page)
  }
}, 240_000)

test.each([
  ['a phone', { width: 375, height: 667 }],
  ['a narrow window', { width: 600, height: 800 }],
])(
  'axe finds nothing on %s, and nothing needs to be scrolled sideways',
  async (_, viewport) => {
    const life = await live({ dataDir: temporaryFolder(), main: BUILT, env: { PARLEY_DEMO: '1' } })
    const visitor = visitorOn(await chromium.person({ viewport }))
    await visitor.open(life.url)
    await visitor.say('hello')
    expect(await violations(visitor.page)).toEqual([])
    const { page, signIn } = operatorOn(await chromium.person({ viewport }))
    await signIn(life)
    for (const screen of AT_WORK) {
      await page.goto(life.url + (await addressOf(screen, life.url, KEY)))
      await settled(page)
      await screen.prepare?.(page)
      expect([screen.name, await violations(page)]).toEqual([screen.name, []])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([screen.name, overflow]).toEqual([screen.name, 0])
    }
  },
  240_000,
)
