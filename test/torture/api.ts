import { runBytes } from '../generated/bytes.ts'
import { createChance } from '../generated/chance.ts'
import { FILLINGS, incoherences, pagedLists, shuffleList } from '../generated/lists.ts'
import { allProbes, probe } from '../generated/probe.ts'
import {
  type Figures,
  noFigures,
  tryFaults,
  tryValidBodies,
  writingEndpoints,
} from '../generated/run.ts'
import { textPlaces, timesOfFields } from '../generated/slow.ts'
import { runWild } from '../generated/wild.ts'
import { KEY } from '../support/server.ts'
import { inWorld } from './own-server.ts'
import { type Figure, mustBe, type Part } from './part.ts'

/*
 * The API under everything that a caller may send: bodies, queries and bytes generated from the contracts
 * (docs/spec/threats.md, groups A to C).
 */

/** Total number of cases, and the share of each kind. */
const CASES = 200_000
const SHARE = { valid: 0.15, faulty: 0.4, wild: 0.25, bytes: 0.2 }
/** Data sets of every paginated list. */
const DATA_SETS = 1000
/** A world is discarded after this many cases, since the data written in it is only ballast. */
const CASES_IN_A_WORLD = 1500

/** Runs the API part. */
export const apiPart: Part = async ({ seed }) => {
  const findings: string[] = []
  const figures = noFigures()
  await bodies(seed, figures, findings)
  const statuses = await wild(seed, figures, findings)
  await bytes(seed, figures, findings)
  const lists = await pages(seed)
  const tenants = await tenantMatrix()
  const slowest = await slowestField()
  for (const finding of [...findings, ...lists, ...tenants.wrong].slice(0, 20))
    console.log(`    ${finding.slice(0, 600)}`)
  return [
    { name: 'requests', value: `${figures.cases}; ${statuses}`, holds: figures.cases >= CASES },
    mustBe('5xx', figures.serverErrors, 0),
    mustBe('errors that are not JSON', figures.notJson, 0),
    mustBe('refusals of one fault that name another field', figures.wrongField, 0),
    mustBe('valid bodies refused', figures.refusedValid, 0),
    mustBe('values stored otherwise than sent', figures.changed, 0),
    mustBe('replies that break their contract, and other findings', findings.length, 0),
    mustBe(`pages of ${DATA_SETS} data sets of each list that disagree`, lists.length, 0),
    ...tenants.figures,
    slowest,
  ]
}

async function bodies(seed: number, figures: Figures, findings: string[]): Promise<void> {
  const all = writingEndpoints()
  const shares = all.reduce((sum, { writer }) => sum + (writer.share ?? 1), 0)
  for (const one of all) {
    const share = (one.writer.share ?? 1) / shares
    const work = async (valid: number, faulty: number, turn: number) =>
      inWorld(async (world) => {
        const target = { world, ...one, figures }
        const refused = await tryValidBodies(target, valid, seed + turn)
        const wrong = await tryFaults(target, { seed: seed + turn, runs: faulty })
        const named = [...(refused === undefined ? [] : [refused]), ...wrong]
        findings.push(...named.map((text) => `${one.name}: ${text}`))
      })
    const [valid, faulty] = [SHARE.valid, SHARE.faulty].map((part) =>
      Math.ceil(CASES * part * share),
    )
    const turns = Math.ceil((valid! + faulty!) / CASES_IN_A_WORLD)
    for (let turn = 0; turn < turns; turn += 1)
      await work(Math.ceil(valid! / turns), Math.ceil(faulty! / turns), turn)
  }
}

async function wild(seed: number, figures: Figures, findings: string[]): Promise<string> {
  const chance = createChance(seed)
  const statuses = new Map<number, number>()
  for (let left = CASES * SHARE.wild; left > 0; left -= CASES_IN_A_WORLD) {
    const run = await inWorld((world) => runWild(world, CASES_IN_A_WORLD, chance))
    for (const [status, count] of run.statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + count)
    findings.push(...run.wrong)
    figures.cases += CASES_IN_A_WORLD
  }
  for (const [status, count] of statuses) if (status >= 500) figures.serverErrors += count
  const sorted = [...statuses].sort(([a], [b]) => a - b)
  return `wild ones by status ${sorted.map(([status, count]) => `${status}: ${count}`).join(', ')}`
}

async function bytes(seed: number, figures: Figures, findings: string[]): Promise<void> {
  const chance = createChance(seed + 1)
  // Makes up for cases that the other figures left out, so that the total is reached.
  const runs = Math.max(CASES * SHARE.bytes, CASES - figures.cases)
  const wrong = await inWorld(({ server }) => runBytes(server.url, KEY, runs, chance))
  figures.cases += runs
  findings.push(...wrong)
}

async function pages(seed: number): Promise<string[]> {
  const wrong: string[] = []
  for (const list of pagedLists()) {
    const chance = createChance(seed)
    const filling = FILLINGS[list.name]!
    for (let done = 0; done < DATA_SETS; done += 20) {
      wrong.push(
        ...(await inWorld(async (world) => {
          const found = []
          for (let count = 0; count < 20; count += 1) {
            await shuffleList(world, filling, chance)
            const perPage = 1 + chance.below(count % 2 === 0 ? 100 : 12)
            found.push(...(await incoherences(world, list, filling, perPage)))
          }
          return found
        })),
      )
    }
  }
  return wrong
}

async function tenantMatrix(): Promise<{ figures: Figure[]; wrong: string[] }> {
  const probes = allProbes()
  const wrong: string[] = []
  let alike = 0
  let changed = 0
  for (const { place, kind, title } of probes) {
    const seen = await inWorld((world) => probe(world, place, kind))
    alike += Number(seen.alike)
    changed += Number(seen.victimChanged)
    if (!seen.alike || !seen.differs) wrong.push(`${title}: ${seen.foreign} / ${seen.missing}`)
  }
  return {
    wrong,
    figures: [
      mustBe(`leaks in ${probes.length} id fields × 3 probes`, wrong.length, 0),
      mustBe('foreign and missing ids that look the same', alike, probes.length),
      mustBe('rows of the victim that changed', changed, 0),
    ],
  }
}

/** The longest extra time of any 100,000-letter text in any field, compared with a plain one. */
async function slowestField(): Promise<Figure> {
  let slowest = { what: 'none', ms: 0 }
  for (const one of writingEndpoints()) {
    const times = await inWorld((world) => timesOfFields(world, one, textPlaces(one.endpoint), 1))
    for (const time of times) if (time.ms > slowest.ms) slowest = time
  }
  const value = `${slowest.ms.toFixed(1)} ms beyond a plain text (${slowest.what})`
  return { name: 'slowest field', value, holds: slowest.ms < 50 }
}
