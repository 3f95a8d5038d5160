import { test } from 'vitest'
import { DAILY_SCREENS, expectNoFaultOn } from '../support/desk-screens.ts'
import { live } from '../support/life.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

test('axe finds no violations on the everyday screens, in light, dark and narrow layouts', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT, env: { PARLEY_DEMO: '1' } })
  await expectNoFaultOn(life, DAILY_SCREENS)
}, 120_000)
