import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, mustBe } from '../part.ts'
import { begin, beginProcess, type Life } from './life.ts'

/** Two that start at the same moment: which one runs, and how the other exited. */
interface Race {
  readonly running: number
  readonly said: boolean
  /** From the moment one served until the other had exited, ms. */
  readonly leftMs: number
  readonly comesBack: boolean
}

/** Maximum wait for one that does not exit, ms. */
const PATIENCE_MS = 10_000

/** I5: two instances start on one folder at the same moment; the first is killed, and one is started again. */
export async function instanceFigures(folder: string, races: number): Promise<Figure[]> {
  const own = path.join(folder, 'raced')
  await (await begin({ folder: own })).end('SIGTERM')
  const all: Race[] = []
  const late: number[] = []
  const bare: number[] = []
  for (let race = 0; race < races; race += 1) {
    all.push(await runRace(own))
    const life = await begin({ folder: own })
    const { code, said, ms } = await beginProcess({ folder: own }).left
    if (code === 0 && isSentence(said)) late.push(ms)
    bare.push(life.readyMs)
    await life.end('SIGKILL')
  }
  const count = (of: (race: Race) => boolean) => all.filter(of).length
  const longest = Math.max(...all.map(({ leftMs }) => leftMs))
  return [
    mustBe(
      'two instances at once: races in which exactly one ran',
      count(({ running }) => running === 1),
      races,
    ),
    mustBe(
      'two instances at once: the other left with its sentence',
      count(({ said }) => said),
      races,
    ),
    {
      name: 'two instances at once: longest that the other stayed once one served (aim: ≤ 1 s)',
      value: `${longest.toFixed(0)} ms`,
      holds: longest <= 1000,
    },
    mustBe('a second one beside one that serves: left with its sentence', late.length, races),
    {
      name: 'a second one: longest from the start of its process until it had left, and what a start takes at most here (aim: no longer than that and 1 s)',
      value: `${Math.max(...late).toFixed(0)} ms, ${Math.max(...bare).toFixed(0)} ms`,
      holds: Math.max(...late) <= Math.max(...bare) + 1000,
    },
    mustBe(
      'starts after kill -9 of the first, with nothing removed by hand',
      count(({ comesBack }) => comesBack),
      races,
    ),
  ]
}

async function runRace(folder: string): Promise<Race> {
  const both = [beginProcess({ folder }), beginProcess({ folder })]
  const first = await Promise.race([
    ...both.map(async (one, index) => ((await one.ready) ? index : never())),
    Promise.all(both.map(({ left }) => left)).then(() => undefined),
  ])
  const served = performance.now()
  const other = both[1 - (first ?? 0)]!
  const left = await Promise.race([other.left, sleep(PATIENCE_MS, undefined, { ref: false })])
  const leftMs = performance.now() - served
  const lives = await Promise.all(both.map(({ ready }) => ready))
  const running = lives.filter((life): life is Life => life !== undefined).length
  for (const one of both) one.kill()
  await Promise.all(both.map((one) => one.left))
  const after = beginProcess({ folder })
  const comesBack = (await after.ready) !== undefined
  after.kill()
  await after.left
  return { running, said: left?.code === 0 && isSentence(left.said), leftMs, comesBack }
}

const never = () => new Promise<number>(() => undefined)

const isSentence = (said: string): boolean =>
  /Parley is already running with this data: http|Another Parley is using/.test(said)
