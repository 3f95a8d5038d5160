import type { Db } from '../../server/db/open.ts'

/** One way to ask for a list: its path without a page. */
export interface ListCase {
  readonly name: string
  readonly path: string
}

const DAY = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The requests of the benchmark, with values that occur in a seeded database. */
export function listCases(db: Db): ListCase[] {
  const one = (sql: string) => db.prepare<[], string | number>(sql).pluck().get()!
  const assistant = one("SELECT id FROM assistants WHERE name = 'Dentist'")
  const campaign = one("SELECT id FROM campaigns WHERE name = 'Spring offers'")
  const campaignAssistant = one(
    `SELECT assistant_id FROM calls WHERE campaign_id = ${campaign} GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  )
  const phone = one('SELECT client_digits FROM calls WHERE client_digits IS NOT NULL LIMIT 1')
  const newest = Number(one('SELECT max(created_at) FROM conversations'))
  const month = `date_from=${isoDay(newest - 129 * DAY)}&date_to=${isoDay(newest - 100 * DAY)}`
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
