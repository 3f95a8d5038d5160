import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../server/db/connect.ts'
import { truncateLog } from '../../../server/db/log.ts'
import { scrubDb } from '../../../server/db/scrub.ts'
import { secretsIn } from '../../support/any-database.ts'
import { withRemnants } from '../../support/remnants.ts'

const noPause = () => Promise.resolve()

test('pages that move while another program empties the log are not forgotten', async () => {
  let interrupted = 0
  for (const seed of [56, 71]) {
    const { db, file, folder, write, tables, change } = withRemnants({ seed }, 60)
    const other = connect(file)
    onTestFinished(() => void other.close())
    const isDone = await scrubDb(db, write, async () => {
      for (const { name, isIndex } of tables)
        if (!isIndex) db.exec(`UPDATE ${name} SET c0 = c0 || 'u' WHERE id % 10 = 0`)
      for (let more = 0; more < 3; more += 1) change()
      other.pragma('wal_checkpoint(TRUNCATE)')
    })
    interrupted += Number(!isDone)
    if (!isDone) expect(await scrubDb(db, write, noPause)).toBe(true)
    truncateLog(db)
    expect(secretsIn(folder)).toBe(0)
  }
  expect(interrupted).toBeGreaterThan(0)
})

test('a scrub ends although pages are written faster than they are done', async () => {
  const { db, write, tables, check } = withRemnants({ pageSize: 65_536 }, 15)
  const ended = await scrubDb(db, write, async () => {
    for (const { name } of tables) db.exec(`UPDATE ${name} SET c0 = c0 || 'u'`)
  })
  expect(ended).toBe(false)
  expect(check()).toBe('ok')
})
