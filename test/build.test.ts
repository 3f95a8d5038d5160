import { test } from 'vitest'
import { setup } from './support/build.ts'

test('the production build is within its size limits, and its server starts', setup)
