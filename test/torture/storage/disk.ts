import { type Action, FILES, type FileName } from './trace.ts'

/*
 * A disk with a cache. Synced data is on it; of data written since, a power cut leaves any part: whole
 * writes, some sectors of others, nothing of the rest, and a created or removed file may be there or not.
 */

const SECTOR = 512

type Change = Extract<Action, { kind: 'write' | 'size' }>

/** One file, for as long as it has its name. */
interface File {
  bytes: Buffer
  size: number
  pending: Change[]
}

/** Content of each file after a power cut; undefined for one that is missing. */
export type Left = Readonly<Record<FileName, Buffer | undefined>>

/** A disk on which actions are performed. */
export interface Disk {
  do(action: Action): void
  /** Draws the content left when the power fails now. */
  cut(random: () => number): Left
  /** Content that a reader would see now. */
  seen(): Left
}

/** A disk that starts with this database and nothing in its cache. */
export function createDisk(database: Buffer): Disk {
  /** Files that may have a name after a cut; the last one has it now. */
  const names: Record<FileName, (File | undefined)[]> = {
    'parley.db': [fileOf(database)],
    'parley.db-wal': [undefined],
  }
  const now = (name: FileName) => names[name].at(-1)

  function change(action: Change): void {
    const file = now(action.file)
    if (!file) throw new Error(`${action.file} is written to and was never made`)
    file.pending.push(action)
  }

  /** Opening an existing file creates nothing. */
  function rename(name: FileName, file: File | undefined): void {
    if ((now(name) === undefined) !== (file === undefined)) names[name].push(file)
  }

  return {
    do(action) {
      switch (action.kind) {
        case 'write':
        case 'size':
          return change(action)
        case 'make':
          return rename(action.file, fileOf(Buffer.alloc(0)))
        case 'remove':
          return rename(action.file, undefined)
        case 'sync':
          return settle(now(action.file))
        case 'sync names':
          for (const name of FILES) names[name].splice(0, names[name].length - 1)
      }
    },
    cut(random) {
      // A random share of the pending changes survives, drawn for each cut.
      const share = random() < 0.2 ? Math.round(random()) : random()
      return each((name) => {
        const file = names[name][Math.floor(random() * names[name].length)]
        return file && rest(file, share, random)
      })
    },
    seen: () =>
      each((name) => {
        const file = now(name)
        return file && rest(file, 2, () => 1)
      }),
  }
}

const each = (of: (name: FileName) => Buffer | undefined): Left => ({
  'parley.db': of('parley.db'),
  'parley.db-wal': of('parley.db-wal'),
})

const fileOf = (bytes: Buffer): File => ({
  bytes: Buffer.from(bytes),
  size: bytes.length,
  pending: [],
})

function settle(file: File | undefined): void {
  if (!file) return
  for (const action of file.pending.splice(0)) apply(file, action)
}

/** A file with those of its pending changes that have survived. */
function rest({ bytes, size, pending }: File, share: number, random: () => number): Buffer {
  const room = pending.reduce(
    (most, action) => Math.max(most, action.kind === 'write' ? action.at + action.bytes.length : 0),
    size,
  )
  const left: File = { bytes: Buffer.alloc(room), size, pending: [] }
  bytes.copy(left.bytes, 0, 0, size)
  for (const action of pending) {
    if (random() < share || share > 1) apply(left, action)
    else if (action.kind === 'write' && random() < 0.5) applyTorn(left, action, random)
  }
  return left.bytes.subarray(0, left.size)
}

function apply(file: File, action: Change): void {
  if (action.kind === 'size') {
    grow(file, action.bytes)
    // Data that is truncated and later regrown is zero.
    file.bytes.fill(0, action.bytes)
    file.size = action.bytes
    return
  }
  const end = action.at + action.bytes.length
  grow(file, end)
  action.bytes.copy(file.bytes, action.at)
  file.size = Math.max(file.size, end)
}

/** Writes only some of the sectors it touches. */
function applyTorn(file: File, action: Extract<Change, { kind: 'write' }>, random: () => number) {
  const end = action.at + action.bytes.length
  for (let at = action.at; at < end; ) {
    const next = Math.min(end, (Math.floor(at / SECTOR) + 1) * SECTOR)
    const bytes = action.bytes.subarray(at - action.at, next - action.at)
    if (random() < 0.5) apply(file, { ...action, at, bytes })
    at = next
  }
}

function grow(file: File, size: number): void {
  if (file.bytes.length >= size) return
  const bytes = Buffer.alloc(Math.max(size, file.bytes.length * 2))
  file.bytes.copy(bytes, 0, 0, file.size)
  file.bytes = bytes
}
