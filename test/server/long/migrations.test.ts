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

test('a database with any older schema is migrated to the newest, with a copy kept', () => {
  const all = longerHistory()
  for (const [index, { version }] of all.slice(0, -1).entries()) {
    const dataDir = temporaryFolder()
    const db = openDb(path.join(dataDir, 'parley.db'))
    migrate(db, all.slice(0, index + 1))
    fillTables(db)
    migrate(db, all)
    expect(db.pragma('user_version', { simple: true })).toBe(all.at(-1)!.version)
    expect(db.prepare('SELECT count(*) FROM canned_replies').pluck().get()).toBe(3)
    db.close()
    const copies = readdirSync(dataDir).filter((name) => name.includes('before-schema'))
    expect(copies).toEqual([`parley.db.before-schema-${version + 1}`])
  }
})

test('a migration that fails at any statement leaves the old database unchanged', () => {
  const all = longerHistory()
  for (const [index, own] of all.entries()) {
    const before = all.slice(0, index)
    const statements = statementsOf(own.sql)
    const db = openDb(path.join(temporaryFolder(), 'parley.db'))
    if (before.length > 0) {
      migrate(db, before)
      fillTables(db)
    }
    const digest = digestOf(db)
    for (const broken of placesIn(statements.length)) {
      const sql = [...statements.slice(0, broken), 'SELECT nonsense'].join('\n')
      expect(() => migrate(db, [...before, { ...own, sql }])).toThrow('nonsense')
      expect(difference(digest, digestOf(db))).toBeUndefined()
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    }
    migrate(db, [...before, own])
    db.close()
  }
})

/** All positions in a short migration, and some in a long one. */
function placesIn(count: number): number[] {
  const most = 20
  return Array.from({ length: Math.min(count, most) + 1 }, (_, nth) =>
    count <= most ? nth : Math.round((nth * count) / most),
  )
}
