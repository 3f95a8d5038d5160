/*
 * System calls of a server process, parsed from a log of strace (`-f -y -xx`): which bytes were written to
 * the database and to its write-ahead log, what was synced to disk, and what was acknowledged meanwhile.
 */

/** The files whose loss would matter. */
export const FILES = ['parley.db', 'parley.db-wal'] as const
export type FileName = (typeof FILES)[number]

/** One action of the server, in order. */
export type Action =
  | {
      readonly kind: 'write'
      readonly file: FileName
      readonly at: number
      readonly bytes: Buffer
    }
  | { readonly kind: 'size'; readonly file: FileName; readonly bytes: number }
  | { readonly kind: 'make' | 'remove' | 'sync'; readonly file: FileName }
  /** The folder's entries are synced to disk. */
  | { readonly kind: 'sync names' }
  /** A response was sent that names these messages. */
  | { readonly kind: 'answer'; readonly ids: readonly string[] }

/** Command line of strace, up to the traced program. */
export const STRACE = [
  'strace',
  ...['-f', '--seccomp-bpf', '-y', '-xx', '-s', '70000', '-qq'],
  '-e',
  'trace=openat,write,writev,sendto,sendmsg,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat',
  '-e',
  'signal=none',
] as const

const LINE = /^(\d+)\s+(?:<\.\.\. )?(\w+)(?: resumed>|\()/
const CLIENT_ID = /"client_id":"([0-9a-f-]{36})"/g
const SAYS_SOMETHING = new Set(['write', 'writev', 'sendto', 'sendmsg'])

/** A call split in two by another thread's line. */
type Begun = Map<string, string>

/** Parses a trace of a server on this folder. */
export function* readActions(lines: Iterable<string>, folder: string): Generator<Action> {
  const begun: Begun = new Map()
  for (const line of lines) {
    const found = LINE.exec(line)
    if (!found) continue
    const [, thread, name] = found as unknown as [string, string, string]
    if (SAYS_SOMETHING.has(name)) yield* answersIn(line)
    const whole = joined(line, thread, begun)
    if (whole === undefined) continue
    const action = actionOf(name, whole, folder)
    if (action) yield action
  }
}

/** Yielded as soon as the call is made, since what has left may have arrived. */
function* answersIn(line: string): Generator<Action> {
  if (!plain(between(line, '<', '>')).startsWith('socket:')) return
  const said = strings(line)
    .map((bytes) => bytes.toString('latin1'))
    .join('')
  const ids = [...said.matchAll(CLIENT_ID)].map(([, id]) => id!)
  if (ids.length > 0) yield { kind: 'answer', ids }
}

const UNFINISHED = ' <unfinished ...>'

/** The whole call, once it has returned; undefined before that, and when it failed or never returned. */
function joined(line: string, thread: string, begun: Begun): string | undefined {
  if (line.endsWith(UNFINISHED)) {
    begun.set(thread, line.slice(0, -UNFINISHED.length))
    return undefined
  }
  const whole = line.includes('resumed>')
    ? `${begun.get(thread)}${line.slice(line.indexOf('resumed>') + 'resumed>'.length)}`
    : line
  begun.delete(thread)
  return /\)\s+= \d/.test(whole.slice(-400)) ? whole : undefined
}

function actionOf(name: string, call: string, folder: string): Action | undefined {
  if (name === 'openat') return made(call, folder)
  if (name.startsWith('unlink')) return removed(call, folder)
  if (name.startsWith('rename')) return unlessOurs(call, folder)
  const file = plain(between(call, '<', '>'))
  if (name.endsWith('sync') && file === folder) return { kind: 'sync names' }
  const known = nameOf(file, folder)
  if (!known) return undefined
  if (name.endsWith('sync')) return { kind: 'sync', file: known }
  const numbers = [...call.matchAll(/, (\d+)/g)].map(([, number]) => Number(number))
  if (name === 'ftruncate') return { kind: 'size', file: known, bytes: numbers[0]! }
  if (name !== 'pwrite64') throw new Error(`${name} of ${file} is not understood`)
  const [bytes] = strings(call)
  if (!bytes || bytes.length !== numbers[0])
    throw new Error(`A write to ${file} is not whole in the trace`)
  return { kind: 'write', file: known, at: numbers[1]!, bytes }
}

/** A file opened with O_CREAT. */
function made(call: string, folder: string): Action | undefined {
  if (!call.includes('O_CREAT')) return undefined
  const file = nameOf(plain(between(call, '"', '"')), folder)
  return file && { kind: 'make', file }
}

function removed(call: string, folder: string): Action | undefined {
  const file = nameOf(plain(between(call, '"', '"')), folder)
  return file && { kind: 'remove', file }
}

function unlessOurs(call: string, folder: string): undefined {
  for (const name of strings(call))
    if (nameOf(name.toString(), folder)) throw new Error('Another name of the database')
}

const nameOf = (file: string, folder: string): FileName | undefined =>
  FILES.find((name) => file === `${folder}/${name}`)

/** Text between the first `open` and the next `close` after it; empty without an `open`. */
function between(line: string, open: string, close: string): string {
  const from = line.indexOf(open) + 1
  return from === 0 ? '' : line.slice(from, line.indexOf(close, from))
}

const strings = (line: string): Buffer[] =>
  [...line.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex]) => bytesOf(hex!))

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

const plain = (hex: string): string => bytesOf(hex).toString()
