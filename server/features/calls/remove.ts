import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { RECORDING_NAME } from '../../providers/voice/recordings.ts'
import { forgetCall } from './campaigns/settle.ts'
import { releaseCall, settleCall } from './charge.ts'
import { secondsBetween } from './lifecycle.ts'
import { callQueries, type StoredCall } from './queries.ts'
import { isLive } from './states.ts'
import { voiceOf } from './voice.ts'

/**
 * Deletes a call with everything that belongs to it. One that is going on is hung up and paid for first; nothing more
 * is said about it to anybody.
 */
export function removeCall(tx: Tx, context: Context, call: StoredCall): void {
  const { db, events, now, recordings } = context
  const { id, user_id: userId, recording, provider } = call
  // Nothing is known of a line any more once its call is gone.
  const end = voiceOf(context, provider)?.ending(id)

  if (call.status === 'in-progress')
    settleCall(tx, context, call, secondsBetween(call.answered_at, now().getTime()))
  else if (isLive(call.status)) releaseCall(tx, context, call)
  forgetCall(tx, context, call)
  callQueries(db).remove(tx, id)
  events.dropOf(tx, 'call', id)
  events.record(tx, { userId, type: 'call.deleted', payload: { id } })
  // Before the commit: a recording that outlives its call would be worse than a call without one.
  if (recording !== null && RECORDING_NAME.test(recording)) recordings.remove(recording)

  if (!isLive(call.status)) return
  tx.afterCommit(() => {
    void end?.()
    void context.liveCalls.byId(id)?.close('closed')
  })
}
