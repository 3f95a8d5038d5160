import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import { leadQueries } from '../leads/queries.ts'
import { presentLead } from '../leads/record.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { campaignQueries } from './queries.ts'
import { presentCampaign } from './record.ts'

/** The lead and the campaign of a call in its post-call webhook (docs/spec/family.md, section 9); null without. */
export function leadAndCampaign(
  context: Pick<Context, 'db'>,
  { user_id: userId, lead_id: leadId, campaign_id: campaignId }: StoredCall,
): { readonly lead: JsonObject | null; readonly campaign: JsonObject | null } {
  return {
    lead: leadId === null ? null : leadOf(context, userId, leadId),
    campaign: campaignId === null ? null : campaignOf(context, campaignId),
  }
}

function leadOf(context: Pick<Context, 'db'>, userId: number, id: number): JsonObject | null {
  const row = leadQueries(context.db).find(userId, id)
  if (!row) return null
  const { phone_number, variables, status, created_at, updated_at } = presentLead(context, row)
  return { id, phone_number, variables, status, created_at, updated_at }
}

/** A name under which calls were imported has nothing but that name. */
function campaignOf(context: Pick<Context, 'db'>, id: number): JsonObject | null {
  const row = campaignQueries(context.db).byId(id)
  if (!row) return callQueries(context.db).campaign(id) ?? null
  const campaign = presentCampaign(context, row)
  return {
    id,
    name: campaign.name,
    status: campaign.status,
    allowed_hours_start_time: campaign.allowed_hours_start_time,
    allowed_hours_end_time: campaign.allowed_hours_end_time,
    allowed_days: campaign.allowed_days,
    max_calls_in_parallel: campaign.max_calls_in_parallel,
    max_retries: campaign.max_retries,
    retry_interval: campaign.retry_interval,
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
  }
}
