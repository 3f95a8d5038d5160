import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fault } from '#contracts/faults.ts'
import { connect } from '../connect.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { type Db, openDb } from '../open.ts'
import { type Checked, checkCopy, checkPages } from './check.ts'
import { type Digest, digestOf } from './digest.ts'

/** Pages copied per step. */
const STEP_PAGES = 200

/** Tasks of the thread that copies and checks databases. */
export type Task =
  | { readonly kind: 'copy'; readonly live: string; readonly partial: string }
  | { readonly kind: 'check'; readonly file: string; readonly wanted?: Digest | undefined }
  | { readonly kind: 'look'; readonly file: string }
  | { readonly kind: 'modernise'; readonly file: string }

/** Runs one task. */
export async function runTask(task: Task): Promise<Checked> {
  if (task.kind === 'check') return checkCopy(task.file, task.wanted)
  if (task.kind === 'look') return checkPages(task.file)
  if (task.kind === 'modernise') return migrateCopy(task.file)
  return copyDb(task.live, task.partial)
}

/**
 * Copies a database in use, in small steps within one read transaction, so that no request waits and the copy is
 * consistent. The copy is then restored into a scratch file and compared with what was read in that transaction.
 */
async function copyDb(live: string, partial: string): Promise<Checked> {
  if (path.resolve(live) === path.resolve(partial))
    throw new Error('A database is no copy of itself')
  const source = connect(live, { readonly: true, fileMustExist: true })
  let wanted: Digest
  try {
    source.pragma('busy_timeout = 5000')
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_master').get()
    // Created beforehand, so that no other user can ever read it.
    writeFileSync(partial, '', { mode: 0o600 })
    await source.backup(partial, { progress: () => STEP_PAGES })
    wanted = digestOf(source)
    source.exec('COMMIT')
  } finally {
    source.close()
  }
  compact(partial)
  return restoreForProof(partial, wanted)
}

/** Compacts to one file without side files, and without remains of deleted rows. */
function compact(file: string): void {
  const db = connect(file)
  try {
    db.pragma('journal_mode = DELETE')
    db.pragma('secure_delete = ON')
    db.exec('VACUUM')
  } finally {
    db.close()
  }
}

function restoreForProof(copy: string, wanted: Digest): Checked {
  const scratch = `${copy}.scratch`
  try {
    copyFileSync(copy, scratch)
    return checkCopy(scratch, wanted)
  } finally {
    for (const side of ['', '-wal', '-shm', '-journal']) rmSync(scratch + side, { force: true })
  }
}

/**
 * Migrates a copy to the newest schema before it replaces the data, and rejects one that cannot be migrated. Ends its
 * sessions, and makes its secrets be checked again.
 */
function migrateCopy(file: string): Checked {
  const before = checkCopy(file)
  if (before.fault !== null) return before
  let db: Db | undefined
  try {
    db = openDb(file)
    migrate(db, readMigrations(), { keepsCopy: false })
    db.exec("DELETE FROM sessions; UPDATE installation SET sealed_by = ''")
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.pragma('journal_mode = DELETE')
  } catch {
    return { ...before, fault: fault('database_not_migratable') }
  } finally {
    db?.close()
  }
  return { ...before, fault: null }
}
