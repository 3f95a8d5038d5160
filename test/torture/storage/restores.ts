import { cpSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackup } from '#contracts/backups.ts'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { openBooks, typeAll } from './books.ts'
import {
  addBulk,
  backupsOf,
  CHANGED_BY_RESTORES,
  changeBulk,
  hasRowsOf,
  stateOf,
} from './copies.ts'
import { begin, beginProcess, type Process } from './life.ts'
import { whyNoStrace } from './strace.ts'

const BULK_MB = 5
const BACKUPS = 4

/** Renames performed by a restore: the plan and the files it puts in place, each a point to die at. */
const NAMES = 8

/** Maximum delay, after a restore starts to collect, of a kill at a random moment, ms. */
const GATHERING_MS = 600

/** I10: restores that are killed, at each rename and at random moments; and the restored data, row by row. */
export async function restoreFigures(
  seed: number,
  folder: string,
  kills: number,
): Promise<Figure[]> {
  const random = createRandom(seed)
  const base = path.join(folder, 'to-restore')
  await prepare(base)
  const old = stateOf(path.join(base, 'parley.db'))
  const backups = backupsOf(base).all()
  const own = path.join(folder, 'restored')
  const file = path.join(own, 'parley.db')
  const canName = whyNoStrace() === undefined
  const seen = { old: 0, new: 0, neither: 0, same: 0, atNames: 0, died: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    rmSync(own, { recursive: true, force: true })
    cpSync(base, own, { recursive: true })
    const facts = backups[kill % backups.length]!
    const wanted = stateOf(backupsOf(base).fileOf(facts.id))
    const nth = canName && kill % 2 === 0 ? 1 + ((kill / 2) % NAMES) : undefined
    const born = beginRestore(own, facts.id, nth)
    if (nth === undefined) await killGathering(born, own, random)
    const { code } = await born.left
    seen.died += Number(code === null)
    seen.atNames += Number(nth !== undefined && code === null)
    await (await begin({ folder: own })).end('SIGTERM')
    const state = stateOf(file)
    if (state === old) seen.old += 1
    else if (state === wanted) seen.new += 1
    else seen.neither += 1
    const whole = await beginRestore(own, facts.id).left
    seen.same += Number(whole.code === 0 && hasRowsOf(file, facts, CHANGED_BY_RESTORES))
  }
  return [
    mustBe(
      `kill -9 in the middle of a restore, ${kills} times (${seen.atNames} at the change of a name, ${seen.died} died before the end): after the next start neither the old data nor the backup, whole (${seen.old} old, ${seen.new} new)`,
      seen.neither,
      0,
    ),
    mustBe(
      `restores of ${backups.length} backups made while visitors typed, with every row of every table as it was`,
      seen.same,
      kills,
    ),
  ]
}

/** Data, and backups of earlier states. */
async function prepare(folder: string): Promise<void> {
  await (await begin({ folder })).end('SIGTERM')
  addBulk(folder, BULK_MB)
  const life = await begin({ folder })
  const books = await openBooks(life, 2)
  const stop = typeAll(life, books)
  for (let count = 0; count < BACKUPS; count += 1) {
    await sleep(300)
    await life.call(createBackup)
  }
  await stop()
  await life.end('SIGTERM')
  changeBulk(folder)
}

/** A restore that dies right before its n-th rename. */
function beginRestore(folder: string, id: string, nth?: number): Process {
  const under = nth
    ? [
        ...['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null'],
        ...['-e', `inject=rename:signal=KILL:when=${nth}`],
      ]
    : []
  return beginProcess({ folder, args: ['--restore', id], under })
}

async function killGathering({ left, kill }: Process, folder: string, random: () => number) {
  let isOver = false
  void left.then(() => {
    isOver = true
  })
  while (!isOver && !existsSync(path.join(folder, 'restoring'))) await sleep(2)
  await sleep(GATHERING_MS * random())
  kill()
}
