import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { difference, digestOf } from '../../../server/db/copies/digest.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openDb } from '../../../server/db/open.ts'
import { longerHistory } from '../../support/migrations.ts'
import { temporaryFolder } from '../../support/server.ts'
import { fillTables } from '../../torture/storage/rows.ts'
import { statementsOf } from '../../torture/storage/statements.ts'

/** Limit that grows with the number of migrations, ms. */
const LONG = 300_000

/** A database of each schema from the empty one on, in a folder of its own, before the migration that comes next. */
function* olderDatabases(all: ReturnType<typeof longerHistory>) {
  const chain = openDb(path.join(temporaryFolder(), 'parley.db'))
  for (const [index, next] of all.entries()) {
    const dataDir = temporaryFolder()
    chain.prepare('VACUUM INTO ?').run(path.join(dataDir, 'parley.db'))
    const db = openDb(path.join(dataDir, 'parley.db'))
    yield { db, dataDir, before: all.slice(0, index), next }
    db.close()
    migrate(chain, all.slice(0, index + 1))
  }
  chain.close()
}

test(
  'a database with any older schema is migrated to the newest, with a copy kept',
  () => {
    const all = longerHistory()
    for (const { db, dataDir, before } of olderDatabases(all)) {
      const version = before.at(-1)?.version
      if (version === undefined) continue
      fillTables(db)
      migrate(db, all)
      expect(db.pragma('user_version', { simple: true })).toBe(all.at(-1)!.version)
      expect(db.prepare('SELECT count(*) FROM canned_replies').pluck().get()).toBe(3)
      const copies = readdirSync(dataDir).filter((name) => name.includes('before-schema'))
      expect(copies).toEqual([`parley.db.before-schema-${version + 1}`])
    }
  },
  LONG,
)

test(
  'a migration that fails at any statement leaves the old database unchanged',
  () => {
    for (const { db, before, next } of olderDatabases(longerHistory())) {
      const statements = statementsOf(next.sql)
      if (before.length > 0) fillTables(db)
      const digest = digestOf(db)
      for (const broken of placesIn(statements.length)) {
        const sql = [...statements.slice(0, broken), 'SELECT nonsense'].join('\n')
        const attempt = () => migrate(db, [...before, { ...next, sql }], { keepsCopy: false })
        expect(attempt).toThrow('nonsense')
        expect(difference(digest, digestOf(db))).toBeUndefined()
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      }
      migrate(db, [...before, next])
    }
  },
  LONG,
)

/** All positions in a short migration, and some in a long one. */
function placesIn(count: number): number[] {
  const most = 20
  return Array.from({ length: Math.min(count, most) + 1 }, (_, nth) =>
    count <= most ? nth : Math.round((nth * count) / most),
  )
}
