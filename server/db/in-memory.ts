import { migrate } from './migrate.ts'
import { type Db, openDb } from './open.ts'

/** An empty database of the newest schema: copying it is fast, creating one takes a while. */
let empty: Buffer | undefined

/** Opens a database in memory with the newest schema: a copy of the given one, or an empty one. */
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
