import type { FieldFaults } from '#contracts/errors.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import { SETTABLE_LEAD_STATUSES } from '#contracts/lead-status.ts'
import type { LeadChange, NewLead } from '#contracts/leads.ts'
import type { Context } from '../../../context.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { doNotCallQueries } from '../do-not-call/queries.ts'
import { type LeadRow, leadQueries } from './queries.ts'
import { isTooLarge, mergedVariables } from './variables.ts'

type Faults = Record<string, Fault[]>

/**
 * Rules for a new lead beyond the shape of its fields. Doubles within the campaign are none of them: a request that is repeated
 * with its `Idempotency-Key` finds its own lead there.
 */
export function newLeadFaults(
  { db }: Pick<Context, 'db'>,
  userId: number,
  sent: Partial<NewLead>,
): FieldFaults {
  const { campaign_id: campaignId, phone_number: number } = sent
  const faults = contactFaults(sent)
  if (campaignId !== undefined && !leadQueries(db).hasCampaign(userId, campaignId))
    faults['campaign_id'] = [fault('not_selectable')]
  if (number !== undefined && !parseNumber(number))
    faults['phone_number'] = [fault('not_a_phone_number')]
  if (isTooLarge(mergedVariables({}, sent.variables ?? sent.variable)))
    faults['variables'] = [fault('lead_variables_too_large')]
  return faults
}

/** Faults of the contacts of a new lead, whose numbers all differ. */
function contactFaults({ phone_number, secondary_contacts = [] }: Partial<NewLead>): Faults {
  const faults: Faults = {}
  const known = new Set([parseNumber(phone_number ?? '')?.e164])
  for (const [index, contact] of secondary_contacts.entries()) {
    const name = `secondary_contacts.${index}`
    const number = parseNumber(contact.phone_number)?.e164
    if (number === undefined) faults[`${name}.phone_number`] = [fault('not_a_phone_number')]
    else if (known.has(number)) faults[`${name}.phone_number`] = [fault('duplicate')]
    known.add(number)
    if (isTooLarge(mergedVariables({}, contact.variables)))
      faults[`${name}.variables`] = [fault('lead_variables_too_large')]
  }
  return faults
}

/** Fault of a new lead whose campaign has its number already. */
export function duplicateFaults({ db }: Pick<Context, 'db'>, sent: NewLead): FieldFaults {
  const { campaign_id, phone_number, allow_dupplicate, allow_duplicate } = sent
  const number = parseNumber(phone_number)
  const mayRepeat = allow_dupplicate ?? allow_duplicate ?? false
  const isDouble = number && !mayRepeat && leadQueries(db).inCampaign(campaign_id, number.e164)
  return isDouble ? { phone_number: [fault('lead_exists')] } : {}
}

/** Rules for a change of a lead or a contact beyond the shape of its fields. */
export function leadChangeFaults(
  { db }: Pick<Context, 'db'>,
  row: LeadRow,
  sent: LeadChange,
): FieldFaults {
  const leads = leadQueries(db)
  const { campaign_id: campaignId = row.campaign_id, status } = sent
  const faults: Faults = {}
  const isOther = campaignId !== row.campaign_id
  if (isOther && (row.parent_id !== null || !leads.hasCampaign(row.user_id, campaignId)))
    faults['campaign_id'] = [fault('not_selectable')]
  const number = movedNumberFault(db, row, { ...sent, campaignId })
  if (number) faults['phone_number'] = [number]
  if (status !== undefined && !isSettable(status))
    faults['status'] = [fault('assigned_automatically')]
  else if (
    status === 'created' &&
    doNotCallQueries(db).has(row.user_id, numberAfter(row, sent) ?? '')
  )
    faults['status'] = [fault('number_listed')]
  if (isTooLarge(mergedVariables(JSON.parse(row.variables), sent.variables)))
    faults['variables'] = [fault('lead_variables_too_large')]
  return faults
}

/** Number of a lead after a change, E.164; undefined for an invalid one. */
const numberAfter = (row: LeadRow, { phone_number }: Pick<LeadChange, 'phone_number'>) =>
  phone_number === undefined ? row.phone_number : parseNumber(phone_number)?.e164

/** Fault of a number that is invalid, or that somebody else has where it goes. */
function movedNumberFault(
  db: Context['db'],
  row: LeadRow,
  { campaignId, ...sent }: LeadChange & { readonly campaignId: number },
): Fault | undefined {
  const number = numberAfter(row, sent)
  if (number === undefined) return fault('not_a_phone_number')
  if (campaignId === row.campaign_id && number === row.phone_number) return undefined
  if (row.parent_id !== null)
    return isNumberOfLead(db, row, row.parent_id, number) ? fault('duplicate') : undefined
  if (
    leadQueries(db)
      .contacts(row.id)
      .some((contact) => contact.phone_number === number)
  )
    return fault('duplicate')
  return leadQueries(db).inCampaign(campaignId, number, row.id) ? fault('lead_exists') : undefined
}

const isSettable = (status: string): boolean =>
  (SETTABLE_LEAD_STATUSES as readonly string[]).includes(status)

/** Reports whether a number is that of a contact's lead, or of another contact of it. */
function isNumberOfLead(
  db: Context['db'],
  { id, user_id: userId }: LeadRow,
  leadId: number,
  number: string,
): boolean {
  const leads = leadQueries(db)
  const others = [leads.find(userId, leadId)!, ...leads.contacts(leadId)]
  return others.some((other) => other.id !== id && other.phone_number === number)
}
