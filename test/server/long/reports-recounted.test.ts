import { expect, test } from 'vitest'
import { deleteAssistant } from '#contracts/assistants.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { createLabel, deleteLabel } from '#contracts/labels.ts'
import { deleteOperator } from '#contracts/operators.ts'
import { ReportMeasure } from '#contracts/report-measures.ts'
import { getReport, type Report, ReportDimension } from '#contracts/reports.ts'
import { createTeam, deleteTeam } from '#contracts/teams.ts'
import { createChance } from '../../../server/features/demo/chance.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { neverIdle } from '../../support/inbox.ts'
import { colleague, signedInOwner } from '../../support/operators.ts'
import { type Told, toldHistory } from '../../support/random-history.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Days around the end of summer time in Europe. */
const FROM = Date.parse('2026-10-01T00:00:00Z')
const TO = Date.parse('2026-11-11T00:00:00Z')
const PERIOD = { date_from: '2026-10-21', date_to: '2026-11-05' }
const BEFORE = { date_from: '2026-10-05', date_to: '2026-10-20' }

type Counted = Told & { readonly day: string; readonly hour: string; readonly weekday: string }

/** A server with a random history, of which a visitor was erased, a label, an assistant and a person deleted. */
async function withHistory() {
  const server = await startServer()
  neverIdle(server)
  const { call } = server
  const people = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => colleague(server, name)))
  const assistants = [
    await createdAssistant(server, { name: 'Shop' }),
    await createdAssistant(server, { name: 'Gone' }),
  ]
  const labels: number[] = []
  for (const name of ['billing', 'bug', 'praise'])
    labels.push((await call(createLabel, { body: { name, colour: 'red' } })).data.id)
  const owner = await signedInOwner(server)
  const teams: number[] = []
  for (const name of ['Sales', 'Support', 'Gone'])
    teams.push(
      (await owner.call(createTeam, { body: { name, colour: 'red', operator_ids: [] } })).data.id,
    )
  const told = toldHistory(server, {
    ...{ seed: 7, count: 110, from: FROM, to: TO },
    ...{ assistants, labels, teams, people: people.map(({ operator }) => operator.id) },
  })
  const erased = told[0]!.visitorId
  server.context.db.prepare('DELETE FROM visitors WHERE id = ?').run(erased)
  await call(deleteLabel, { params: { id: labels[0]! } })
  await call(deleteAssistant, { params: { id: assistants[1]! } })
  await owner.call(deleteOperator, { params: { id: people[0]!.operator.id } })
  await owner.call(deleteTeam, { params: { id: teams[2]! } })
  for (const one of told) {
    one.labels.delete(labels[0]!)
    if (one.teamId === teams[2]) one.teamId = null
  }
  return { server, assistants, people, told: told.filter(({ visitorId }) => visitorId !== erased) }
}

const asked = ({ messages }: Told) => messages.find(({ author }) => author === 'visitor')
const answered = (one: Told) => {
  const first = one.messages.findIndex(({ author }) => author === 'visitor')
  return first < 0
    ? undefined
    : one.messages.slice(first).find(({ author }) => author !== 'visitor')
}
const byPerson = ({ messages }: Told) => messages.find(({ author }) => author === 'operator')

/** Each measure, from what was told. */
const COUNTED: Readonly<Record<ReportMeasure, (one: Told) => boolean>> = {
  conversations: () => true,
  asked: (one) => asked(one) !== undefined,
  replied: (one) => answered(one) !== undefined,
  person_replied: (one) => {
    const [person, visitor] = [byPerson(one), asked(one)]
    return person !== undefined && visitor !== undefined && person.at >= visitor.at
  },
  resolved: ({ endedAt }) => endedAt !== null,
  ai: (one) =>
    asked(one) !== undefined && !byPerson(one) && one.handedAt === null && !one.hadPerson,
  handed_over: ({ handedAt }) => handedAt !== null,
  rated: ({ rating }) => rating !== null,
  satisfied: ({ rating }) => rating !== null && rating >= 4,
  met: ({ met, missed }) => met > 0 && missed === 0,
  missed: ({ missed }) => missed > 0,
}

