import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDateTime, toInstant } from '../../server/db/time.ts'

const instants = fc.integer({ min: 0, max: Date.parse('2999-12-31T23:59:59.999Z') })

test('a date-time is in ISO format without T, milliseconds and Z', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      const iso = new Date(ms).toISOString()
      expect(toDateTime(ms)).toBe(iso.replace('T', ' ').slice(0, 19))
      expect(toInstant(ms)).toBe(iso.replace('Z', '000Z'))
    }),
  )
})
