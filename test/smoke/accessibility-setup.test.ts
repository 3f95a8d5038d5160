import { test } from 'vitest'
import { expectNoFaultOn, SETUP_SCREENS } from '../support/desk-screens.ts'
import { live } from '../support/life.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

test('axe finds no violations on the main screens of the setup, in light, dark and narrow layouts', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT, env: { PARLEY_DEMO: '1' } })
  await expectNoFaultOn(life, SETUP_SCREENS)
}, 120_000)
