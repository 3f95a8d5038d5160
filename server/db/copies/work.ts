import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fault } from '#contracts/faults.ts'
import { connect } from '../connect.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { type Db, openDb } from '../open.ts'
import { type Checked, checkCopy, lookAtPages } from './check.ts'
import { type Digest, digestOf } from './digest.ts'

/** Pages that are copied at once. */
const STEP_PAGES = 200

/** Requests to the thread that copies and checks databases. */
export type Task =
  | { readonly kind: 'copy'; readonly live: string; readonly partial: string }
  | { readonly kind: 'check'; readonly file: string; readonly wanted?: Digest | undefined }
  | { readonly kind: 'look'; readonly file: string }
  | { readonly kind: 'modernise'; readonly file: string }

/** Does one task. */
export async function workOn(task: Task): Promise<Checked> {
  if (task.kind === 'check') return checkCopy(task.file, task.wanted)
  if (task.kind === 'look') return lookAtPages(task.file)
  if (task.kind === 'modernise') return modernise(task.file)
  return copyDb(task.live, task.partial)
}

/**
 * Copies a database that is in use, in small steps out of one read transaction, so that nobody waits and the copy is of one
 * moment. Then the copy is restored into a scratch file and held against what was read in that moment.
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
    // There before, so that nobody else can ever read it.
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

/** One file without side files, and without what deleted rows have left between the others. */
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
 * Brings a copy to the newest schema before it takes the place of the data: what cannot be brought there is refused here.
 * Nobody is signed in with it, and its secrets are looked at anew.
 */
function modernise(file: string): Checked {
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
