import { onTestFinished } from 'vitest'
import { truncateLog } from '../../server/db/log.ts'
import { closeDb } from '../../server/db/scrub.ts'
import { anyDatabase, type Shape } from './any-database.ts'
import { temporaryFolder } from './server.ts'

const SHAPE: Shape = { seed: 11, pageSize: 1024, reserved: 0 }

/** A database with remnants of what was erased, closed after the test. */
export function withRemnants(shape: Partial<Shape> = {}, changes = 40) {
  const folder = temporaryFolder()
  const any = anyDatabase(folder, { ...SHAPE, ...shape })
  onTestFinished(() => closeDb(any.db))
  for (let change = 0; change < changes; change += 1) any.change(30)
  any.erase()
  truncateLog(any.db)
  const check = () => any.db.pragma('integrity_check', { simple: true })
  return { ...any, folder, check }
}
