import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { replaceFile } from '../durable.ts'
import { StartError } from '../errors.ts'
import { APPLICATION_ID, type Db } from './open.ts'

interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** Reads the migrations next to this file, `NNNN_name.sql`, in order. */
export function readMigrations(folder = path.join(import.meta.dirname, 'migrations')): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      version: Number.parseInt(name, 10),
      name,
      sql: readFileSync(path.join(folder, name), 'utf8'),
    }))
}

/** The newest schema version this Parley knows. */
export const newestSchema = (): number => readMigrations().at(-1)!.version

/**
 * Migrates a database to the newest schema atomically; first keeps a copy of a file that contains data.
 * @throws StartError `newer_database` if a newer Parley has written it
 */
export function migrate(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
  { keepsCopy = true } = {},
): void {
  const current = versionOf(db)
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) {
    throw new StartError(
      'newer_database',
      `The data was written by a newer Parley (schema ${current}; this one knows ${newest}). Nothing was changed: start the newer version.`,
    )
  }
  const pending = migrations.filter(({ version }) => version > current)
  if (pending.length === 0) return
  if (current > 0 && keepsCopy && !db.memory) keepCopy(db, current)
  // Rebuilding a referenced table requires foreign keys to be off; references are checked before the commit.
  db.pragma('foreign_keys = OFF')
  try {
    db.transaction(() => {
      for (const { sql, version } of pending) {
        db.exec(sql)
        db.pragma(`user_version = ${version}`)
      }
      db.pragma(`application_id = ${APPLICATION_ID}`)
      assertReferences(db)
    }).exclusive()
  } finally {
    db.pragma('foreign_keys = ON')
  }
}

function assertReferences(db: Db): void {
  const [broken] = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (broken) throw new Error(`A row of ${broken.table} refers to no row of ${broken.parent}`)
}

function versionOf(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number
}

/** Atomic, and readable by this user only: a copy under its final name is complete. */
function keepCopy(db: Db, version: number): void {
  const file = copyName(db, version)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'w', 0o600))
  db.prepare('VACUUM INTO ?').run(partial)
  replaceFile(partial, file)
}

/** An unused name, so that no copy is ever overwritten. */
function copyName(db: Db, version: number): string {
  const taken = new Set(readdirSync(path.dirname(db.name)))
  const base = `${path.basename(db.name)}.before-schema-${version + 1}`
  const names = [base, ...Array.from({ length: 1000 }, (_, index) => `${base}-${index + 2}`)]
  return path.join(path.dirname(db.name), names.find((name) => !taken.has(name))!)
}
