import { test } from 'vitest'
import { DAILY_SCREENS, expectNoFaultOn } from '../support/desk-screens.ts'

test('axe finds nothing on the daily screens, light, dark or narrow', async () => {
  await expectNoFaultOn(DAILY_SCREENS)
}, 120_000)
