import type { LeadStatus } from '#contracts/lead-status.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { LeadRow as ListedLead } from '../leads/queries.ts'

/** A lead or contact, with its place in the round. */
export interface LeadRow extends Omit<ListedLead, 'campaign_name'> {
  readonly previous_status: LeadStatus | null
  readonly next_position: number
}

interface Due {
  readonly campaignId: number
  readonly now: number
  readonly limit: number
}

const WAITING = "('created', 'scheduled', 'rescheduled')"

/** All SQL about whose turn it is, and what becomes of them. */
export const turnQueries = oncePerDb((sql) => {
  const byId = sql.read<[number], LeadRow>('SELECT * FROM leads WHERE id = ?')
  const contacts = sql.read<[number, number], LeadRow>(
    'SELECT * FROM leads WHERE parent_id = ? AND position >= ? ORDER BY position',
  )
  const wakeRetries = sql.write<[Due], Pick<LeadRow, 'id' | 'user_id'>>(`
    UPDATE leads SET status = 'scheduled', updated_at = :now WHERE id IN (
      SELECT id FROM leads INDEXED BY leads_due
      WHERE campaign_id = :campaignId AND parent_id IS NULL AND status = 'rescheduled' AND status IN ${WAITING}
        AND next_attempt_at <= :now
      ORDER BY next_attempt_at, id LIMIT :limit
    ) RETURNING id, user_id
  `)
  const next = sql.read<[number, string], LeadRow>(`
    SELECT * FROM leads INDEXED BY leads_due
    WHERE campaign_id = ? AND parent_id IS NULL AND status = ? AND status IN ${WAITING}
    ORDER BY next_attempt_at, id LIMIT 1
  `)
  const nextRetry = sql
    .read<[number], number | null>(`
      SELECT min(next_attempt_at) FROM leads INDEXED BY leads_due
      WHERE campaign_id = ? AND parent_id IS NULL AND status = 'rescheduled' AND status IN ${WAITING}
    `)
    .pluck()
  const shiftRetries = sql.write<[number, number]>(`
    UPDATE leads SET next_attempt_at = next_attempt_at + ?
    WHERE campaign_id = ? AND parent_id IS NULL AND status = 'rescheduled'
  `)
  const take = sql.write<[{ id: number; position: number; now: number }]>(`
    UPDATE leads SET
      status = 'processing', previous_status = status, next_position = :position, next_attempt_at = NULL,
      updated_at = :now
    WHERE id = :id AND status IN ('created', 'scheduled')
  `)
  const goOn = sql.write<[number, number, number]>(
    "UPDATE leads SET next_position = ?, updated_at = ? WHERE id = ? AND status = 'processing'",
  )
  const wait = sql.write<[{ id: number; position: number; now: number }]>(`
    UPDATE leads SET
      status = 'scheduled', next_position = :position, next_attempt_at = :now, updated_at = :now
    WHERE id = :id AND status = 'processing'
  `)
  const putBack = sql.write<[number, number]>(`
    UPDATE leads SET status = coalesce(previous_status, 'created'), updated_at = ?
    WHERE id = ? AND status = 'processing'
  `)
  const endRound = sql.write<[{ id: number; at: number; now: number }]>(`
    UPDATE leads SET
      status = 'rescheduled', rounds = rounds + 1, next_position = 0, next_attempt_at = :at, updated_at = :now
    WHERE id = :id AND status = 'processing'
  `)
  const setContact = sql.write<[LeadStatus, number, number]>(
    'UPDATE leads SET status = ?, updated_at = ? WHERE id = ? AND parent_id IS NOT NULL',
  )
  const lastCall = sql
    .read<[number], number | null>('SELECT max(id) FROM calls WHERE lead_id = ?')
    .pluck()
  const waitingNumbers = sql.read<[number], { phone_number: string }>(
    `SELECT phone_number FROM leads WHERE campaign_id = ? AND parent_id IS NULL AND status IN ${WAITING}`,
  )

  return {
    byId: (id: number) => byId.get(id),
    /** Contacts of a lead from a place on. */
    contacts: (id: number, from: number) => contacts.all(id, from),
    /** Schedules up to `limit` leads whose retry is due, and returns them. */
    wakeRetries: (tx: Tx, due: Due) => wakeRetries.all(tx, due),
    /** The lead whose turn it is: retries before first calls, the oldest first. */
    next: (campaignId: number) =>
      next.get(campaignId, 'scheduled') ?? next.get(campaignId, 'created'),
    /** Time of the next retry, ms since 1970; undefined without one. */
    nextRetry: (campaignId: number) => nextRetry.get(campaignId) ?? undefined,
    /** Retries come so much later, ms, or sooner. */
    shiftRetries: (tx: Tx, campaignId: number, ms: number) => shiftRetries.run(tx, ms, campaignId),
    /** Takes a lead that waits; false when somebody else did. */
    take: (tx: Tx, id: number, position: number, now: number) =>
      take.run(tx, { id, position, now }).changes === 1,
    /** The same round goes on with another number. */
    goOn: (tx: Tx, id: number, position: number, now: number) => goOn.run(tx, position, now, id),
    /** The round goes on with this number as soon as it may. */
    wait: (tx: Tx, id: number, position: number, now: number) =>
      wait.run(tx, { id, position, now }),
    /** The lead is as it was before its call. */
    putBack: (tx: Tx, id: number, now: number) => putBack.run(tx, now, id),
    endRound: (tx: Tx, id: number, at: number, now: number) => endRound.run(tx, { id, at, now }),
    setContact: (tx: Tx, id: number, status: LeadStatus, now: number) =>
      setContact.run(tx, status, now, id),
    /** Id of the newest call of a lead: the one that it follows while it is being called. */
    lastCall: (id: number) => lastCall.get(id) ?? undefined,
    /** Numbers of the leads that wait. */
    waitingNumbers: (campaignId: number) =>
      waitingNumbers.all(campaignId).map(({ phone_number }) => phone_number),
  }
})
