import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connect } from '../../../server/db/connect.ts'
import { truncateLog } from '../../../server/db/log.ts'
import { scrubDb } from '../../../server/db/scrub.ts'
import { secretsIn } from '../../support/any-database.ts'
import { withRemnants } from '../../support/remnants.ts'
import { isWhole, sample } from '../../support/sample.ts'

const noPause = () => Promise.resolve()

test(
  'databases of every layout keep their rows and lose their remnants',
  async () => {
    const shape = fc.record({
      seed: fc.integer({ min: 0, max: 2 ** 31 }),
      pageSize: fc.constantFrom(512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536),
      reserved: fc.constantFrom(0, 0, 1, 32),
    })
    await fc.assert(
      fc.asyncProperty(shape, fc.boolean(), async (layout, isRead) => {
        const { db, file, folder, write, sum, check } = withRemnants(layout, sample(8, 30))
        const before = sum()
        const reader = connect(file, { readonly: true })
        if (isRead) reader.exec('BEGIN; SELECT count(*) FROM sqlite_master')
        const isDone = await scrubDb(db, write, noPause)
        expect(sum(reader)).toBe(before)
        reader.close()
        // A reader is in the way of the slices after the first commit.
        if (isRead && !isDone) expect(await scrubDb(db, write, noPause)).toBe(true)
        else expect(isDone).toBe(true)
        db.pragma('shrink_memory')
        expect([check(), sum()]).toEqual(['ok', before])
        truncateLog(db)
        expect(secretsIn(folder)).toBe(0)
      }),
      { numRuns: sample(6, 300) },
    )
  },
  isWhole ? 900_000 : 20_000,
)
