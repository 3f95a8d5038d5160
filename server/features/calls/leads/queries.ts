import type { LeadStatus } from '#contracts/lead-status.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A lead, or a secondary contact of one, which has a parent. */
export interface LeadRow {
  readonly id: number
  readonly user_id: number
  readonly campaign_id: number
  readonly campaign_name: string
  readonly parent_id: number | null
  /** Place in a round: 0 for the lead, from 1 for its contacts. */
  readonly position: number
  /** E.164. */
  readonly phone_number: string
  /** JSON. */
  readonly variables: string
  readonly status: LeadStatus
  /** Rounds that are over. */
  readonly rounds: number
  readonly next_attempt_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

export interface NewLeadRow {
  readonly userId: number
  readonly campaignId: number
  readonly parentId: number | null
  readonly position: number
  readonly number: string
  readonly variables: string
  readonly status: LeadStatus
  readonly now: number
}

interface Changed {
  readonly id: number
  readonly campaignId: number
  readonly number: string
  readonly variables: string
  readonly now: number
}

interface Ending {
  readonly status: LeadStatus
  /** Rounds that are over; unchanged if left out. */
  readonly rounds?: number
  readonly now: number
}

/** Start of every statement that reads leads; add a WHERE on `leads`. */
export const LEAD_WITH_CAMPAIGN = `
  SELECT leads.id, leads.user_id, leads.campaign_id, campaigns.name AS campaign_name, leads.parent_id, leads.position,
    leads.phone_number, leads.variables, leads.status, leads.rounds, leads.next_attempt_at, leads.created_at,
    leads.updated_at
  FROM leads JOIN campaigns ON campaigns.id = leads.campaign_id
`

const OPEN = "('created', 'scheduled', 'rescheduled')"

/** All SQL for leads and their contacts, apart from their list and from whose turn it is. */
export const leadQueries = oncePerDb((sql) => {
  const find = sql.read<[number, number], LeadRow>(
    `${LEAD_WITH_CAMPAIGN} WHERE leads.id = ? AND +leads.user_id = ?`,
  )
  const contacts = sql.read<[number], LeadRow>(
    `${LEAD_WITH_CAMPAIGN} WHERE leads.parent_id = ? ORDER BY leads.position`,
  )
  const hasCampaign = sql
    .read<[number, number], number>(
      'SELECT 1 FROM campaigns WHERE id = ? AND user_id = ? AND assistant_id IS NOT NULL',
    )
    .pluck()
  const inCampaign = sql
    .read<[number, string, number], number>(
      'SELECT id FROM leads WHERE campaign_id = ? AND phone_number = ? AND parent_id IS NULL AND id <> ? LIMIT 1',
    )
    .pluck()
  const insert = sql.write<[NewLeadRow]>(`
    INSERT INTO leads (user_id, campaign_id, parent_id, position, phone_number, variables, status, created_at, updated_at)
    VALUES (:userId, :campaignId, :parentId, :position, :number, :variables, :status, :now, :now)
  `)
  const change = sql.write<[Changed]>(`
    UPDATE leads SET campaign_id = :campaignId, phone_number = :number, variables = :variables, updated_at = :now
    WHERE id = :id
  `)
  const moveContacts = sql.write<[number, number]>(
    'UPDATE leads SET campaign_id = ? WHERE parent_id = ?',
  )
  const reopen = sql.write<[number, number, number]>(`
    UPDATE leads SET status = 'created', rounds = 0, next_position = 0, next_attempt_at = NULL, updated_at = ?
    WHERE id = ? OR parent_id = ? AND status <> 'blacklisted'
  `)
  const end = sql.write<[{ id: number; status: LeadStatus; rounds: number | null; now: number }]>(`
    UPDATE leads SET
      status = :status, rounds = coalesce(:rounds, rounds), next_position = 0, next_attempt_at = NULL, updated_at = :now
    WHERE id = :id
  `)
  const endContacts = sql.write<[LeadStatus, number, number]>(`
    UPDATE leads SET status = ?, updated_at = ?
    WHERE parent_id = ? AND status NOT IN ('completed', 'reached-max-retries', 'blacklisted')
  `)
  const remove = sql.write<[number]>('DELETE FROM leads WHERE id = ?')
  const openWithNumber = sql.read<[number, string], { id: number; parent_id: number | null }>(
    `SELECT id, parent_id FROM leads WHERE user_id = ? AND phone_number = ? AND status IN ${OPEN}`,
  )
  const calls = sql
    .read<[number], number>('SELECT id FROM calls WHERE lead_id = ? ORDER BY id DESC')
    .pluck()
  const liveCalls = sql.read<[number], { id: number; provider: string; number: string | null }>(`
    SELECT id, provider, client_phone_number AS number FROM calls
    WHERE lead_id = ? AND status IN ('initiated', 'ringing', 'in-progress')
  `)

  return {
    find: (userId: number, id: number) => find.get(id, userId),
    contacts: (id: number) => contacts.all(id),
    hasCampaign: (userId: number, id: number) => hasCampaign.get(id, userId) !== undefined,
    /** Reports whether a campaign has a lead with a number, other than one. */
    inCampaign: (campaignId: number, number: string, but = 0) =>
      inCampaign.get(campaignId, number, but) !== undefined,
    insert: (tx: Tx, row: NewLeadRow) => Number(insert.run(tx, row).lastInsertRowid),
    change(tx: Tx, row: Changed): void {
      change.run(tx, row)
      moveContacts.run(tx, row.campaignId, row.id)
    },
    /** The lead is called again from its first round on. */
    reopen: (tx: Tx, id: number, now: number) => reopen.run(tx, now, id, id),
    /** Nobody calls the lead any more, nor its contacts. */
    end(tx: Tx, id: number, { status, rounds, now }: Ending): void {
      end.run(tx, { id, status, rounds: rounds ?? null, now })
      endContacts.run(tx, status, now, id)
    },
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    /** Leads and contacts with a number that are still to be called. */
    openWithNumber: (userId: number, number: string) => openWithNumber.all(userId, number),
    /** Ids of the calls of a lead, newest first. */
    calls: (id: number) => calls.all(id),
    liveCalls: (id: number) => liveCalls.all(id),
  }
})
