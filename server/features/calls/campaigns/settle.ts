import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { leadQueries } from '../leads/queries.ts'
import { recordLead } from '../leads/record.ts'
import type { StoredCall } from '../queries.ts'
import { contactFrom, dialTarget, mayDial, type Target } from './dial-lead.ts'
import { type LeadRow, turnQueries } from './lead-queries.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'
import { nextState, resultOf } from './rounds.ts'
import { wakeCampaign } from './wake.ts'

const MINUTE_MS = 60_000

/**
 * A call whose work is done decides what becomes of its lead, in the commit of its end; the call of the next contact is
 * written with it. A call that its lead does not follow any more changes nothing.
 * @param goal value of the campaign's goal variable; undefined if nothing was extracted
 */
export function settleLead(tx: Tx, context: Context, call: StoredCall, goal?: boolean): void {
  const { lead, campaign } = followed(context, call) ?? {}
  if (!lead || !campaign) return
  const { db, now } = context
  const at = now().getTime()
  const assistant = assistantQueries(db).byId(campaign.assistant_id)!
  const rules = {
    maxRetries: campaign.max_retries,
    retryOnVoicemail: campaign.retry_on_voicemail === 1,
    retryOnGoalIncomplete: campaign.retry_on_goal_incomplete === 1,
  }
  const finished = { status: call.status, answeredBy: call.answered_by, goal }
  const result = resultOf(finished, rules)
  const contact =
    result === 'unreached'
      ? contactFrom(context, campaign, assistant, {
          leadId: lead.id,
          position: lead.next_position + 1,
        })
      : undefined
  const round = { rounds: lead.rounds, hasContactLeft: contact !== undefined }
  const state = nextState(result, round, rules)
  endContactCall(tx, context, lead, state === 'completed' ? 'completed' : 'rescheduled')
  if (state === 'completed')
    leadQueries(db).end(tx, lead.id, { status: 'completed', rounds: lead.rounds + 1, now: at })
  else if (contact && state === 'contact')
    goOnWith(tx, context, { campaign, assistant, lead, contact })
  else endRound(tx, context, campaign, lead)
  recordLead(tx, context, lead.user_id, lead.id, 'lead.updated')
  wakeCampaign(tx, context, campaign.id)
}

interface NextCall {
  readonly campaign: CampaignRow
  readonly assistant: AssistantWithLanguage
  readonly lead: LeadRow
  readonly contact: Target | { readonly unpaid: LeadRow }
}

/** Calls the next contact at once, or has it wait for a line, the hours or money. */
function goOnWith(
  tx: Tx,
  context: Context,
  { campaign, assistant, lead, contact }: NextCall,
): void {
  const leads = turnQueries(context.db)
  const at = context.now().getTime()
  const isPaid = !('unpaid' in contact)
  const { position } = isPaid ? contact.row : contact.unpaid
  if (!isPaid || !mayDial(context, campaign)) {
    leads.wait(tx, lead.id, position, at)
    return
  }
  leads.goOn(tx, lead.id, position, at)
  dialTarget(tx, context, { campaign, assistant, lead, target: contact })
}

/** Ends the round of a lead whose current call is deleted. */
export function forgetCall(tx: Tx, context: Context, call: StoredCall): void {
  const { lead, campaign } = followed(context, call) ?? {}
  if (!lead || !campaign) return
  endContactCall(tx, context, lead, 'rescheduled')
  endRound(tx, context, campaign, lead)
  recordLead(tx, context, lead.user_id, lead.id, 'lead.updated')
  wakeCampaign(tx, context, campaign.id)
}

/** Ends a round without success, and schedules the next one if there are any left. */
export function endRound(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  campaign: CampaignRow,
  lead: LeadRow,
): void {
  const at = now().getTime()
  const rounds = lead.rounds + 1
  if (rounds > campaign.max_retries)
    leadQueries(db).end(tx, lead.id, { status: 'reached-max-retries', rounds, now: at })
  else turnQueries(db).endRound(tx, lead.id, at + campaign.retry_interval * MINUTE_MS, at)
}

/** The lead that follows a call, with its campaign. */
export function followed({ db }: Pick<Context, 'db'>, { id, lead_id: leadId }: StoredCall) {
  if (leadId === null) return undefined
  const leads = turnQueries(db)
  const lead = leads.byId(leadId)
  if (lead?.status !== 'processing' || leads.lastCall(leadId) !== id) return undefined
  const campaign = campaignQueries(db).byId(lead.campaign_id)
  return campaign && { lead, campaign }
}

/** The contact that was being called says how that went. */
export function endContactCall(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  lead: LeadRow,
  status: 'completed' | 'rescheduled' | 'created',
): void {
  const leads = turnQueries(db)
  const [contact] = leads.contacts(lead.id, Math.max(1, lead.next_position))
  if (contact?.position === lead.next_position && contact.status === 'processing')
    leads.setContact(tx, contact.id, status, now().getTime())
}
