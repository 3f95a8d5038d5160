import { test } from 'vitest'
import { expectNoFaultOn, OTHER_SCREENS } from '../support/desk-screens.ts'

/** The screens in so many tests. */
const TESTS = 8
const SLICES = Array.from({ length: TESTS }, (_, slice) =>
  OTHER_SCREENS.filter((_, index) => index % TESTS === slice),
)

test.each(SLICES)(
  'axe finds nothing on a desk at work, light, dark or narrow: $name, and more',
  async (...screens) => {
    await expectNoFaultOn(screens)
  },
  240_000,
)
