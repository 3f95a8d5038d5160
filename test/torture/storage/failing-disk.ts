import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { type Books, inspectCopy, openBooks, sendAgain, typeAll } from './books.ts'
import { begin, beginProcess } from './life.ts'
import { notRun, whyNoStrace } from './strace.ts'

/** Calls that the disk refuses: once, or persistently from then on. */
const FAULTS = ['pwrite64', 'fsync', 'pwrite64 for ever', 'fsync for ever'] as const
type Fault = (typeof FAULTS)[number]

/** Approximate number of calls of a process: the fault hits any of them, including those of the start. */
const CALLS = { pwrite64: 400, fsync: 40 }

const LIFE_MS = 600

/** A process that neither serves nor exits is killed after this, ms. */
const PATIENCE_MS = 20_000

/** Result of one fault. */
interface Outcome {
  readonly hasServed: boolean
  readonly lost: number
  readonly isSound: boolean
  readonly comesBack: boolean
}

/** I3: the n-th write, or sync, of the server's main thread fails with EIO. */
export async function failingDiskFigures(
  seed: number,
  folder: string,
  faults: number,
): Promise<Figure[]> {
  const why = whyNoStrace()
  if (why) return [notRun('EIO', why)]
  const random = createRandom(seed)
  const world = path.join(folder, 'failing')
  mkdirSync(path.join(world, 'scratch'), { recursive: true })
  const whole = path.join(world, 'whole')
  const life = await begin({ folder: whole })
  const books = await openBooks(life, 4)
  await life.end('SIGTERM')
  const outcomes: Outcome[] = []
  const statuses = new Map<number, number>()
  let acknowledged = 0
  for (let index = 0; index < faults; index += 1) {
    const fault = FAULTS[index % FAULTS.length]!
    const call = fault.startsWith('fsync') ? 'fsync' : 'pwrite64'
    const own: Books = {
      ...books,
      acknowledged: new Map(),
      unsure: [],
      waits: [],
      refused: new Map(),
    }
    const nth = 1 + Math.floor(random() * CALLS[call])
    outcomes.push(await failAt({ world, whole, books: own }, fault, nth))
    acknowledged += own.acknowledged.size
    for (const [status, count] of own.refused)
      statuses.set(status, (statuses.get(status) ?? 0) + count)
  }
  const count = (of: (outcome: Outcome) => boolean) => outcomes.filter(of).length
  return [
    mustBe(
      `EIO at the n-th write or fsync, ${faults} times (${count(({ hasServed }) => hasServed)} served): lives that lost any of ${acknowledged} acknowledged messages`,
      count(({ lost }) => lost > 0),
      0,
    ),
    mustBe(
      'EIO: databases that integrity_check finds fault with',
      count(({ isSound }) => !isSound),
      0,
    ),
    mustBe(
      'EIO: starts after it that serve',
      count(({ comesBack }) => comesBack),
      faults,
    ),
    {
      name: 'EIO: what messages were refused with',
      value: [...statuses].map(([status, times]) => `${status} × ${times}`).join(', '),
      holds: [...statuses.keys()].every((status) => status === 507),
    },
  ]
}

async function failAt(
  { world, whole, books }: { world: string; whole: string; books: Books },
  fault: Fault,
  nth: number,
): Promise<Outcome> {
  const [call] = fault.split(' ') as [string]
  const folder = path.join(world, 'data')
  rmSync(folder, { recursive: true, force: true })
  cpSync(whole, folder, { recursive: true })
  const when = `${nth}${fault.endsWith('for ever') ? '+' : ''}`
  const born = beginProcess({
    folder,
    under: [
      ...['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null'],
      ...['-e', `inject=${call}:error=EIO:when=${when}`],
    ],
  })
  const life = await Promise.race([born.ready, sleep(PATIENCE_MS, undefined, { ref: false })])
  if (life) {
    const stop = typeAll(life, books)
    await sleep(LIFE_MS)
    // Stopped before the kill, so that it interrupts no request.
    await stop()
    born.kill()
  } else born.kill()
  await born.left
  const { lost, isSound } = inspectCopy(folder, path.join(world, 'scratch'), books.acknowledged)
  const next = beginProcess({ folder })
  const after = await next.ready
  if (after) await sendAgain(after, books)
  next.kill()
  await next.left
  return { hasServed: life !== undefined, lost, isSound, comesBack: after !== undefined }
}
