import { test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { expectNoFaultOn, SETTINGS_SCREENS } from '../support/desk-screens.ts'
import { temporaryFolder } from '../support/server.ts'

test('axe finds no violations on any settings page, in light, dark and narrow layouts', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  await expectNoFaultOn(desk, SETTINGS_SCREENS)
}, 240_000)
