import Database from 'better-sqlite3'

/**
 * Opens a database file, without trusting its schema: triggers, views and indexes may only call pure functions, and
 * malformed pages are detected before use. All database connections are opened here.
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
