import { BUSINESSES, CAMPAIGNS } from '../../scripts/seed/words.ts'
import { CallStatus, CallType, ConversationType } from '../../server/contracts/enums.ts'
import type { Db } from '../../server/db/open.ts'
import { createChance } from '../../server/features/demo/chance.ts'

/** One request for a list: its path without a page. */
export interface ListCase {
  readonly name: string
  readonly path: string
}

const DAY = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The benchmark's requests, with values that occur in a seeded database. */
export function listCases(db: Db): ListCase[] {
  const one = (sql: string) => db.prepare<[], string | number>(sql).pluck().get()!
  const assistant = one("SELECT id FROM assistants WHERE name = 'Dentist'")
  const campaign = one("SELECT id FROM campaigns WHERE name = 'Spring offers'")
  const campaignAssistant = one(
    `SELECT assistant_id FROM calls WHERE campaign_id = ${campaign} GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  )
  const phone = one('SELECT client_digits FROM calls WHERE client_digits IS NOT NULL LIMIT 1')
  const month = new URLSearchParams(monthBefore(newestOf(db), 100)).toString()
  const conversations = {
    none: '',
    type: 'type=api',
    assistant: `assistant_id=${assistant}`,
    '30 days': month,
    'assistant, type': `assistant_id=${assistant}&type=widget`,
    'type, 30 days': `type=widget&${month}`,
  }
  const calls = {
    none: '',
    type: 'type=outbound',
    assistant: `assistant_id=${assistant}`,
    status: 'status=completed',
    phone: `phone_number=${phone}`,
    campaign: `campaign_id=${campaign}`,
    '30 days': month,
    'assistant, status': `assistant_id=${assistant}&status=completed`,
    'type, status': 'type=inbound&status=no-answer',
    'assistant, type, status': `assistant_id=${assistant}&type=inbound&status=completed`,
    'campaign, status': `campaign_id=${campaign}&status=completed`,
    'campaign, type': `campaign_id=${campaign}&type=outbound`,
    'campaign, assistant': `campaign_id=${campaign}&assistant_id=${campaignAssistant}`,
    'status, 30 days': `status=completed&${month}`,
  }
  const of = (list: string, filters: Record<string, string>) =>
    Object.entries(filters).map(([name, query]) => ({
      name: `${list}: ${name}`,
      path: `/api/user/${list}?${query}`,
    }))
  return [...of('conversations', conversations), ...of('calls', calls)]
}

/** Filters by the names of seeded rows, so that the same request works on databases of any size. */
export interface DrawnCase {
  readonly list: 'conversations' | 'calls'
  readonly assistant?: string
  readonly campaign?: string
  readonly type?: string
  readonly status?: string
  /** Days from the newest row back to the end of a month. */
  readonly daysBack?: number
}

/** Requests that nobody has tuned for, generated from a seed. Some match next to nothing in a small database. */
export function drawnCases(seed: number, count: number): DrawnCase[] {
  const chance = createChance(seed)
  const maybe = <name extends string, value>(name: name, share: number, value: () => value) =>
    chance.happens(share) ? { [name]: value() } : {}
  const drawn = Array.from({ length: count }, (): DrawnCase => {
    const shared = {
      ...maybe('assistant', 0.4, () => chance.pick(BUSINESSES)),
      ...maybe('daysBack', 0.3, () => 5 + chance.below(500)),
    }
    if (chance.happens(1 / 3)) {
      const type = maybe('type', 0.4, () => chance.pick(ConversationType.options))
      return { list: 'conversations', ...shared, ...type }
    }
    return {
      list: 'calls',
      ...shared,
      ...maybe('campaign', 0.3, () => chance.pick(CAMPAIGNS)),
      ...maybe('type', 0.3, () => chance.pick(CallType.options)),
      ...maybe('status', 0.3, () => chance.pick(CallStatus.options)),
    }
  })
  // Those without a filter are already covered.
  const narrow = drawn.filter((one) => Object.keys(one).length > 1)
  return [...new Map(narrow.map((one) => [JSON.stringify(one), one])).values()]
}

/** A generated request for one database. */
export function pathOf(db: Db, { list, assistant, campaign, type, status, daysBack }: DrawnCase) {
  const idOf = (table: string, name: string) =>
    db.prepare<[string], number>(`SELECT id FROM ${table} WHERE name = ?`).pluck().get(name)
  const query = new URLSearchParams({
    ...(assistant && { assistant_id: String(idOf('assistants', assistant)) }),
    ...(campaign && { campaign_id: String(idOf('campaigns', campaign)) }),
    ...(type && { type }),
    ...(status && { status }),
    ...(daysBack && monthBefore(newestOf(db), daysBack)),
  })
  return `/api/user/${list}?${query}`
}

const newestOf = (db: Db) =>
  db.prepare<[], number>('SELECT max(created_at) FROM conversations').pluck().get()!

const monthBefore = (newest: number, daysBack: number) => ({
  date_from: isoDay(newest - (daysBack + 29) * DAY),
  date_to: isoDay(newest - daysBack * DAY),
})
