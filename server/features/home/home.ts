import type { Capability } from '#contracts/capabilities.ts'
import type { Home, Onboarding } from '#contracts/home.ts'
import { loopbackHosts } from '#contracts/loopback.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { SLOT_MS } from '../../db/tallies.ts'
import type { Stretch } from '../../db/tally-sums.ts'
import { toInstant } from '../../db/time.ts'
import { backupQueries } from '../backups/queries.ts'
import { dayAt, plusDays, sameTimeOn, startOf } from '../platform/values/local-days.ts'
import { findNeeds } from './needs.ts'
import { presentNumbers } from './numbers.ts'
import { homeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'hub' | 'now' | 'origin' | 'port'>

interface Question {
  readonly userId: number
  readonly operatorId: number
  /** Reports whether the caller has a capability. */
  readonly may: (capability: Capability) => boolean
  readonly timezone: string
  readonly days: number
  readonly assistantId: number | undefined
}

/** The current data of Home. */
export function readHome(context: Needs, question: Question): Home {
  const { db, now } = context
  const { userId, operatorId, may, timezone, assistantId } = question
  const home = homeQueries(db)
  const time = now().getTime()
  const today = dayAt(time, timezone)
  const names = Array.from({ length: question.days }, (_, index) =>
    plusDays(today, index + 1 - question.days),
  )
  const days = names.map((day) => wholeDay(day, timezone))
  const weekAgo = plusDays(today, -7)
  const until = nextSlot(sameTimeOn(weekAgo, time, timezone))
  const before = plusDays(names[0]!, -question.days)
  const sums = home.sums(userId, assistantId ?? 0, [
    { from: startOf(weekAgo, timezone), to: until },
    { from: days[0]!.from, to: days.at(-1)!.to },
    { from: startOf(before, timezone), to: days[0]!.from },
    ...days,
  ])
  const [lastWeek, period, periodBefore, ...byDay] = sums.map((sum) =>
    presentNumbers(sum, home.steps, {
      isOneAssistant: assistantId !== undefined,
      hasMoney: may('spending'),
    }),
  )
  return {
    now: toInstant(time),
    needs_you: findNeeds(context, question),
    today: byDay.at(-1)!,
    last_week: lastWeek!,
    last_week_until: toInstant(until),
    period: period!,
    period_before: periodBefore!,
    days: byDay.map((numbers, index) => ({ ...numbers, day: names[index]! })),
    backup: may('server.backups') && !db.memory ? backupFacts(db) : null,
    onboarding: readOnboarding(context, userId, operatorId),
  }
}

function backupFacts(db: Db): Home['backup'] {
  const { last_proven_at, every_hours } = backupQueries(db).settings()
  return {
    last_proven_at: last_proven_at === null ? null : toInstant(last_proven_at),
    is_on: every_hours > 0,
  }
}

const wholeDay = (day: string, timezone: string): Stretch => ({
  from: startOf(day, timezone),
  to: startOf(plusDays(day, 1), timezone),
})

/** The end of the quarter of an hour that contains an instant. */
const nextSlot = (ms: number): number => (Math.floor(ms / SLOT_MS) + 1) * SLOT_MS

function readOnboarding(
  { db, origin, port }: Needs,
  userId: number,
  operatorId: number,
): Onboarding {
  const home = homeQueries(db)
  const own = [origin(), ...loopbackHosts(port()).map((host) => `http://${host}`)]
  const { assistant_id, ...facts } = home.facts(
    userId,
    operatorId,
    own.map((name) => `${name}/`),
  )
  return {
    is_dismissed: home.isDismissed(operatorId),
    assistant_id,
    facts: Object.fromEntries(
      Object.entries(facts).map(([name, isTrue]) => [name, isTrue === 1]),
    ) as Onboarding['facts'],
  }
}