const KEYS: Readonly<Record<ReportDimension, (one: Counted) => readonly string[]>> = {
  person: ({ assigneeId }) => [String(assigneeId ?? 'none')],
  team: ({ teamId }) => [String(teamId ?? 'none')],
  assistant: ({ assistantId }) => [String(assistantId)],
  label: ({ labels }) => (labels.size === 0 ? ['none'] : [...labels].map(String)),
  channel: ({ type }) => [type],
  weekday: ({ weekday }) => [weekday],
  hour: ({ hour }) => [hour],
}

/** Figures by a recount, without the code of the report. */
function recounted(of: readonly Told[]) {
  const median = (times: readonly number[], share = 0.5) => {
    const sorted = [...times].sort((one, other) => one - other)
    return sorted[Math.ceil(sorted.length * share) - 1] ?? null
  }
  const firstReplies = of.filter(COUNTED.replied).map((one) => answered(one)!.at - asked(one)!.at)
  const personReplies = of.filter(COUNTED.person_replied).map((one) => {
    const { at } = byPerson(one)!
    const start = asked(one)!.at
    return (
      at - (one.handedAt !== null && one.handedAt <= at ? Math.max(start, one.handedAt) : start)
    )
  })
  const rated = of.filter(COUNTED.rated)
  const stars = rated.reduce((sum, { rating }) => sum + rating!, 0)
  return {
    counts: Object.fromEntries(
      ReportMeasure.options.map((measure) => [measure, of.filter(COUNTED[measure]).length]),
    ),
    first_reply_p50_ms: median(firstReplies),
    first_reply_p90_ms: median(firstReplies, 0.9),
    person_reply_p50_ms: median(personReplies),
    person_reply_p90_ms: median(personReplies, 0.9),
    resolution_p50_ms: median(of.filter(COUNTED.resolved).map(({ endedAt, at }) => endedAt! - at)),
    rating_average: rated.length === 0 ? null : Math.round((stars / rated.length) * 100) / 100,
  }
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The conversations with the local time of their start. */
function localized(told: readonly Told[], timeZone: string): Counted[] {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', hourCycle: 'h23', weekday: 'short' },
  })
  return told
    .filter(({ type }) => type !== 'test')
    .map((one) => {
      const at = Object.fromEntries(
        parts.formatToParts(one.at).map(({ type, value }) => [type, value]),
      )
      return {
        ...one,
        day: `${at['year']}-${at['month']}-${at['day']}`,
        hour: String(Number(at['hour'])),
        weekday: String(1 + WEEKDAYS.indexOf(at['weekday']!)),
      }
    })
}

const inside = (all: readonly Counted[], { date_from, date_to }: typeof PERIOD) =>
  all.filter(({ day }) => day >= date_from && day <= date_to)

/** Compares days, weekdays and hours with a recount. */
function expectTimes(report: Report, all: readonly Counted[]): void {
  expect(report.days.map(({ day, conversations }) => [day, conversations])).toEqual(
    report.days.map(({ day }) => [day, all.filter((one) => one.day === day).length]),
  )
  expect([report.days.length, report.days_before.length]).toEqual([16, 16])
  const now = inside(all, PERIOD)
  const cell = (weekday: number, hour: number) =>
    now.filter((one) => one.weekday === String(weekday + 1) && one.hour === String(hour)).length
  expect(report.hours).toEqual(
    report.hours.map((hours, weekday) => hours.map((_, hour) => cell(weekday, hour))),
  )
}

