import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { dropNotice } from '../../platform/notices/raise.ts'
import { targetOf } from './dial-lead.ts'
import { turnQueries } from './lead-queries.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'
import { recordCampaign } from './record.ts'
import { hangUpAll, stopCampaign } from './stop.ts'
import { isOn } from './turn.ts'
import { wakeCampaign } from './wake.ts'

/**
 * Starts a campaign; one that is in progress stays as it is.
 * @throws AppError 400 where it cannot call anybody, with its status.
 */
export function startCampaign(tx: Tx, context: Context, campaign: CampaignRow): void {
  if (campaign.status === 'in-progress') return
  const { db, now } = context
  const { id, user_id: userId, name } = campaign
  const assistant = assistantQueries(db).byId(campaign.assistant_id)!
  if (!isFirstPaid(context, campaign, assistant)) throw refusal('campaign_unpaid', campaign)
  if (!isOn(assistant)) throw refusal('campaign_assistant_inactive', campaign)
  const campaigns = campaignQueries(db)
  if (campaign.mark_complete_when_no_leads === 1 && !campaigns.hasOpenLeads(id))
    throw refusal('campaign_without_leads', campaign)
  campaigns.setStatus(tx, id, { status: 'in-progress' }, now())
  dropNotice(tx, context, { userId, kind: 'campaign_stopped', subject: name })
  recordCampaign(tx, context, id, 'campaign.updated')
  wakeCampaign(tx, context, id)
}

/** The first call can be set aside. */
function isFirstPaid(
  context: Context,
  campaign: CampaignRow,
  assistant: AssistantWithLanguage,
): boolean {
  const lead = turnQueries(context.db).next(campaign.id)
  return !lead || targetOf(context, campaign, assistant, lead) !== 'unpaid'
}

/**
 * The owner stops a campaign; one that is stopped stays as it is.
 * @throws AppError 400 where it has not been started, or is completed.
 */
export function stopByOwner(tx: Tx, context: Context, campaign: CampaignRow): void {
  if (campaign.status === 'stopped') return
  if (campaign.status !== 'in-progress') throw refusal('campaign_not_running', campaign)
  stopCampaign(tx, context, campaign, 'owner')
}

/** Deletes a campaign with its leads. It is stopped first; its calls are kept. */
export function deleteCampaign(tx: Tx, context: Context, campaign: CampaignRow): void {
  const { db, events, jobs } = context
  const { id, user_id: userId } = campaign
  if (campaign.status === 'in-progress') hangUpAll(tx, context, campaign)
  jobs.forgetLane(tx, `campaign:${id}`)
  campaignQueries(db).remove(tx, id)
  events.dropOf(tx, 'campaign', id)
  events.record(tx, { userId, type: 'campaign.deleted', payload: { id } })
}

const refusal = (
  code:
    | 'campaign_unpaid'
    | 'campaign_assistant_inactive'
    | 'campaign_without_leads'
    | 'campaign_not_running',
  { id, status }: CampaignRow,
) => new AppError(code, { details: { data: { campaign_id: id, status } } })
