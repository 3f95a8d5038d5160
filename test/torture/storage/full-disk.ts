import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
} from '#contracts/canned-replies.ts'
import { emptyDisk, fillDisk, mountSmallDisk, unmountDisk } from '../../support/small-disk.ts'
import { type Figure, mustBe } from '../part.ts'
import { inspectCopy, openBooks, send, typeAll } from './books.ts'
import { begin, type Life } from './life.ts'
import { notRun } from './strace.ts'

/** Room for the data, slightly more than twice the reserve. */
const DISK_MB = 64

/** Time limit for noticing free space, ms; it is checked every 2 s. */
const PATIENCE_MS = 8000

/** Observations in one cycle of filling and emptying the disk. */
interface Cycle {
  readonly refused: boolean
  readonly reads: boolean
  readonly degraded: boolean
  /** Reason for which a delete was refused. */
  readonly kept: string | undefined
  /** True when the filler continued after the reserve was released, and used that up too. */
  readonly tookReserve: boolean
  /** From the moment there was room, ms; undefined when it did not recover. */
  readonly backMs: number | undefined
}

/** I3: a separate disk is filled to the last byte while visitors write, and emptied again. */
export async function fullDiskFigures(folder: string, cycles: number): Promise<Figure[]> {
  const disk = path.join(folder, 'small')
  mkdirSync(disk)
  if (!mountSmallDisk(disk, DISK_MB)) return [notRun('full disk', 'nobody may mount one here')]
  try {
    return await fillAndEmpty(folder, disk, cycles)
  } finally {
    unmountDisk(disk)
  }
}

async function fillAndEmpty(folder: string, disk: string, cycles: number): Promise<Figure[]> {
  const dataDir = path.join(disk, 'data')
  const life = await begin({ folder: dataDir })
  const books = await openBooks(life, 2)
  const seen: Cycle[] = []
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const victim = (await life.call(createCannedReply, reply(cycle))).data.id
    const stop = typeAll(life, books)
    await sleep(100)
    const before = books.refused.get(507) ?? 0
    fillDisk(disk)
    const refused = await comes(() => (books.refused.get(507) ?? 0) > before, PATIENCE_MS)
    const tookReserve = makeALittleRoom(disk)
    const full = await lookAtFull(life, victim)
    await stop()
    emptyDisk(disk)
    const begun = performance.now()
    const isBack = await comes(async () => (await health(life)).status === 'ok', PATIENCE_MS)
    const backMs = isBack ? performance.now() - begun : undefined
    seen.push({ refused, tookReserve, ...full, backMs })
    // Rejected messages were not written: resent, they are new.
    for (const message of books.unsure.splice(0)) await send(life, books, message)
  }
  const { code } = await life.end('SIGTERM')
  const scratch = path.join(folder, 'was-full')
  mkdirSync(scratch)
  const { lost, doubled, isSound } = inspectCopy(dataDir, scratch, books.acknowledged)
  const count = (of: (cycle: Cycle) => boolean) => seen.filter(of).length
  const others = [...books.refused.keys()].filter((status) => status !== 507)
  return [
    mustBe(
      `full disk, ${cycles} cycles (${seen.flatMap(({ kept }) => kept ?? []).map((why) => `a delete was refused: ${why}; `)}in ${count(({ tookReserve }) => tookReserve)} what filled it took the reserve as well, and 1 MB was freed by hand): 507 for writes, 200 for reads, degraded, 200 for a delete, back by itself`,
      [
        count(({ refused }) => refused),
        count(({ reads }) => reads),
        count(({ degraded }) => degraded),
        count(({ kept }) => kept === undefined),
        count(({ backMs }) => backMs !== undefined),
      ].join(', '),
      Array(5).fill(cycles).join(', '),
    ),
    {
      name: 'full disk: longest from room to being back',
      value: `${(Math.max(...seen.map(({ backMs }) => backMs ?? 0)) / 1000).toFixed(1)} s`,
      holds: true,
    },
    mustBe('full disk: other answers than 507 to a message', others.join(' '), ''),
    mustBe(
      `full disk: messages lost of ${books.acknowledged.size}, doubled, integrity_check, exit code`,
      `${lost}, ${doubled}, ${isSound ? 'ok' : 'not ok'}, ${code}`,
      '0, 0, ok, 0',
    ),
  ]
}

/**
 * The disk is filled by another process, which may still be writing when the server releases its reserve.
 * Then there is no room to delete in, and the filler has to give a little back.
 */
function makeALittleRoom(disk: string): boolean {
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize >= 1024 * 1024) return false
  rmSync(path.join(disk, 'ballast-1048576-0'))
  return true
}

async function lookAtFull(life: Life, victim: number) {
  const { status, degraded } = await health(life)
  const reads = await life.call(listCannedReplies).then(
    () => true,
    () => false,
  )
  return {
    reads,
    degraded: status === 'degraded' && degraded?.includes('storage_full') === true,
    kept: await life.call(deleteCannedReply, { params: { id: victim } }).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  }
}

const reply = (index: number) => ({
  body: { shortcut: `s${index}`, title: 'Filler', content: 'word' },
})

const health = async ({ url }: Life) =>
  (await (await fetch(`${url}/health`)).json()) as { status: string; degraded?: string[] }

async function comes(check: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    if (await check()) return true
    await sleep(20)
  }
  return false
}
