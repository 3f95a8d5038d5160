import type { AiMode } from '#contracts/dial-fields.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { turnDial } from '../../conversations/turns/dial.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { recordCall } from '../record.ts'
import { callActivityQueries } from './activity-queries.ts'

type Needs = Pick<
  Context,
  'db' | 'events' | 'hub' | 'now' | 'jobs' | 'liveCalls' | 'pendingAnswers' | 'origin'
>

/** An activity on a call. */
interface NewActivity {
  readonly kind:
    | 'call_listened'
    | 'call_taken'
    | 'call_given_back'
    | 'call_transferred'
    | 'whisper'
    | 'transfer_asked'
    | 'transfer_accepted'
    | 'transfer_failed'
    | 'speech_failed'
  readonly operatorId: number | null
  readonly data?: JsonObject
}

/** Records an activity in the call's conversation, or with the call if it has none. */
export function recordOnCall(
  tx: Tx,
  context: Omit<Needs, 'hub' | 'jobs' | 'liveCalls'>,
  call: Pick<StoredCall, 'id' | 'user_id' | 'conversation_id'>,
  activity: NewActivity,
): void {
  const { db, now } = context
  const { id, user_id: userId, conversation_id: conversationId } = call
  if (activity.kind === 'call_taken') callQueries(db).personSpeaks(tx, id)
  const conversation =
    conversationId === null ? undefined : conversationQueries(db).byId(conversationId)
  if (conversation) {
    recordActivity(tx, context, conversation, activity)
    return
  }
  const { kind, operatorId, data = {} } = activity
  callActivityQueries(db).insert(tx, {
    callId: id,
    kind,
    operatorId,
    data: JSON.stringify(data),
    now: now().getTime(),
  })
  recordCall(tx, context, userId, id, 'call.updated')
}

/** Location of a call at the desk. */
export interface Place {
  readonly callId: number
  readonly userId: number
  /** UUID of its conversation; null without one. */
  readonly conversation: string | null
  note(tx: Tx, activity: NewActivity): void
  /** Turns the conversation's dial, if there is one. */
  turn(tx: Tx, mode: AiMode, operatorId: number): void
}

/** Location of a call in a conversation. */
export function placeInConversation(
  context: Needs & { readonly turns: Turns },
  callId: number,
  { id, uuid, user_id: userId }: ConversationRow,
): Place {
  const call = { id: callId, user_id: userId, conversation_id: id }
  return {
    callId,
    userId,
    conversation: uuid,
    note: (tx, activity) => recordOnCall(tx, context, call, activity),
    turn: (tx, mode, by) => turnDial(tx, context, { id }, { mode, by }),
  }
}

/** Location of a call without a conversation, and therefore without a dial. */
export function placeWithoutConversation(context: Needs, callId: number, userId: number): Place {
  const call = { id: callId, user_id: userId, conversation_id: null }
  return {
    callId,
    userId,
    conversation: null,
    note: (tx, activity) => recordOnCall(tx, context, call, activity),
    turn: () => {},
  }
}
