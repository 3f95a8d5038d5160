import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { notifyOf } from './notify.ts'
import { presentActivity } from './present.ts'
import { activityQueries } from './queries.ts'

interface What {
  readonly kind: string
  /** The operator who acted; null for the system. */
  readonly operatorId: number | null
  readonly data?: JsonObject
}

/** Records an activity in a conversation, visible to the desk only, and notifies the operators whom it concerns; returns its id. */
export function recordActivity(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  conversation: { readonly id: number; readonly uuid: string; readonly user_id: number },
  { kind, operatorId, data = {} }: What,
): number {
  const { db, events, now } = context
  const row = activityQueries(db).insert(tx, {
    conversationId: conversation.id,
    kind,
    operatorId,
    data: JSON.stringify(data),
    now: now().getTime(),
  })
  events.record(tx, {
    userId: conversation.user_id,
    type: 'activity.created',
    payload: { conversation_id: conversation.uuid, activity: presentActivity(row) },
  })
  notifyOf(tx, context, conversation, { kind, operatorId, data })
  return row.id
}
