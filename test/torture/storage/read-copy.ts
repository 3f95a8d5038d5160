import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDb } from '../../../server/db/open.ts'

/** Reads a copy of a database with its WAL, so that reading changes nothing. */
export function readCopy<result>(file: string, read: (db: Db) => result): result {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-copy-'))
  const copy = path.join(folder, 'copy.db')
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  const db = openDb(copy)
  try {
    return read(db)
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}
