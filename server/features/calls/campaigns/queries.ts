import type { CampaignStatus, StoppedReason } from '#contracts/campaigns.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { CampaignFields } from './fields.ts'

/** A campaign as it is kept: times in ms, hours in minutes of the day, days as bits from Monday (1) to Sunday (64). */
export interface CampaignRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly assistant_id: number
  readonly status: CampaignStatus
  readonly stopped_reason: StoppedReason | null
  readonly timezone: string
  readonly max_calls_in_parallel: number
  readonly start_minute: number
  readonly end_minute: number
  readonly allowed_days: number
  readonly max_retries: number
  /** Minutes. */
  readonly retry_interval: number
  readonly retry_on_voicemail: 0 | 1
  readonly retry_on_goal_incomplete: 0 | 1
  readonly goal_completion_variable: string | null
  readonly mark_complete_when_no_leads: 0 | 1
  readonly calls_placed: number
  readonly last_dialled_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** A number of a campaign's pool. */
export interface PoolNumber {
  readonly id: number
  readonly phone_number: string
}

interface Counts {
  readonly leads: number
  readonly open: number
}

type Columns = CampaignFields & { readonly now: number }

const OPEN = "('created', 'scheduled', 'rescheduled', 'processing')"

/** All SQL for campaigns. Those without an assistant are names of imported calls, and no campaigns. */
export const campaignQueries = oncePerDb((sql) => {
  const all = sql.read<[number], CampaignRow>(
    'SELECT * FROM campaigns WHERE user_id = ? AND assistant_id IS NOT NULL ORDER BY id DESC',
  )
  const byId = sql.read<[number], CampaignRow>(
    'SELECT * FROM campaigns WHERE id = ? AND assistant_id IS NOT NULL',
  )
  const find = sql.read<[number, number], CampaignRow>(
    'SELECT * FROM campaigns WHERE id = ? AND +user_id = ? AND assistant_id IS NOT NULL',
  )
  const insert = sql.write<[Columns & { userId: number }]>(`
    INSERT INTO campaigns (
      user_id, name, assistant_id, timezone, max_calls_in_parallel, start_minute, end_minute, allowed_days, max_retries,
      retry_interval, retry_on_voicemail, retry_on_goal_incomplete, goal_completion_variable,
      mark_complete_when_no_leads, created_at, updated_at
    ) VALUES (
      :userId, :name, :assistant_id, :timezone, :max_calls_in_parallel, :start_minute, :end_minute, :allowed_days,
      :max_retries, :retry_interval, :retry_on_voicemail, :retry_on_goal_incomplete, :goal_completion_variable,
      :mark_complete_when_no_leads, :now, :now
    )
  `)
  const update = sql.write<[Columns & { id: number }]>(`
    UPDATE campaigns SET
      name = :name, assistant_id = :assistant_id, timezone = :timezone, max_calls_in_parallel = :max_calls_in_parallel,
      start_minute = :start_minute, end_minute = :end_minute, allowed_days = :allowed_days, max_retries = :max_retries,
      retry_interval = :retry_interval, retry_on_voicemail = :retry_on_voicemail,
      retry_on_goal_incomplete = :retry_on_goal_incomplete, goal_completion_variable = :goal_completion_variable,
      mark_complete_when_no_leads = :mark_complete_when_no_leads, updated_at = :now
    WHERE id = :id
  `)
  const setStatus = sql.write<[CampaignStatus, StoppedReason | null, number, number]>(
    'UPDATE campaigns SET status = ?, stopped_reason = ?, updated_at = ? WHERE id = ?',
  )
  const dialled = sql.write<[number, number]>(
    'UPDATE campaigns SET calls_placed = calls_placed + 1, last_dialled_at = ? WHERE id = ?',
  )
  const remove = sql.write<[number]>('DELETE FROM campaigns WHERE id = ?')
  const numbers = sql.read<[number], PoolNumber>(`
    SELECT phone_numbers.id, phone_numbers.phone_number FROM campaign_numbers
    JOIN phone_numbers ON phone_numbers.id = campaign_numbers.phone_number_id
    WHERE campaign_id = ? ORDER BY position
  `)
  const clearNumbers = sql.write<[number]>('DELETE FROM campaign_numbers WHERE campaign_id = ?')
  const addNumber = sql.write<[number, number, number]>(
    'INSERT INTO campaign_numbers (campaign_id, position, phone_number_id) VALUES (?, ?, ?)',
  )
  const counts = sql.read<[number], Counts>(`
    SELECT count(*) AS leads, count(*) FILTER (WHERE status IN ${OPEN}) AS open
    FROM leads INDEXED BY leads_by_campaign_status WHERE campaign_id = ? AND parent_id IS NULL
  `)
  const hasOpen = sql
    .read<[number], number>(`
      SELECT 1 FROM leads INDEXED BY leads_by_campaign_status
      WHERE campaign_id = ? AND parent_id IS NULL AND status IN ${OPEN} LIMIT 1
    `)
    .pluck()
  const liveCalls = sql
    .read<[number, number], number>(`
      SELECT id FROM calls INDEXED BY calls_by_campaign_status
      WHERE user_id = ? AND campaign_id = ? AND status IN ('initiated', 'ringing', 'in-progress') ORDER BY id
    `)
    .pluck()

  return {
    all: (userId: number) => all.all(userId),
    byId: (id: number) => byId.get(id),
    find: (userId: number, id: number) => find.get(id, userId),
    insert: (tx: Tx, userId: number, fields: CampaignFields, now: Date) =>
      Number(insert.run(tx, { ...fields, userId, now: now.getTime() }).lastInsertRowid),
    update: (tx: Tx, id: number, fields: CampaignFields, now: Date) =>
      update.run(tx, { ...fields, id, now: now.getTime() }),
    setStatus: (
      tx: Tx,
      id: number,
      { status, reason = null }: { status: CampaignStatus; reason?: StoppedReason | null },
      now: Date,
    ) => setStatus.run(tx, status, reason, now.getTime(), id),
    /** A call was placed: the next number has its turn, and the pace counts from now. */
    dialled: (tx: Tx, id: number, now: Date) => dialled.run(tx, now.getTime(), id),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    /** Numbers that take turns. */
    numbers: (id: number) => numbers.all(id),
    setNumbers(tx: Tx, id: number, ids: readonly number[]): void {
      clearNumbers.run(tx, id)
      for (const [position, numberId] of ids.entries()) addNumber.run(tx, id, position, numberId)
    },
    counts: (id: number) => counts.get(id)!,
    hasOpenLeads: (id: number) => hasOpen.get(id) !== undefined,
    /** Ids of the calls that go on or are about to. */
    liveCalls: (userId: number, id: number) => liveCalls.all(userId, id),
  }
})
