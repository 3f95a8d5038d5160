import { copyFileSync } from 'node:fs'
import { type Db, openDb } from '../../server/db/open.ts'
import { listedConversations } from '../../server/features/conversations/list-queries.ts'

/** A copy of a seeded database, with its lists unchanged or with their indexes only. */
export function copyOf(file: string, to: string, withMarks: boolean): Db {
  copyFileSync(file, to)
  const db = openDb(to)
  if (!withMarks) {
    const triggers = db
      .prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%listed'",
      )
      .pluck()
    for (const name of triggers.all()) db.exec(`DROP TRIGGER ${name}`)
  }
  return db
}

/** Writes to one database as a server would; each call is one write. */
export function writesTo(db: Db) {
  const newest = db.prepare<[], number>('SELECT max(created_at) FROM conversations').pluck().get()!
  const oldest = db.prepare<[], number>('SELECT min(created_at) FROM conversations').pluck().get()!
  const lastId = db.prepare<[], number>('SELECT max(id) FROM conversations').pluck().get()!
  const assistants = db.prepare<[], number>('SELECT id FROM assistants').pluck().all()
  const insert = db.prepare<[string, number, string, number, number]>(`
    INSERT INTO conversations (uuid, user_id, assistant_id, type, created_at, updated_at) VALUES (?, 1, ?, ?, ?, ?)
  `)
  const remove = db.prepare<[number]>('DELETE FROM conversations WHERE id = ?')
  const setType = db.prepare<[string, number]>('UPDATE conversations SET type = ? WHERE id = ?')
  let time = newest
  let serial = 0

  function add(at: number): void {
    serial += 1
    const assistant = assistants[serial % assistants.length]!
    const type = ['widget', 'widget', 'api', 'test'][serial % 4]!
    insert.run(`bench-${at}-${serial}`, assistant, type, at, at)
  }
  const somewhere = () => 1 + Math.floor(Math.random() * lastId)

  return {
    'insert, newest': () => add((time += 1000)),
    'insert, back-dated': () => add(oldest + Math.floor(Math.random() * (newest - oldest))),
    'delete, any': () => void remove.run(somewhere()),
    'change of type, any': () => void setType.run('messenger', somewhere()),
  }
}

/** Time per write with many in one transaction, µs: the processor's share, without waiting for the disk. */
export function writeTime(db: Db, write: () => void, count: number): number {
  const begun = performance.now()
  db.transaction(() => {
    for (let index = 0; index < count; index += 1) write()
  })()
  return ((performance.now() - begun) / count) * 1000
}

/** Time per write with its own commit, µs. */
export function commitTime(write: () => void, count: number): number {
  const begun = performance.now()
  for (let index = 0; index < count; index += 1) write()
  return ((performance.now() - begun) / count) * 1000
}

type Filter = Readonly<{ type?: string; assistantId?: number; from?: number; to?: number }>

/** Counts the totals and pages that differ from those of plain SQL, and all comparisons. */
export function differences(db: Db): { compared: number; different: number; marks: number } {
  const filters = [{}, { type: 'api' }, { type: 'widget', assistantId: 2 }, { assistantId: 3 }]
  const results = filters.flatMap((filter) =>
    rangesOf(db).flatMap((range) => comparisons(db, { ...filter, ...range })),
  )
  return {
    compared: results.length,
    different: results.filter((isEqual) => !isEqual).length,
    marks: db.prepare<[], number>('SELECT count(*) FROM list_marks').pluck().get()!,
  }
}

/** No range, and ranges with one and with both ends, between timestamps that occur. */
function rangesOf(db: Db): Filter[] {
  const [from, to] = db
    .prepare<[], number>('SELECT created_at FROM conversations ORDER BY random() LIMIT 2')
    .pluck()
    .all()
    .sort((a, b) => a - b) as [number, number]
  return [{}, { from }, { to }, { from, to }]
}

/** Compares the total and some pages of one filter with those of plain SQL. */
function comparisons(db: Db, filter: Filter): boolean[] {
  const list = listedConversations(db)(1, filter)
  const expected = plain(db, filter)
  const pages = [0, 0.25, 0.5, 0.75, 0.999].map((share) => {
    const offset = Math.floor(expected.length * share)
    const rows = list.total > offset ? list.rows({ offset, limit: 15 }) : []
    return rows.map(({ uuid }) => uuid).join() === expected.slice(offset, offset + 15).join()
  })
  return [list.total === expected.length, ...pages]
}

function plain(db: Db, filter: Filter): string[] {
  const conditions = {
    type: 'type = :type',
    assistantId: 'assistant_id = :assistantId',
    from: 'created_at >= :from',
    to: 'created_at < :to',
  }
  const where = Object.keys(filter).map((name) => conditions[name as keyof Filter])
  return db
    .prepare<[object], string>(
      `SELECT uuid FROM conversations NOT INDEXED WHERE ${['user_id = 1', ...where].join(' AND ')}
       ORDER BY created_at DESC, id DESC`,
    )
    .pluck()
    .all(filter)
}
