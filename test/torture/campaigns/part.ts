import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createRandom, type Figure, mustBe, type Part } from '../part.ts'
import { type Audit, audit } from './audit.ts'
import { CRASH_POINT_NAMES } from './crash-points.ts'
import { runWeeks } from './weeks.ts'

const LEADS = Number(process.env['PARLEY_CAMPAIGN_LEADS'] ?? 10_000)
const KILLS = Number(process.env['PARLEY_CAMPAIGN_KILLS'] ?? 60)

/** Weeks of campaigns across both clock changes, with everything that can happen to them, and kills at every point. */
export const campaignsPart: Part = async ({ seed, folder }) => {
  const random = createRandom(seed)
  const places = new Set<string>()
  const audits: Audit[] = []
  let [kills, unpaid, days] = [0, 0, 0]
  for (const [season, start] of [
    ['spring', '2026-03-27T12:00:00Z'],
    ['autumn', '2026-10-23T12:00:00Z'],
  ] as const) {
    const own = path.join(folder, season)
    mkdirSync(own)
    const run = await runWeeks(own, { start, leads: LEADS / 2, kills: KILLS / 2, random })
    for (const place of run.places) places.add(place)
    kills += run.kills
    unpaid += run.unpaid
    days += run.days
    audits.push(audit(own))
  }
  return figures(audits, { kills, places, unpaid, days })
}

interface Story {
  readonly kills: number
  readonly places: ReadonlySet<string>
  readonly unpaid: number
  readonly days: number
}

function figures(audits: readonly Audit[], { kills, places, unpaid, days }: Story): Figure[] {
  const sum = (name: keyof Audit) => audits.reduce((total, one) => total + one[name], 0)
  const story = `${LEADS} leads, ${sum('calls')} calls (${sum('answered')} answered), ${days} days, stopped without money ${unpaid} times`
  const missed = CRASH_POINT_NAMES.filter((name) => !places.has(name))
  return [
    { name: 'what went on', value: story, holds: unpaid > 0 && sum('calls') > LEADS / 2 },
    mustBe('kills', kills, KILLS),
    {
      name: `places of ${CRASH_POINT_NAMES.length} at which it was killed`,
      value: [places.size, ...missed.map((name) => `not ${name}`)].join(', '),
      holds: places.size >= Math.min(CRASH_POINT_NAMES.length, KILLS / 3),
    },
    mustBe('called twice in a round', sum('twiceInRound'), 0),
    mustBe('called in too many rounds', sum('tooManyRounds'), 0),
    mustBe('outside hours', sum('outsideHours'), 0),
    mustBe('above the parallel limit', sum('aboveLimit'), 0),
    mustBe('two new calls within a second', sum('tooFast'), 0),
    mustBe('on the list', sum('onList'), 0),
    mustBe('money off', sum('moneyOff'), 0),
    mustBe('leads without an end', sum('openLeads'), 0),
    mustBe('calls without an end', sum('openCalls'), 0),
  ]
}
