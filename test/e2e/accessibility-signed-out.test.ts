import { expect, test } from 'vitest'
import { expectNoFault, settled } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { expectNoFaultWhereNarrow } from '../support/desk-screens.ts'
import { live } from '../support/life.ts'
import { visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

test('axe finds no violations on the signed-out pages, in light and dark', async () => {
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
  // All endpoints render the same way; a sample covers them and is much faster to check.
  const groups = stranger.locator('.group')
  const all = await groups.count()
  await stranger.getByRole('searchbox').fill('embedding')
  await expect.poll(() => groups.count()).toBeLessThan(all)
  await expectNoFault('docs', stranger)
}, 120_000)
