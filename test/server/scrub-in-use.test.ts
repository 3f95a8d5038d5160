import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { truncateLog } from '../../server/db/log.ts'
import { scrubDb } from '../../server/db/scrub.ts'
import type { Write } from '../../server/db/write.ts'
import { withRemnants } from '../support/remnants.ts'

const noPause = () => Promise.resolve()

test('a file in which pages can no longer be told apart is left alone', async () => {
  const { db, file, write, tables, check } = withRemnants()
  const other = connect(file)
  onTestFinished(() => void other.close())
  // Another program has the write lock first. From then on some pages are maps, which can look like pages with rows.
  const late = Object.assign(
    (work: Parameters<Write>[0]) => {
      other.pragma('auto_vacuum = INCREMENTAL')
      other.exec(`VACUUM; DELETE FROM ${tables[0]!.name}`)
      other.pragma('wal_checkpoint(TRUNCATE)')
      return write(work)
    },
    { flush: write.flush, pending: undefined },
  ) as Write
  await expect(scrubDb(db, late, noPause)).rejects.toThrow('cannot be told apart')
  truncateLog(db)
  db.pragma('shrink_memory')
  expect(check()).toBe('ok')
})

test.skipIf(process.platform === 'win32')(
  'another file that has taken the name of the database is left alone',
  async () => {
    const { db, file, write } = withRemnants()
    renameSync(file, `${file}.moved`)
    copyFileSync(`${file}.moved`, file)
    const before = readFileSync(file)
    await expect(scrubDb(db, write, noPause)).rejects.toThrow('has been replaced')
    expect(readFileSync(file).equals(before)).toBe(true)
  },
)

test('a log that has lost its name is not taken for an empty one', async () => {
  const { db, file, write } = withRemnants()
  rmSync(`${file}-wal`)
  expect(await scrubDb(db, write, noPause)).toBe(false)
})
