import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { createRandom } from '../part.ts'
import { inspect } from './books.ts'
import { createDisk, type Left } from './disk.ts'
import { type Action, FILES, readActions } from './trace.ts'

/* A thread that cuts the power at many points of one trace, and opens what is left each time. */

/** The syncs that count: all, those that SQLite performs under synchronous=NORMAL, or none. */
export type Waits = 'all' | 'normal' | 'none'

export interface ReplayTask {
  /** Traces of one folder, process after process. */
  readonly traces: readonly string[]
  readonly folder: string
  /** The initial database of the first process. */
  readonly database: string
  /** Acknowledged contents, by client id, as the clients know them. */
  readonly acknowledged: ReadonlyMap<string, string>
  readonly seed: number
  readonly cuts: number
  readonly waits: Waits
  readonly scratch: string
}

export interface Replayed {
  readonly cuts: number
  readonly cutsWithLoss: number
  readonly mostLost: number
  readonly unsound: number
  /** Acknowledgements in the trace. */
  readonly answers: number
  /** Content of the disk at the end of the trace. */
  readonly end: Left
}

if (parentPort) parentPort.postMessage(replay(workerData as ReplayTask))

function replay(task: ReplayTask): Replayed {
  const { traces, folder, database, acknowledged, seed, cuts, waits, scratch } = task
  mkdirSync(scratch, { recursive: true })
  const lines = traces.flatMap((file) => readFileSync(file, 'latin1').split('\n'))
  const actions = withWaits([...readActions(lines, folder)], waits)
  const random = createRandom(seed)
  const places = Array.from({ length: cuts }, () => Math.floor(random() * actions.length)).sort(
    (a, b) => a - b,
  )
  const disk = createDisk(readFileSync(database))
  const owed = new Map<string, string>()
  let [done, cutsWithLoss, mostLost, unsound] = [0, 0, 0, 0]
  const goTo = (place: number) => {
    for (; done < place; done += 1) {
      const action = actions[done]!
      if (action.kind === 'answer') for (const id of action.ids) owe(owed, acknowledged, id)
      else disk.do(action)
    }
  }
  for (const place of places) {
    goTo(place)
    const found = look(disk.cut(random), scratch, owed)
    if (!found.isSound) unsound += 1
    if (found.lost > 0) cutsWithLoss += 1
    mostLost = Math.max(mostLost, found.lost)
  }
  goTo(actions.length)
  rmSync(scratch, { recursive: true })
  return { cuts, cutsWithLoss, mostLost, unsound, answers: owed.size, end: disk.seen() }
}

/** Records that a client has received an acknowledgement: its message must exist with the same content. */
function owe(owed: Map<string, string>, acknowledged: ReadonlyMap<string, string>, id: string) {
  const content = acknowledged.get(id)
  if (content !== undefined) owed.set(id, content)
}

function look(left: Left, scratch: string, owed: ReadonlyMap<string, string>) {
  const at = (name: string) => path.join(scratch, name)
  rmSync(at('parley.db-shm'), { force: true })
  for (const name of FILES) {
    const bytes = left[name]
    if (bytes) writeFileSync(at(name), bytes)
    else rmSync(at(name), { force: true })
  }
  return inspect(at('parley.db'), owed)
}

/**
 * The same without the syncs that do not count: under NORMAL the WAL is synced only when it restarts, and
 * before the database is written to.
 */
function withWaits(actions: readonly Action[], waits: Waits): Action[] {
  if (waits === 'all') return [...actions]
  if (waits === 'none') return actions.filter(({ kind }) => !kind.startsWith('sync'))
  const writes = actions.filter((action) => action.kind === 'write')
  let written = 0
  return actions.filter((action) => {
    if (action.kind === 'write') written += 1
    if (action.kind !== 'sync' || action.file !== 'parley.db-wal') return true
    const [last, next] = [writes[written - 1], writes[written]]
    return (last?.file === 'parley.db-wal' && last.at === 0) || next?.file === 'parley.db'
  })
}