/** Compares the rows of a breakdown with a recount. */
function expectRows(
  { rows, row_count }: Report,
  by: ReportDimension,
  now: readonly Counted[],
  then: readonly Counted[],
): void {
  const present = new Set([...now, ...then].flatMap(KEYS[by]))
  const ordered = { weekday: 7, hour: 24 }[by as 'hour']
  expect(row_count).toBe(rows.length)
  if (ordered) expect(rows.map(({ key }) => key)).toHaveLength(ordered)
  else expect(new Set(rows.map(({ key }) => key))).toEqual(present)
  for (const { key, period, before } of rows) {
    const isIn = (one: Counted) => KEYS[by](one).includes(key)
    expect(period).toEqual(recounted(now.filter(isIn)))
    expect(before).toEqual(recounted(then.filter(isIn)))
  }
}

const uuidsOf = (of: readonly Told[]) => of.map(({ uuid }) => uuid).sort()

/** The list and the count of the inbox with a filter. */
async function listed({ call }: Pick<TestServer, 'call'>, filter: object) {
  const query = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, String(value)]),
  )
  const { matching } = await call(countInbox, { query })
  const uuids: string[] = []
  let before: string | null = null
  do {
    const page: { data: { id: string }[]; before: string | null } = await call(listInbox, {
      query: { ...query, ...(before !== null && { before }) },
    })
    uuids.push(...page.data.map(({ id }) => id))
    before = page.before
  } while (before !== null)
  return { count: matching!.count, uuids: uuids.sort() }
}

test('a report is what a recount of a random history gives, and each number is the count of its list', async () => {
  const { server, told, assistants, people } = await withHistory()
  const chance = createChance(3)
  let links = 0
  for (const timezone of ['Europe/Berlin', 'Asia/Kathmandu']) {
    const all = localized(told, timezone)
    for (const by of ReportDimension.options) {
      const report = await server.call(getReport, { query: { ...PERIOD, timezone, by } })
      const [now, then] = [inside(all, PERIOD), inside(all, BEFORE)]
      expect(report).toMatchObject({ ...PERIOD, before: BEFORE })
      expect(report.total).toEqual({ period: recounted(now), before: recounted(then) })
      expectTimes(report, all)
      expectRows(report, by, now, then)
      const some = report.rows.filter(() => chance.happens(by === 'hour' ? 0.1 : 0.5))
      for (const { key, filter } of some) {
        const counted = chance.pick(ReportMeasure.options)
        const expected = now.filter((one) => KEYS[by](one).includes(key) && COUNTED[counted](one))
        expect(await listed(server, { ...report.filter, ...filter, counted })).toEqual({
          count: expected.length,
          uuids: uuidsOf(expected),
        })
      }
      links += some.length
      for (const counted of by === 'person' ? ReportMeasure.options : [])
        expect(await listed(server, { ...report.filter_before, counted })).toEqual({
          count: report.total.before!.counts[counted],
          uuids: uuidsOf(then.filter(COUNTED[counted])),
        })
    }
  }
  expect(links).toBeGreaterThan(10)
  const rows = async (by: ReportDimension) =>
    (await server.call(getReport, { query: { ...PERIOD, by } })).rows
  expect(await rows('assistant')).toContainEqual(
    expect.objectContaining({ key: String(assistants[1]), name: 'Gone', is_gone: true }),
  )
  expect(await rows('person')).toContainEqual(
    expect.objectContaining({ key: String(people[0]!.operator.id), name: 'Ada', is_gone: true }),
  )
  // Filters of the report itself, also for what is gone.
  const narrow = { ...PERIOD, assistant_id: String(assistants[1]), type: 'widget' as const }
  const filtered = inside(localized(told, 'UTC'), PERIOD).filter(
    (one) => one.assistantId === assistants[1] && one.type === 'widget',
  )
  const report = await server.call(getReport, { query: { ...narrow, compare: 'none' } })
  expect(report.total).toEqual({ period: recounted(filtered), before: null })
  expect((await listed(server, report.filter)).uuids).toEqual(uuidsOf(filtered))
})
