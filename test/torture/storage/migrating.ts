import { migrate } from '../../../server/db/migrate.ts'
import { openDb } from '../../../server/db/open.ts'
import { longerHistory } from '../../support/migrations.ts'
import { statementsOf } from './statements.ts'

/*
 * A process that migrates a database to one schema, `migrating.ts <file> <version> <n>`, and dies after the
 * n-th statement of that migration: after 0 nothing has run, after the last one everything except the commit.
 */

const [file, version, nth] = process.argv.slice(2) as [string, string, string]

const db = openDb(file)
let count = -1
db.function('after_one', { deterministic: false }, () => {
  count += 1
  if (count !== Number(nth)) return null
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way: nothing more may happen.
  for (;;);
})
const known = longerHistory().filter((migration) => migration.version <= Number(version))
const last = known.pop()!
const sql = ['', ...statementsOf(last.sql)].map((one) => `${one}\nSELECT after_one();`).join('\n')
migrate(db, [...known, { ...last, sql }])
