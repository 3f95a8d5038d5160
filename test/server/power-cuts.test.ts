import { expect, test } from 'vitest'
import { createRandom } from '../torture/part.ts'
import { createDisk } from '../torture/storage/disk.ts'
import { type Action, readActions } from '../torture/storage/trace.ts'

const FOLDER = '/data'
const hex = (text: string) =>
  [...Buffer.from(text, 'latin1')]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('')
const log = hex(`${FOLDER}/parley.db-wal`)
const id = '0190a0a0-0000-4000-8000-000000000001'

test('a trace records writes, syncs and responses, also when a call is split by another thread', () => {
  const lines = [
    `7 openat(AT_FDCWD<${hex('/')}>, "${log}", O_RDWR|O_CREAT|O_NOFOLLOW|O_CLOEXEC, 0600) = 5<${log}>`,
    `7 pwrite64(5<${log}>, "${hex('abc')}", 3, 32 <unfinished ...>`,
    `8 pwrite64(6<${hex('/elsewhere')}>, "${hex('no')}", 2, 0) = 2`,
    '7 <... pwrite64 resumed>)            = 3',
    `7 fsync(5<${log}>)                  = -1 EIO (Input/output error)`,
    `7 fsync(5<${log}>)                  = 0`,
    `7 openat(AT_FDCWD<${hex('/')}>, "${hex(FOLDER)}", O_RDONLY|O_CLOEXEC) = 9<${hex(FOLDER)}>`,
    `7 fsync(9<${hex(FOLDER)}>)          = 0`,
    `7 writev(20<${hex('socket:[1]')}>, [{iov_base="${hex('HTTP/1.1 201 Created')}", iov_len=20}, {iov_base="${hex(`{"client_id":"${id}"}`)}", iov_len=52}], 2) = 72`,
    `7 pwrite64(5<${log}>, "${hex('lost')}", 4, 35) = ?`,
  ]
  expect([...readActions(lines, FOLDER)]).toEqual([
    { kind: 'make', file: 'parley.db-wal' },
    { kind: 'write', file: 'parley.db-wal', at: 32, bytes: Buffer.from('abc') },
    { kind: 'sync', file: 'parley.db-wal' },
    { kind: 'sync names' },
    { kind: 'answer', ids: [id] },
  ])
})

test('a power cut leaves everything synced, and any part of the rest by sectors', () => {
  const random = createRandom(7)
  const disk = createDisk(Buffer.alloc(2048, 1))
  const write = (bytes: Buffer): Action => ({ kind: 'write', file: 'parley.db', at: 0, bytes })
  disk.do(write(Buffer.alloc(1024, 2)))
  disk.do({ kind: 'sync', file: 'parley.db' })
  disk.do(write(Buffer.alloc(2048, 3)))
  const left = new Set<string>()
  for (let cut = 0; cut < 500; cut += 1) {
    const bytes = disk.cut(random)['parley.db']!
    const sectors = [0, 512, 1024, 1536].map((at) => bytes.subarray(at, at + 512))
    for (const sector of sectors) expect(new Set(sector).size).toBe(1)
    left.add(sectors.map((sector) => sector[0]).join(''))
  }
  // Each of the four is either new or what was synced, and every combination occurs.
  expect(left.size).toBe(16)
  expect([...left].every((what) => /^[23]{2}[13]{2}$/.test(what))).toBe(true)
  expect(disk.seen()['parley.db']).toEqual(Buffer.alloc(2048, 3))
})

test('a created file may be lost until its folder has been synced', () => {
  const random = createRandom(7)
  const disk = createDisk(Buffer.alloc(512))
  const kept = () =>
    new Set(Array.from({ length: 50 }, () => disk.cut(random)['parley.db-wal'] !== undefined))
  expect(kept()).toEqual(new Set([false]))
  disk.do({ kind: 'make', file: 'parley.db-wal' })
  expect(kept()).toEqual(new Set([false, true]))
  disk.do({ kind: 'sync names' })
  expect(kept()).toEqual(new Set([true]))
  disk.do({ kind: 'remove', file: 'parley.db-wal' })
  expect(kept()).toEqual(new Set([false, true]))
})
