import path from 'node:path'
import Database from 'better-sqlite3'

interface CallFact {
  readonly campaign_id: number
  readonly lead_id: number
  readonly number: string
  readonly status: string
  readonly ended_by: string | null
  readonly answered_by: string
  readonly created_at: number
  readonly ended_at: number | null
  readonly duration: number
  readonly minute_price: number
  readonly carrier_cost: number
}

interface Plan {
  readonly id: number
  readonly timezone: string
  readonly start_minute: number
  readonly end_minute: number
  readonly allowed_days: number
  readonly max_calls_in_parallel: number
  readonly max_retries: number
  readonly retry_interval: number
}

/** Figures about a data folder whose server is down. */
export interface Audit {
  readonly calls: number
  readonly answered: number
  readonly twiceInRound: number
  readonly tooManyRounds: number
  readonly outsideHours: number
  readonly aboveLimit: number
  readonly tooFast: number
  readonly onList: number
  readonly moneyOff: number
  readonly openLeads: number
  readonly openCalls: number
}

const MINUTE_MS = 60_000
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Judges a campaign by its records alone; hours are checked with an independent implementation of the clock. */
export function audit(folder: string): Audit {
  using db = opened(folder)
  const plans = db.prepare<[], Plan>('SELECT * FROM campaigns').all()
  const calls = db
    .prepare<[], CallFact>(
      'SELECT *, client_phone_number AS number FROM calls WHERE campaign_id IS NOT NULL ORDER BY id',
    )
    .all()
  const sum = (figure: (plan: Plan, own: readonly CallFact[]) => number) =>
    plans.reduce(
      (total, plan) =>
        total +
        figure(
          plan,
          calls.filter((call) => call.campaign_id === plan.id),
        ),
      0,
    )
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
  return {
    calls: calls.length,
    answered: calls.filter(({ answered_by }) => answered_by !== 'unknown').length,
    twiceInRound: sum(twiceInRound),
    tooManyRounds: sum(tooManyRounds),
    outsideHours: sum((plan, own) => own.filter((call) => !isInside(plan, call.created_at)).length),
    aboveLimit: sum(aboveLimit),
    tooFast: sum(
      (_, own) =>
        own.filter((call, at) => at > 0 && call.created_at - own[at - 1]!.created_at < 1000).length,
    ),
    onList: count(`
      SELECT count(*) FROM calls JOIN do_not_call ON do_not_call.phone_number = calls.client_phone_number
      WHERE calls.created_at > do_not_call.created_at
    `),
    moneyOff:
      calls.filter((call) => call.carrier_cost !== costOf(call)).length +
      count('SELECT count(*) FROM users WHERE balance < 0') +
      count(
        'SELECT count(*) FROM users WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = users.id)',
      ) +
      count(`
        SELECT count(*) FROM calls WHERE campaign_id IS NOT NULL AND -carrier_cost <> (
          SELECT coalesce(sum(amount), 0) FROM ledger WHERE kind GLOB 'call.*' AND reference = calls.id
        )
      `),
    openLeads: count(
      "SELECT count(*) FROM leads WHERE status NOT IN ('completed', 'reached-max-retries', 'blacklisted')",
    ),
    openCalls: count(
      "SELECT count(*) FROM calls WHERE status NOT IN ('completed', 'busy', 'no-answer', 'failed')",
    ),
  }
}

function opened(folder: string) {
  const db = new Database(path.join(folder, 'parley.db'), { readonly: true })
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() })
}

/** A call hung up while ringing does not count. */
const counts = ({ status, ended_by }: CallFact): boolean =>
  !(status === 'failed' && ended_by === 'operator')

const keyOf = ({ lead_id, number }: CallFact): string => `${lead_id} ${number}`

/** Calls to a lead's number that follow the previous one sooner than a new round may. */
function twiceInRound({ retry_interval }: Plan, calls: readonly CallFact[]): number {
  const last = new Map<string, number>()
  let found = 0
  for (const call of calls) {
    const before = last.get(keyOf(call))
    if (before !== undefined && call.created_at - before < retry_interval * MINUTE_MS) found += 1
    if (counts(call)) last.set(keyOf(call), call.ended_at!)
    else last.delete(keyOf(call))
  }
  return found
}

/** Lead numbers that were called in more rounds than allowed. */
function tooManyRounds({ max_retries }: Plan, calls: readonly CallFact[]): number {
  const rounds = new Map<string, number>()
  for (const call of calls.filter(counts))
    rounds.set(keyOf(call), (rounds.get(keyOf(call)) ?? 0) + 1)
  return [...rounds.values()].filter((count) => count > 1 + max_retries).length
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function isInside(plan: Plan, at: number): boolean {
  const clock =
    clocks.get(plan.timezone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: plan.timezone,
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    })
  clocks.set(plan.timezone, clock)
  const [, name, hour, minute] = /(\w{3}),? (\d+):(\d+)/.exec(clock.format(at))!
  const day = DAYS.indexOf(name!)
  const time = Number(hour) * 60 + Number(minute)
  const isAllowed = (index: number) => (plan.allowed_days & (1 << (index % 7))) !== 0
  if (plan.start_minute < plan.end_minute)
    return isAllowed(day) && time >= plan.start_minute && time <= plan.end_minute
  return (
    (isAllowed(day) && time >= plan.start_minute) || (isAllowed(day + 6) && time <= plan.end_minute)
  )
}

/** Calls started while the maximum number was already in progress. */
function aboveLimit({ max_calls_in_parallel: limit }: Plan, calls: readonly CallFact[]): number {
  let going: number[] = []
  let found = 0
  for (const { created_at, ended_at } of calls) {
    going = going.filter((end) => end > created_at)
    going.push(ended_at ?? Number.POSITIVE_INFINITY)
    if (going.length > limit) found += 1
  }
  return found
}

/** Cost of a call according to its own record, micro-dollars. */
function costOf({ answered_by, duration, minute_price }: CallFact): number {
  return answered_by === 'unknown' ? 0 : Math.max(1, Math.ceil(duration / 60)) * minute_price
}
