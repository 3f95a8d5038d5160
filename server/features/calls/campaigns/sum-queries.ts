import { oncePerDb } from '../../../db/once-per-db.ts'
import { SLOT_MS } from '../../../db/tallies.ts'
import type { CampaignRow } from './queries.ts'

interface Sums {
  readonly calls: number
  readonly finished: number
  readonly answered: number
  /** Those of them that are over. */
  readonly talked: number
  readonly voicemails: number
  readonly goals: number
  readonly average: number | null
  readonly cost: number
}

/** Calls that began in a quarter of an hour. */
export interface SlotSums {
  /** Quarters of an hour since 1970. */
  readonly slot: number
  readonly calls: number
  readonly answered: number
  readonly voicemails: number
  readonly goals: number
  /** Micro-dollars. */
  readonly cost: number
}

const GOALS = `count(*) FILTER (WHERE EXISTS (
  SELECT 1 FROM json_each(calls.variables) WHERE key = :goal AND json_each.type = 'true'
)) AS goals`

/** All SQL about the results of campaigns. */
export const sumQueries = oncePerDb((sql) => {
  const leads = sql.read<[number], { status: string; count: number }>(`
    SELECT status, count(*) AS count FROM leads INDEXED BY leads_by_campaign_status
    WHERE campaign_id = ? AND parent_id IS NULL GROUP BY status
  `)
  const calls = sql.read<[{ userId: number; id: number; goal: string | null }], Sums>(`
    SELECT
      count(*) AS calls,
      count(*) FILTER (WHERE status NOT IN ('initiated', 'ringing', 'in-progress')) AS finished,
      count(*) FILTER (WHERE answered_by = 'human') AS answered,
      count(*) FILTER (WHERE answered_by = 'human' AND status NOT IN ('initiated', 'ringing', 'in-progress')) AS talked,
      count(*) FILTER (WHERE answered_by = 'machine') AS voicemails,
      ${GOALS},
      avg(duration) FILTER (WHERE answered_by <> 'unknown' AND status NOT IN ('initiated', 'ringing', 'in-progress')) AS average,
      total(total_cost) AS cost
    FROM calls WHERE user_id = :userId AND campaign_id = :id
  `)
  const slots = sql.read<
    [{ userId: number; id: number; goal: string | null; from: number }],
    SlotSums
  >(`
    SELECT
      created_at / ${SLOT_MS} AS slot,
      count(*) AS calls,
      count(*) FILTER (WHERE answered_by = 'human') AS answered,
      count(*) FILTER (WHERE answered_by = 'machine') AS voicemails,
      ${GOALS},
      total(total_cost) AS cost
    FROM calls WHERE user_id = :userId AND campaign_id = :id AND created_at >= :from
    GROUP BY slot ORDER BY slot
  `)
  return {
    leads: (id: number) => leads.all(id),
    /** Calls by the quarter of an hour in which they began, from a time on (ms since 1970), ascending. */
    slots: ({ user_id, id, goal_completion_variable: goal }: CampaignRow, from: number) =>
      slots.all({ userId: user_id, id, goal, from }),
    calls: ({ user_id, id, goal_completion_variable: goal }: CampaignRow) =>
      calls.get({ userId: user_id, id, goal })!,
  }
})
