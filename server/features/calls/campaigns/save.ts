import type { Campaign, CampaignChange, NewCampaign } from '#contracts/campaigns.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { columnsOf, settingsOf, withDefaults } from './fields.ts'
import { turnQueries } from './lead-queries.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'
import { recordCampaign } from './record.ts'
import { wakeCampaign } from './wake.ts'

const MINUTE_MS = 60_000

/** Creates a campaign. @throws AppError 404 for an assistant that is not the account's, or does not call. */
export function createCampaign(
  tx: Tx,
  context: Context,
  userId: number,
  sent: NewCampaign,
): Campaign {
  const { db, now } = context
  const settings = whole(context, userId, withDefaults(sent))
  const campaigns = campaignQueries(db)
  const id = campaigns.insert(tx, userId, columnsOf(settings), now())
  campaigns.setNumbers(tx, id, settings.phone_number_ids)
  return recordCampaign(tx, context, id, 'campaign.created')
}

/**
 * Changes a campaign; leads that wait follow its new rules at once.
 * @throws AppError 404 for an assistant that is not the account's, 409 for another one while it is in progress.
 */
export function updateCampaign(
  tx: Tx,
  context: Context,
  campaign: CampaignRow,
  sent: CampaignChange,
): Campaign {
  const { db, now } = context
  const { id, user_id: userId } = campaign
  const campaigns = campaignQueries(db)
  const merged = withDefaults(sent, storedSettings(context, campaign))
  const settings =
    sent.assistant_id === undefined
      ? { ...merged, ...named(merged), timezone: merged.timezone ?? campaign.timezone }
      : whole(context, userId, merged)
  const isOther = settings.assistant_id !== campaign.assistant_id
  if (isOther && campaign.status === 'in-progress') throw new AppError('campaign_assistant_fixed')
  campaigns.update(tx, id, columnsOf(settings), now())
  campaigns.setNumbers(tx, id, settings.phone_number_ids)
  const change = settings.retry_interval - campaign.retry_interval
  if (change !== 0) turnQueries(db).shiftRetries(tx, id, change * MINUTE_MS)
  wakeCampaign(tx, context, id)
  return recordCampaign(tx, context, id, 'campaign.updated')
}

/** A campaign as bodies have it. */
export const storedSettings = ({ db }: Pick<Context, 'db'>, campaign: CampaignRow) =>
  settingsOf(
    campaign,
    campaignQueries(db)
      .numbers(campaign.id)
      .map(({ id }) => id),
  )

type Merged = ReturnType<typeof withDefaults>

/** Settings whose assistant may call, with its timezone where none was named. */
function whole({ db }: Pick<Context, 'db'>, userId: number, merged: Merged) {
  const names = named(merged)
  const assistant = assistantQueries(db).find(userId, names.assistant_id)
  if (assistant?.type !== 'outbound') throw notFound('outbound_assistant_not_found')
  return { ...merged, ...names, timezone: merged.timezone ?? assistant.timezone }
}

/** Both are required of a new campaign, and kept by a change. */
const named = ({ name, assistant_id }: Merged) => ({ name: name!, assistant_id: assistant_id! })
