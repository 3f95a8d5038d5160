import { test } from 'vitest'
import { startDesk } from '../support/desk.ts'
import { expectNoFaultOn, OTHER_SCREENS } from '../support/desk-screens.ts'
import { temporaryFolder } from '../support/server.ts'

test('axe finds no violations on the other screens of a busy desk, in light, dark and narrow layouts', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  await expectNoFaultOn(desk, OTHER_SCREENS)
}, 240_000)
