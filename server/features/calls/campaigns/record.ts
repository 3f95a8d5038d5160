import type { Campaign } from '#contracts/campaigns.ts'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { settingsOf } from './fields.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'

/** A campaign as the wire has it. */
export function presentCampaign({ db }: Pick<Context, 'db'>, row: CampaignRow): Campaign {
  const campaigns = campaignQueries(db)
  const settings = settingsOf(
    row,
    campaigns.numbers(row.id).map(({ id }) => id),
  )
  const { leads, open } = campaigns.counts(row.id)
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    assistant_id: row.assistant_id,
    timezone: row.timezone,
    max_calls_in_parallel: row.max_calls_in_parallel,
    mark_complete_when_no_leads: settings.mark_complete_when_no_leads,
    allowed_hours_start_time: settings.allowed_hours_start_time,
    allowed_hours_end_time: settings.allowed_hours_end_time,
    allowed_days: settings.allowed_days,
    max_retries: row.max_retries,
    retry_interval: row.retry_interval,
    retry_on_voicemail: settings.retry_on_voicemail,
    retry_on_goal_incomplete: settings.retry_on_goal_incomplete,
    goal_completion_variable: row.goal_completion_variable,
    phone_number_ids: settings.phone_number_ids,
    stopped_reason: row.stopped_reason,
    leads_count: leads,
    open_leads_count: open,
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
  }
}

/** Records that a campaign is new or has changed, and returns it as the wire has it. */
export function recordCampaign(
  tx: Tx,
  context: Pick<Context, 'db' | 'events'>,
  id: number,
  type: 'campaign.created' | 'campaign.updated',
): Campaign {
  const row = campaignQueries(context.db).byId(id)!
  const payload = presentCampaign(context, row)
  context.events.record(tx, { userId: row.user_id, type, payload })
  return payload
}
