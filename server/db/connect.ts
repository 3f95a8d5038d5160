import Database from 'better-sqlite3'

/**
 * Opens a database file. Its schema is not trusted: no trigger, view or index of it may call a function that does anything
 * but compute, and a page that makes no sense is found before it is used. This is the only place that opens one.
 */
export function connect(source: string | Buffer, options?: Database.Options): Database.Database {
  const db = new Database(source, options)
  try {
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    if (db.pragma('trusted_schema', { simple: true }) !== 0)
      throw new Error('PRAGMA trusted_schema is not 0')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
