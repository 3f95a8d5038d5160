import { isCallingTime, nextCallingTime } from '#contracts/calling-hours.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { doNotCallQueries } from '../do-not-call/queries.ts'
import { leadQueries } from '../leads/queries.ts'
import { recordLead } from '../leads/record.ts'
import { contactFrom, dialTarget, hasLine, paceUntil, type Target, targetOf } from './dial-lead.ts'
import { hoursOf } from './fields.ts'
import { type LeadRow, turnQueries } from './lead-queries.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'
import { recordCampaign } from './record.ts'
import { endRound } from './settle.ts'
import { stopCampaign } from './stop.ts'
import { wakeCampaign } from './wake.ts'

/** Leads that are passed over in one turn, so that no turn takes long. */
const MAX_PASSED = 100

/** Retries that become due in one turn; the next turn follows at once if there are more. */
const MAX_WOKEN = 100

/** Delay before a campaign takes its turn again after a failure, ms. */
const AFTER_FAILURE_MS = 60_000

/** The job of a campaign: it takes its turn, and plans the next one in the same commit. Doing it again does no harm. */
export async function runCampaign(
  context: Context,
  id: number,
  signal: AbortSignal,
): Promise<Date | undefined> {
  try {
    await context.write((tx) => takeTurn(tx, context, id))
    return undefined
  } catch (error) {
    if (signal.aborted || context.storage.note(error)) throw error
    context.log.error({ err: error, campaign: id }, 'a campaign could not take its turn')
    return new Date(context.now().getTime() + AFTER_FAILURE_MS)
  }
}

/** Places at most one call, and plans the next turn. */
export function takeTurn(tx: Tx, context: Context, id: number): void {
  const { db, now } = context
  const campaign = campaignQueries(db).byId(id)
  if (campaign?.status !== 'in-progress') return
  const at = now().getTime()
  const leads = turnQueries(db)
  for (const lead of leads.wakeRetries(tx, { campaignId: id, now: at, limit: MAX_WOKEN }))
    recordLead(tx, context, lead.user_id, lead.id, 'lead.updated')
  const assistant = assistantQueries(db).byId(campaign.assistant_id)
  if (!assistant || !isOn(assistant)) {
    stopCampaign(tx, context, campaign, 'assistant')
    return
  }
  if (complete(tx, context, campaign)) return
  const next = turnAt(tx, context, campaign, assistant)
  if (next === 'unpaid') {
    stopCampaign(tx, context, campaign, 'insufficient_balance')
    return
  }
  if (complete(tx, context, campaign)) return
  // A call that ends, a new lead and a change of the campaign wake it as well.
  const times = [next, leads.nextRetry(id)].filter((time) => time !== undefined)
  wakeCampaign(tx, context, id, Math.min(...times, at + IDLE_MS))
}

/** A campaign looks again after a day, even if nothing wakes it, ms. */
const IDLE_MS = 86_400_000

/** Reports whether an assistant may call: a new one may, too. */
export const isOn = ({ switched_off, deleted_at }: AssistantWithLanguage): boolean =>
  switched_off === 0 && deleted_at === null

function complete(tx: Tx, context: Context, campaign: CampaignRow): boolean {
  const campaigns = campaignQueries(context.db)
  if (campaign.mark_complete_when_no_leads === 0 || campaigns.hasOpenLeads(campaign.id))
    return false
  campaigns.setStatus(tx, campaign.id, { status: 'completed' }, context.now())
  recordCampaign(tx, context, campaign.id, 'campaign.updated')
  return true
}

/** Calls whoever is next. Returns the time of the next turn; undefined while nobody waits, or all lines are taken. */
function turnAt(
  tx: Tx,
  context: Context,
  campaign: CampaignRow,
  assistant: AssistantWithLanguage,
): number | 'unpaid' | undefined {
  const { db, now } = context
  const at = now().getTime()
  const leads = turnQueries(db)
  if (!leads.next(campaign.id)) return undefined
  const hours = hoursOf(campaign)
  if (!isCallingTime(hours, at)) return nextCallingTime(hours, at)
  if (!hasLine(db, campaign)) return undefined
  if (paceUntil(campaign) > at) return paceUntil(campaign)
  for (let passed = 0; passed < MAX_PASSED; passed += 1) {
    const lead = leads.next(campaign.id)
    if (!lead) return undefined
    const target = numberOf(context, campaign, assistant, lead)
    if (target === 'unpaid') return 'unpaid'
    if (typeof target === 'object') {
      if (!leads.take(tx, lead.id, target.row.position, at)) continue
      dialTarget(tx, context, { campaign, assistant, lead, target })
      recordLead(tx, context, lead.user_id, lead.id, 'lead.updated')
      return paceUntil(campaignQueries(db).byId(campaign.id)!)
    }
    passOver(tx, context, campaign, lead, target)
  }
  return at
}

/** A lead whose turn it is cannot be called. */
function passOver(
  tx: Tx,
  context: Context,
  campaign: CampaignRow,
  lead: LeadRow,
  obstacle: 'refused' | 'unreachable' | 'none',
): void {
  const { db, now } = context
  const at = now().getTime()
  const end = (status: 'blacklisted' | 'reached-max-retries') =>
    leadQueries(db).end(tx, lead.id, { status, now: at })
  if (obstacle === 'refused') end('blacklisted')
  else if (obstacle === 'unreachable') end('reached-max-retries')
  // None of the remaining contacts can be called, which ends the round.
  else if (turnQueries(db).take(tx, lead.id, lead.next_position, at))
    endRound(tx, context, campaign, lead)
  recordLead(tx, context, lead.user_id, lead.id, 'lead.updated')
}

/** The number of a lead whose turn it is; `none` when its round has none left. */
function numberOf(
  context: Context,
  campaign: CampaignRow,
  assistant: AssistantWithLanguage,
  lead: LeadRow,
): Target | 'refused' | 'unreachable' | 'unpaid' | 'none' {
  if (doNotCallQueries(context.db).has(lead.user_id, lead.phone_number)) return 'refused'
  // The campaign may have fewer rounds than when the lead was rescheduled.
  if (lead.rounds > campaign.max_retries) return 'unreachable'
  if (lead.next_position === 0) return targetOf(context, campaign, assistant, lead)
  const place = { leadId: lead.id, position: lead.next_position }
  const contact = contactFrom(context, campaign, assistant, place)
  if (!contact) return 'none'
  return 'unpaid' in contact ? 'unpaid' : contact
}
