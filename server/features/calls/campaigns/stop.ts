import type { StoppedReason } from '#contracts/campaigns.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { raiseNotice } from '../../platform/notices/raise.ts'
import { recordLead } from '../leads/record.ts'
import { giveUp, hangUp } from '../lifecycle.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { unfinishedWords } from '../sandbox/talk.ts'
import { createSwitchboard } from '../switchboard.ts'
import { voiceOf } from '../voice.ts'
import { turnQueries } from './lead-queries.ts'
import { type CampaignRow, campaignQueries } from './queries.ts'
import { recordCampaign } from './record.ts'
import { endContactCall, endRound, followed } from './settle.ts'

/** Sentences of the notice about a campaign that Parley stopped. */
const REASONS = {
  insufficient_balance: fault('campaign_balance_spent'),
  assistant: fault('campaign_assistant_off'),
}

/** Stops a campaign and hangs up its calls. If its owner did not stop it, a notice says why. */
export function stopCampaign(
  tx: Tx,
  context: Context,
  campaign: CampaignRow,
  reason: StoppedReason,
): void {
  const { db, now } = context
  const { id, user_id: userId, name } = campaign
  campaignQueries(db).setStatus(tx, id, { status: 'stopped', reason }, now())
  hangUpAll(tx, context, campaign)
  recordCampaign(tx, context, id, 'campaign.updated')
  if (reason !== 'owner')
    raiseNotice(tx, context, { userId, kind: 'campaign_stopped', subject: name }, REASONS[reason])
}

/** Hangs up all live calls of a campaign. */
export function hangUpAll(tx: Tx, context: Context, { id, user_id: userId }: CampaignRow): void {
  for (const callId of campaignQueries(context.db).liveCalls(userId, id))
    hangUpOne(tx, context, callQueries(context.db).byId(callId)!)
}

/** Hangs up a call. A call that still rings does not count for its lead; one that was answered ends the round. */
function hangUpOne(tx: Tx, context: Context, call: StoredCall): void {
  const { db, now } = context
  const at = now().getTime()
  const { lead, campaign } = followed(context, call) ?? {}
  const isAnswered = call.status === 'in-progress'
  if (lead && campaign) {
    endContactCall(tx, context, lead, isAnswered ? 'rescheduled' : 'created')
    if (isAnswered) endRound(tx, context, campaign, lead)
    else turnQueries(db).putBack(tx, lead.id, at)
    recordLead(tx, context, lead.user_id, lead.id, 'lead.updated')
  }
  tx.afterCommit(() => void voiceOf(context, call.provider)?.ending(call.id)())
  const live = context.liveCalls.byId(call.id)
  // What was heard of the last sentence is written before such a call ends.
  if (live) tx.afterCommit(() => void live.close('closed'))
  if (live && isAnswered) return
  for (const { turn, spoken } of unfinishedWords(context, call.id, at))
    createSwitchboard(context).write(tx, call.id, turn, spoken)
  if (isAnswered) hangUp(tx, context, call.id, { status: 'ended', by: 'operator', at })
  else giveUp(tx, context, call.id, 'failed', at, 'operator')
}
