import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Digest, difference, digestOf } from '../../../server/db/copies/digest.ts'
import { migrate, readMigrations } from '../../../server/db/migrate.ts'
import { type Db, openDb } from '../../../server/db/open.ts'
import { longerHistory } from '../../support/migrations.ts'
import { type Figure, mustBe } from '../part.ts'
import { beginProcess } from './life.ts'
import { fillTables } from './rows.ts'
import { statementsOf } from './statements.ts'

const MIGRATING = path.join(import.meta.dirname, 'migrating.ts')

/** Number of concurrent processes. */
const LANES = 3

interface Tally {
  points: number
  died: number
  whole: number
  finished: number
  copies: number
}

/** I7: each migration is killed after each of its statements, on a database with rows of the previous schema. */
export async function migrationFigures(
  folder: string,
  newest = Number.POSITIVE_INFINITY,
): Promise<Figure[]> {
  const all = longerHistory().slice(-newest)
  const tally: Tally = { points: 0, died: 0, whole: 0, finished: 0, copies: 0 }
  const left = all.map(({ version }) => version)
  // A schema that exists only in tests is newer than any server's.
  const servable = left.filter((version) => version <= readMigrations().at(-1)!.version + 1)
  let [served, tables] = [0, 0]
  const lanes = Array.from({ length: LANES }, async () => {
    for (let version = left.shift(); version !== undefined; version = left.shift()) {
      const own = path.join(folder, `schema-${version}`)
      mkdirSync(own)
      const filled = await killEach(own, version, tally)
      const isServed = servable.includes(version) && (await serves(own))
      tables += filled
      served += Number(isServed)
      rmSync(own, { recursive: true })
    }
  })
  await Promise.all(lanes)
  const { points, died, whole, finished, copies } = tally
  const of = `${points}`
  return [
    mustBe(
      `migrations killed, at each statement of ${all.length} files: kills at their place`,
      died,
      points,
    ),
    mustBe(
      `migrations killed: the schema before and all rows are whole (${tables} tables with rows), of ${of}`,
      whole,
      points,
    ),
    mustBe(
      `migrations killed: copies from before that are whole, of ${of} less those of the first file`,
      copies,
      points - (all[0]!.version === 1 ? pointsOf(all[0]!.sql) : 0),
    ),
    mustBe(`migrations killed: the next one finishes, of ${of}`, finished, points),
    mustBe(
      'migrations killed: starts of the server after it, one for each file that leaves it a schema it knows',
      served,
      servable.length,
    ),
  ]
}

/** After none, and after each one. */
const pointsOf = (sql: string): number => statementsOf(sql).length + 1

/** @returns the number of tables with rows */
async function killEach(folder: string, version: number, tally: Tally): Promise<number> {
  const all = longerHistory()
  const before = all.filter((migration) => migration.version < version)
  const base = path.join(folder, 'base.db')
  const tables = makeBase(base, before)
  const wanted = read(base)
  const file = path.join(folder, 'parley.db')
  for (let nth = 0; nth < pointsOf(all.find((one) => one.version === version)!.sql); nth += 1) {
    for (const name of readdirSync(folder))
      if (name.startsWith('parley.db')) rmSync(path.join(folder, name))
    copyFileSync(base, file)
    tally.points += 1
    const died = (await migrating(file, version, nth)) === 'SIGKILL'
    tally.died += Number(died)
    tally.whole += Number(isSame(file, wanted))
    const copy = `${file}.before-schema-${version}`
    tally.copies += Number(existsSync(copy) && isSame(copy, wanted))
    tally.finished += Number(finishes(file, all))
  }
  // For the server, which cannot work with meaningless rows: killed midway through it.
  for (const name of readdirSync(folder))
    if (name.startsWith('parley.db')) rmSync(path.join(folder, name))
  makeBase(file, before, { isFilled: false })
  await migrating(file, version, 1)
  return tables
}

/** A database with the previous schema; tables whose rows would block the migration stay empty. */
function makeBase(
  file: string,
  before: ReturnType<typeof longerHistory>,
  { isFilled = true } = {},
): number {
  const db = openDb(file)
  let tables = 0
  if (before.length > 0) {
    migrate(db, before)
    if (isFilled) tables = fillTables(db)
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return tables
}

interface State {
  readonly version: unknown
  readonly digest: Digest
}

function read(file: string): State {
  const db = openDb(file)
  const state = stateOf(db)
  db.close()
  return state
}

const stateOf = (db: Db): State => ({
  version: db.pragma('user_version', { simple: true }),
  digest: digestOf(db),
})

function isSame(file: string, wanted: State): boolean {
  const db = openDb(file)
  try {
    const found = stateOf(db)
    return (
      db.pragma('integrity_check', { simple: true }) === 'ok' &&
      found.version === wanted.version &&
      difference(wanted.digest, found.digest) === undefined
    )
  } finally {
    db.close()
  }
}

function finishes(file: string, all: ReturnType<typeof longerHistory>): boolean {
  const db = openDb(file)
  try {
    migrate(db, all, { keepsCopy: false })
    return db.pragma('user_version', { simple: true }) === all.at(-1)!.version
  } finally {
    db.close()
  }
}

function migrating(file: string, version: number, nth: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MIGRATING, file, String(version), String(nth)], () =>
      resolve(child.signalCode ?? undefined),
    )
  })
}

async function serves(folder: string): Promise<boolean> {
  const born = beginProcess({ folder })
  const isReady = (await born.ready) !== undefined
  born.kill()
  await born.left
  return isReady
}
