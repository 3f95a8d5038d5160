import type { LeadChange, NewLead } from '#contracts/leads.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { doNotCallQueries } from '../do-not-call/queries.ts'
import { type LeadRow, leadQueries, type NewLeadRow } from './queries.ts'
import { recordLead } from './record.ts'
import { duplicateFaults, leadChangeFaults, newLeadFaults } from './rules.ts'
import { mergedVariables } from './variables.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs'>

/**
 * Adds a lead with its contacts to a campaign, which calls it without a restart while it is in progress.
 * @throws InvalidFields for a number that the campaign has already, and for what another request has changed since the
 * rules were asked.
 */
export function createLead(tx: Tx, context: Needs, userId: number, lead: NewLead): LeadRow {
  const { jobs } = context
  assertFine({ ...newLeadFaults(context, userId, lead), ...duplicateFaults(context, lead) })
  const id = insertLead(
    tx,
    context,
    { userId, campaignId: lead.campaign_id },
    {
      ...numberedOf(lead.phone_number, lead.variables ?? lead.variable),
      contacts: (lead.secondary_contacts ?? []).map((contact) =>
        numberedOf(contact.phone_number, contact.variables),
      ),
    },
  )
  tx.afterCommit(() => jobs.wake())
  return recordLead(tx, context, userId, id, 'lead.created')
}

/** A number of a lead, and what is known about it. */
export interface Numbered {
  /** E.164. */
  readonly number: string
  readonly variables: JsonObject
}

const numberedOf = (number: string, variables: NewLead['variables']): Numbered => ({
  number: parseNumber(number)!.e164,
  variables: mergedVariables({}, variables),
})

interface Place {
  readonly userId: number
  readonly campaignId: number
}

/**
 * Writes a lead with its contacts, and returns its id. Numbers on the do-not-call list are `blacklisted`; such a lead takes its
 * contacts with it.
 */
export function insertLead(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  place: Place,
  { contacts, ...lead }: Numbered & { readonly contacts: readonly Numbered[] },
): number {
  const { id, status } = insert(tx, context, place, { ...lead, parentId: null, position: 0 })
  for (const [index, contact] of contacts.entries())
    insert(tx, context, place, { ...contact, parentId: id, position: index + 1 })
  if (status === 'blacklisted') end(tx, context, id)
  return id
}

function insert(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  place: Place,
  row: Numbered & Pick<NewLeadRow, 'parentId' | 'position'>,
) {
  const status = doNotCallQueries(db).has(place.userId, row.number) ? 'blacklisted' : 'created'
  const variables = JSON.stringify(row.variables)
  const id = leadQueries(db).insert(tx, {
    ...place,
    ...row,
    variables,
    status,
    now: now().getTime(),
  })
  return { id, status }
}

const end = (tx: Tx, { db, now }: Pick<Context, 'db' | 'now'>, id: number): void =>
  leadQueries(db).end(tx, id, { status: 'blacklisted', now: now().getTime() })

/**
 * Changes a lead or a contact.
 * @returns the lead, also for one of its contacts
 * @throws AppError 409 for the number, the campaign or the status of one that is being called.
 * @throws InvalidFields for what another request has changed since the rules were asked.
 */
export function updateLead(tx: Tx, context: Needs, row: LeadRow, sent: LeadChange): LeadRow {
  const { db, now, jobs } = context
  const { id, user_id: userId } = row
  const leads = leadQueries(db)
  assertFine(leadChangeFaults(context, row, sent))
  const campaignId = sent.campaign_id ?? row.campaign_id
  const number =
    sent.phone_number === undefined ? row.phone_number : parseNumber(sent.phone_number)!.e164
  const isMoved = campaignId !== row.campaign_id || number !== row.phone_number
  const { status } = sent
  if (row.status === 'processing' && (isMoved || status !== undefined))
    throw new AppError('lead_being_called')

  const at = now().getTime()
  const variables = JSON.stringify(mergedVariables(JSON.parse(row.variables), sent.variables))
  leads.change(tx, { id, campaignId, number, variables, now: at })
  if (status === 'created') leads.reopen(tx, id, at)
  else if (status !== undefined) leads.end(tx, id, { status, now: at })
  const after = leads.find(userId, id)!.status
  const isOpen = after === 'created' || after === 'scheduled' || after === 'rescheduled'
  if (isOpen && doNotCallQueries(db).has(userId, number)) end(tx, context, id)
  tx.afterCommit(() => jobs.wake())
  return recordLead(tx, context, userId, row.parent_id ?? id, 'lead.updated')
}

function assertFine(faults: ReturnType<typeof newLeadFaults>): void {
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults)
}
