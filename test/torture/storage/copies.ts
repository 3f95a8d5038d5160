import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { difference, digestOf } from '../../../server/db/copies/digest.ts'
import { type BackupFacts, createStore } from '../../../server/db/copies/store.ts'
import { type Db, openDb } from '../../../server/db/open.ts'
import { readCopy } from './read-copy.ts'

const ROW_BYTES = 1000

/** Rows besides the visitors' messages, so that a copy takes time. */
export function addBulk(folder: string, megabytes: number): void {
  inData(folder, (db) => {
    // A table that is never scanned; an additional table would make a copy unrestorable.
    const insert = db.prepare(
      'INSERT INTO sms_stops (user_id, customer, created_at) VALUES (1, hex(randomblob(?)), 1)',
    )
    db.transaction(() => {
      for (let row = 0; row < megabytes * 1000; row += 1) insert.run(ROW_BYTES / 2)
    })()
  })
}

/** Makes the data differ from every backup of it. */
export function changeBulk(folder: string): void {
  inData(folder, (db) => db.exec("UPDATE sms_stops SET created_at = 2 WHERE customer < '5'"))
}

/**
 * A checksum of the visitors' messages and the bulk data, which a starting server leaves unchanged; `damaged`
 * when the database is not sound.
 */
export function stateOf(file: string): string {
  return readCopy(file, (db) => {
    const sum = createHash('sha256')
    for (const sql of [
      "SELECT id, seq, client_id, content FROM messages WHERE author = 'visitor' ORDER BY id",
      'SELECT customer, created_at FROM sms_stops ORDER BY customer',
    ])
      for (const row of db.prepare(sql).raw().iterate()) sum.update(JSON.stringify(row))
    return db.pragma('integrity_check', { simple: true }) === 'ok' ? sum.digest('hex') : 'damaged'
  })
}

/** Tables changed by a restore: it ends all sessions, and checks the encryption of secrets again. */
export const CHANGED_BY_RESTORES = ['installation', 'sessions']

/** True when a sound database has the rows per table that a backup's facts promise, `except` for some tables. */
export function hasRowsOf(
  file: string,
  { digest }: BackupFacts,
  except: readonly string[] = [],
): boolean {
  const compared = (whole: BackupFacts['digest']) =>
    Object.fromEntries(Object.entries(whole).filter(([table]) => !except.includes(table)))
  return readCopy(
    file,
    (db) =>
      db.pragma('integrity_check', { simple: true }) === 'ok' &&
      difference(compared(digest), compared(digestOf(db))) === undefined,
  )
}

/** A folder's backups, as a start finds them. */
export const backupsOf = (folder: string) => createStore(path.join(folder, 'backups'))

/** Checksums of every file of the backups, by name. */
export function sumsOf(folder: string): ReadonlyMap<string, string> {
  const backups = path.join(folder, 'backups')
  return new Map(
    readdirSync(backups)
      .filter((name) => name.startsWith('parley-'))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(backups, name)))
          .digest('hex'),
      ]),
  )
}

function inData(folder: string, change: (db: Db) => void): void {
  const db = openDb(path.join(folder, 'parley.db'))
  change(db)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
