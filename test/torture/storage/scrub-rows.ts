import type { Db } from '../../../server/db/open.ts'

/** Word that the text of erased rows consists of. */
export const SECRET = 'zqjx'

/** Text of the row with this number. */
export const bodyOf = (id: number): string =>
  `row ${id} `.repeat(1 + (id % 7 === 0 ? 900 : id % 41))

/** Creates the tables, whose rows are also in an index and in a table of keys, and prepares what the processes do with them. */
export function prepareRows(db: Db) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, name TEXT, body TEXT);
    CREATE INDEX IF NOT EXISTS rows_by_name ON rows (name);
    CREATE TABLE IF NOT EXISTS keys (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID;
  `)
  const insert = db.prepare('INSERT INTO rows VALUES (?, ?, ?)')
  const key = db.prepare('INSERT INTO keys VALUES (?, ?)')
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM rows').pluck()
  const drop = db.prepare('DELETE FROM rows WHERE id % 2 = 1 AND id % 3 >= ?')
  const dropKeys = db.prepare('DELETE FROM keys WHERE id % 2 = 1 AND id % 3 >= ?')
  const all = db
    .prepare<[], number>('SELECT sum(length(body) + length(name) + id) FROM rows')
    .pluck()

  function put(id: number, name: string, body: string): void {
    insert.run(id, name, body)
    key.run(name, id)
  }

  return {
    /** Adds a row, and one that will be erased; returns the number of the first. */
    add(body: (id: number) => string, at: number): number {
      const id = Math.ceil((last.get()! + 1) / 2) * 2
      put(id, `${at.toString(36)} ${id}`, body(id))
      put(
        id + 1,
        `${at.toString(36)} ${SECRET.repeat(9)}`,
        SECRET.repeat(id % 11 === 0 ? 2000 : id % 90),
      )
      return id
    },
    /** Erases the rows with odd numbers whose remainder modulo 3 is at least this. */
    erase(least: number): void {
      drop.run(least)
      dropKeys.run(least)
    },
    sum: () => all.get(),
  }
}
