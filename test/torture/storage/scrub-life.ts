import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect } from '../../../server/db/connect.ts'
import { openDb } from '../../../server/db/open.ts'
import { scrubDb } from '../../../server/db/scrub.ts'
import { createWrite } from '../../../server/db/write.ts'
import { createRandom } from '../part.ts'
import { bodyOf, prepareRows } from './scrub-rows.ts'

/*
 * One of two processes on a file, until it is killed: `scrub` writes, erases and overwrites remnants; `other` reads old states,
 * writes, empties the log in every way and makes copies. Both print the rows that are committed.
 */

const [role, file, seed] = process.argv.slice(2) as [string, string, string]
const random = createRandom(Number(seed))
const below = (most: number): number => Math.floor(random() * most)

function acknowledge(ids: readonly number[]): void {
  process.stdout.write(ids.map((id) => `${id}\n`).join(''))
}

function add(rows: ReturnType<typeof prepareRows>, count: number): number[] {
  return Array.from({ length: count }, () => rows.add(bodyOf, random()))
}

async function scrubForever(): Promise<void> {
  const db = openDb(file)
  const write = createWrite(db)
  const rows = prepareRows(db)
  async function addSome(): Promise<void> {
    acknowledge(await write(() => add(rows, 1 + below(30))))
  }
  for (;;) {
    for (let more = below(6); more >= 0; more -= 1) await addSome()
    await write(() => rows.erase(below(3)))
    await scrubDb(db, write, async () => {
      if (random() < 0.5) await addSome()
      else await nextTurn()
    })
    process.stdout.write('scrubbed\n')
  }
}

async function disturb(): Promise<void> {
  const db = connect(file)
  db.pragma('busy_timeout = 3000')
  db.pragma('secure_delete = ON')
  const rows = prepareRows(db)
  const modes = ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']
  const actions: readonly (() => unknown)[] = [
    () => db.pragma(`wal_checkpoint(${modes[below(4)]})`),
    () => acknowledge(db.transaction(() => add(rows, 1 + below(40))).immediate()),
    () => db.transaction(() => rows.erase(below(3))).immediate(),
    async () => {
      db.exec('BEGIN')
      const before = rows.sum()
      await nextTurn()
      if (rows.sum() !== before) throw new Error('A reader saw two states')
      // One that has read may write later, unless somebody else has written.
      if (random() < 0.5) rows.add(bodyOf, random())
      db.exec('COMMIT')
    },
    async () => {
      // In one step: it begins again whenever somebody else has written.
      await db.backup(`${file}.copy`, { progress: () => 2 ** 30 })
      const copy = connect(`${file}.copy`)
      const found = copy.pragma('integrity_check', { simple: true })
      copy.close()
      if (found !== 'ok') process.stdout.write(`broken copy: ${String(found)}\n`)
    },
  ]
  for (;;) {
    try {
      await actions[below(actions.length)]!()
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      const { code = '' } = error as { code?: string }
      if (!code.startsWith('SQLITE_BUSY')) process.stdout.write(`fault: ${String(error)}\n`)
    }
    await nextTurn()
  }
}

// The parent waits for the first output.
process.stdout.write('\n')
await (role === 'scrub' ? scrubForever() : disturb())
