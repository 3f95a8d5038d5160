import { migrate } from './migrate.ts'
import { type Db, openDb } from './open.ts'

/** A database of the newest schema with nothing in it: a copy of it is there at once, making one takes a while. */
let empty: Buffer | undefined

/** A new database in memory, of the newest schema: a copy of this one, or one with nothing in it. */
export function openInMemory(copied?: Buffer): Db {
  return openDb(copied ?? (empty ??= makeEmpty()))
}

function makeEmpty(): Buffer {
  const db = openDb(':memory:')
  migrate(db)
  const bytes = db.serialize()
  db.close()
  return bytes
}
