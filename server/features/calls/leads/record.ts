import type { Lead, SecondaryContact } from '#contracts/leads.ts'
import type { Context } from '../../../context.ts'
import { toDateTime } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { type LeadRow, leadQueries } from './queries.ts'

/** A lead as the wire has it. */
export function presentLead({ db }: Pick<Context, 'db'>, row: LeadRow): Lead {
  const { id, campaign_id, campaign_name } = row
  return {
    id,
    campaign_id,
    ...presentNumber(row),
    campaign: { id: campaign_id, name: campaign_name },
    secondary_contacts: leadQueries(db).contacts(id).map(presentContact),
  }
}

const presentContact = (row: LeadRow): SecondaryContact => ({ id: row.id, ...presentNumber(row) })

const presentNumber = (row: LeadRow) => ({
  phone_number: row.phone_number,
  variables: JSON.parse(row.variables),
  status: row.status,
  created_at: toDateTime(row.created_at),
  updated_at: toDateTime(row.updated_at),
})

/** Records that a lead is new or has changed, and returns it. */
export function recordLead(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  userId: number,
  id: number,
  type: 'lead.created' | 'lead.updated',
): LeadRow {
  const row = leadQueries(db).find(userId, id)!
  const payload = { id, campaign_id: row.campaign_id, status: row.status }
  events.record(tx, { userId, type, payload })
  return row
}
