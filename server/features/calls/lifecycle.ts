import type { CallStatus } from '#contracts/enums.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { LineEvent } from '../../providers/voice/provider.ts'
import { recordConversation } from '../conversations/record.ts'
import { settleLead } from './campaigns/settle.ts'
import { wakeCampaign } from './campaigns/wake.ts'
import { releaseCall, settleCall } from './charge.ts'
import { enqueueFinish } from './finish-job.ts'
import { sendPostCallWebhook } from './post-call-webhook.ts'
import { callQueries, type EndedBy, type Facts, type StoredCall } from './queries.ts'
import { recordCall } from './record.ts'
import type { Ended, Unanswered } from './states.ts'

/**
 * Changes the status of a call and records it: the one way to do so. What the status it has does not allow (a late or
 * repeated report) changes nothing and gives undefined.
 */
export function moveCall(
  tx: Tx,
  context: Context,
  id: number,
  status: CallStatus,
  facts: Facts = {},
): StoredCall | undefined {
  const { db, now } = context

  const call = callQueries(db).move(tx, id, status, facts, now())
  if (call) recordCall(tx, context, call.user_id, id, 'call.updated')
  return call
}

/** Somebody or something took the call. False when that changes nothing, as in the next two. */
export function connect(
  tx: Tx,
  context: Context,
  id: number,
  { by, at, notice }: Extract<LineEvent, { kind: 'answered' }>,
): boolean {
  const facts = { answeredBy: by, answeredAt: at, transcript: notice ?? '' }
  const call = moveCall(tx, context, id, 'in-progress', facts)
  if (!call) return false
  recordInConversation(tx, context, call)
  return true
}

/** Nobody took the call: it costs nothing. */
export function giveUp(
  tx: Tx,
  context: Context,
  id: number,
  status: Unanswered,
  at: number,
  by?: EndedBy,
): boolean {
  const call = moveCall(tx, context, id, status, { endedAt: at, ...(by && { endedBy: by }) })
  if (!call) return false
  releaseCall(tx, context, call)
  settleLead(tx, context, call)
  sendPostCallWebhook(tx, context, call, {})
  return true
}

/** The end of a call that was taken. */
interface End {
  readonly status: Ended
  /** Null when the call was cut off. */
  readonly by: EndedBy | null
  /** ms since 1970. */
  readonly at: number
}

/** The call is over: it is paid for, and its post-call work is asked for. */
export function hangUp(tx: Tx, context: Context, id: number, { status, by, at }: End): boolean {
  const { db } = context

  const before = callQueries(db).byId(id)
  if (before?.status !== 'in-progress') return false
  const duration = secondsBetween(before.answered_at, at)
  const cost = settleCall(tx, context, before, duration)
  moveCall(tx, context, id, status, {
    endedAt: at,
    ...(by && { endedBy: by }),
    duration,
    cost,
  })
  recordInConversation(tx, context, before)
  enqueueFinish(tx, context, id)
  // Its line is free for the next call of the campaign.
  if (before.campaign_id !== null) wakeCampaign(tx, context, before.campaign_id)
  return true
}

/** The conversation that a web call is spoken in says that the call goes on, or no longer does. */
function recordInConversation(tx: Tx, context: Context, { conversation_id: id }: StoredCall): void {
  if (id !== null) recordConversation(tx, context, id, 'conversation.updated')
}

/** Whole seconds from the answer to a moment. */
export function secondsBetween(answeredAt: number | null, at: number): number {
  return Math.max(0, Math.round((at - (answeredAt ?? at)) / 1000))
}
