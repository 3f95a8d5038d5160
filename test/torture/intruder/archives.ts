import path from 'node:path'
import Database from 'better-sqlite3'
import { startServer } from '../../../server/start.ts'
import {
  type Archive,
  download,
  putTogether,
  sha256,
  takenApart,
  tampered,
  upload,
} from '../../support/archives.ts'
import { signedIn } from '../../support/operators.ts'
import { testConfig, testServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'
import { createRandom } from '../part.ts'
import type { Campaign } from './part.ts'

const ARCHIVES = 200

/** Schema additions, which are rejected whatever the restoring user accepts. */
const ADDED = [
  "CREATE TRIGGER evil AFTER INSERT ON events BEGIN UPDATE operators SET role = 'owner'; END",
  'CREATE VIEW evil AS SELECT hash FROM api_keys',
  'CREATE TABLE evil (x)',
  'CREATE VIRTUAL TABLE evil USING fts5 (x)',
  'CREATE INDEX evil ON messages (length(content))',
  "ALTER TABLE tools ADD COLUMN evil TEXT DEFAULT 'x'",
  'DROP TRIGGER ledger_is_append_only_update',
]

/** Changes to rows: an archive with one no longer counts as this installation's own. */
const CHANGED = [
  "UPDATE operators SET role = 'owner'",
  "UPDATE operators SET name = 'Somebody else'",
  'DELETE FROM messages',
  "INSERT INTO network_allowed (user_id, address, created_at) VALUES (1, '127.0.0.1:22', 1)",
]

/**
 * Tampers with an export in every conceivable way and submits it for checking. The attack succeeds when an
 * export that differs from the original is taken for this installation's own, or one with another schema is
 * accepted at all.
 */
export async function tryArchives(seed: number, folder: string): Promise<Campaign> {
  const random = createRandom(seed)
  const running = await startServer(testConfig({ dataDir: path.join(folder, 'archives') }))
  try {
    const server = testServer(running)
    const { call: desk } = await signedIn(server, await server.signInLink())
    await (await createVisitor(server)).say('Hello')
    const world = { desk, running }
    const whole = await download(world)
    const original = fingerprint(await takenApart(whole))
    const successes: string[] = []
    for (let count = 0; count < ARCHIVES; count += 1) {
      const { what, bytes, isAdded } = await spoiled(whole, random, count)
      const { status, body } = await upload(world, bytes)
      const isTaken = status === 200
      if (status >= 500) successes.push(`${what}: ${status}`)
      if (isTaken && isAdded) successes.push(`${what} is taken`)
      if (isTaken && body.is_foreign === false && !(await isSame(bytes, original)))
        successes.push(`${what} is taken for our own`)
    }
    return { attempts: ARCHIVES, successes }
  } finally {
    await running.stop()
  }
}

/** A hash of everything in an archive, ignoring what lies between the rows of its database. */
const fingerprint = ({ manifest, files }: Archive): string =>
  sha256(
    JSON.stringify([
      manifest,
      files.map(({ name, bytes }) => [name, name === 'parley.db' ? rowsIn(bytes) : sha256(bytes)]),
    ]),
  )

/** A checksum of the schema and of every row of every table with content, including the search tables. */
function rowsIn(bytes: Buffer): string {
  const db = new Database(bytes)
  try {
    const schema = db
      .prepare<[], { type: string; name: string; sql: string | null }>(
        'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
      )
      .all()
    const tables = schema.filter(
      ({ type, sql }) => type === 'table' && sql !== null && !sql.startsWith('CREATE VIRTUAL'),
    )
    const rows = tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).raw().all()])
    const integrity = db.pragma('integrity_check')
    return sha256(JSON.stringify([schema, rows, integrity]))
  } finally {
    db.close()
  }
}

const isSame = async (bytes: Buffer, original: string): Promise<boolean> =>
  takenApart(bytes).then(
    (archive) => fingerprint(archive) === original,
    () => false,
  )

async function spoiled(whole: Buffer, random: () => number, count: number) {
  const at = (length: number) => Math.floor(random() * length)
  const archive = await takenApart(whole)
  const { manifest, files } = archive
  const built = async (what: string) => ({
    what,
    bytes: await putTogether(archive),
    isAdded: false,
  })
  switch (count % 8) {
    case 0: {
      const bytes = Buffer.from(whole)
      const place = at(bytes.length)
      bytes[place] = bytes[place]! ^ (1 << at(8))
      return { what: `a bit at ${place}`, bytes, isAdded: false }
    }
    case 1: {
      const length = at(whole.length)
      return { what: `${length} bytes of it`, bytes: whole.subarray(0, length), isAdded: false }
    }
    case 2: {
      const sql = ADDED[at(ADDED.length)]!
      return { what: sql, bytes: await tampered(whole, sql), isAdded: true }
    }
    case 3: {
      const sql = CHANGED[at(CHANGED.length)]!
      return { what: sql, bytes: await tampered(whole, sql), isAdded: false }
    }
    case 4: {
      const keys = Object.keys(manifest)
      const key = keys[at(keys.length)]!
      manifest[key] = [null, '', 0, {}, [], 'x'.repeat(10_000), -1][at(7)]
      return built(`${key} of the manifest`)
    }
    case 5: {
      const keys = Object.keys(manifest)
      const key = keys[at(keys.length)]!
      delete manifest[key]
      return built(`no ${key} in the manifest`)
    }
    case 6: {
      const file = files[at(files.length)]!
      file.name = ['../evil', '/etc/evil', 'parley.db', 'plan.json', 'attachments/../../x'][at(5)]!
      return built(`a file called ${file.name}`)
    }
    default: {
      const file = files[at(files.length)]!
      const bytes = Buffer.from(file.bytes)
      const place = at(bytes.length)
      bytes[place] = bytes[place]! ^ (1 << at(8))
      file.bytes = bytes
      return built(`a bit at ${place} of ${file.name}`)
    }
  }
}
