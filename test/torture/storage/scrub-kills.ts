import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../../server/db/connect.ts'
import { APPLICATION_ID, openDb } from '../../../server/db/open.ts'
import { closeDb, scrubDb } from '../../../server/db/scrub.ts'
import { createWrite } from '../../../server/db/write.ts'
import { occurrencesIn } from '../../support/occurrences.ts'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { bodyOf, prepareRows, SECRET } from './scrub-rows.ts'

const LIFE = path.join(import.meta.dirname, 'scrub-life.ts')

/** Number of kills after which a new file is started. */
const KILLS_PER_FILE = 25

/** Minimum time from the first output to the kill, and the range of the random time added to it, ms. */
const SHORTEST_LIFE_MS = 20
const SPREAD_MS = 500

interface Found {
  acknowledged: number
  scrubbed: number
  lost: number
  unsound: number
  faults: string[]
  left: number
}

/** A process that overwrites remnants is killed at random moments, every other time beside a second one that disturbs it. */
export async function scrubKillFigures(
  seed: number,
  folder: string,
  kills: number,
): Promise<Figure[]> {
  const random = createRandom(seed)
  const found: Found = { acknowledged: 0, scrubbed: 0, lost: 0, unsound: 0, faults: [], left: 0 }
  for (let first = 0; first < kills; first += KILLS_PER_FILE) {
    const own = path.join(folder, `scrub-${first}`)
    mkdirSync(own, { recursive: true })
    const file = path.join(own, 'parley.db')
    const created = openDb(file)
    created.pragma(`application_id = ${APPLICATION_ID}`)
    prepareRows(created)
    created.close()
    const known = new Set<number>()
    for (let kill = first; kill < Math.min(kills, first + KILLS_PER_FILE); kill += 1) {
      await killOne({ file, kill, random, known, found })
      inspect(file, known, found)
    }
    await scrubToTheEnd(own, file, found)
    rmSync(own, { recursive: true })
  }
  return [
    mustBe(
      `kill -9 while remnants are overwritten, ${kills} times: rows lost of ${found.acknowledged} acknowledged`,
      found.acknowledged > kills * 10 && found.scrubbed > kills / 2
        ? found.lost
        : 'too few were acknowledged',
      0,
    ),
    mustBe(
      `kill -9: databases that integrity_check finds fault with, after ${found.scrubbed} whole passes`,
      found.unsound,
      0,
    ),
    mustBe('kill -9: faults of the second process', found.faults.slice(0, 3).join('; '), ''),
    mustBe('kill -9: remnants after a last pass', found.left, 0),
  ]
}

interface Round {
  readonly file: string
  readonly kill: number
  readonly random: () => number
  readonly known: Set<number>
  readonly found: Found
}

async function killOne({ file, kill, random, known, found }: Round): Promise<void> {
  const roles = kill % 2 === 0 ? ['scrub'] : ['scrub', 'other']
  const lives = roles.map((role) => {
    const life = spawn(
      process.execPath,
      [LIFE, role, file, String(Math.floor(random() * 2 ** 31))],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    follow(life, known, found)
    return life
  })
  await Promise.all(lives.map((life) => once(life.stdout!, 'data')))
  await sleep(SHORTEST_LIFE_MS + SPREAD_MS * random())
  const ended = lives.map((life) => once(life.stdout!, 'close'))
  for (const life of random() < 0.5 ? lives : lives.toReversed()) {
    life.kill('SIGKILL')
    if (random() < 0.5) await sleep(30 * random())
  }
  await Promise.all(ended)
}

function follow(life: ChildProcess, known: Set<number>, found: Found): void {
  let rest = ''
  life.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (line === 'scrubbed') found.scrubbed += 1
      else if (/^\d+$/.test(line)) known.add(Number(line))
      else if (line !== '') found.faults.push(line)
    }
  })
}

/** Looks at the file as the killed processes left it. */
function inspect(file: string, known: ReadonlySet<number>, found: Found): void {
  const db = connect(file)
  if (db.pragma('integrity_check', { simple: true }) !== 'ok') found.unsound += 1
  const bodies = db.prepare<[], { id: number; body: string }>(
    'SELECT id, body FROM rows WHERE id % 2 = 0',
  )
  const right = new Set(
    bodies
      .all()
      .filter(({ id, body }) => body === bodyOf(id))
      .map(({ id }) => id),
  )
  for (const id of known) if (!right.has(id)) found.lost += 1
  db.close()
}

async function scrubToTheEnd(folder: string, file: string, found: Found): Promise<void> {
  const db = openDb(file)
  const write = createWrite(db)
  await write(() => prepareRows(db).erase(0))
  if (!(await scrubDb(db, write, () => sleep(1)))) found.left += 1
  found.acknowledged += db.prepare<[], number>('SELECT count(*) FROM rows').pluck().get()!
  db.pragma('wal_checkpoint(TRUNCATE)')
  closeDb(db)
  for (const name of readdirSync(folder))
    if (name.includes('.copy')) rmSync(path.join(folder, name))
  // Twice, since the names of rows begin with random letters.
  found.left += occurrencesIn(folder, SECRET.repeat(2))
}
