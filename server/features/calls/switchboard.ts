import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { LineEvent, Spoken, Switchboard } from '../../providers/voice/provider.ts'
import { callExplanationQueries } from './explanations/queries.ts'
import { connect, giveUp, hangUp, moveCall } from './lifecycle.ts'
import { lineOf } from './line.ts'
import { callQueries } from './queries.ts'
import { recordCall } from './record.ts'
import type { Ended } from './states.ts'
import { transcriptOf } from './transcript.ts'

/** Final status after a hang-up. */
const ENDED: Readonly<Record<'customer' | 'assistant' | 'limit', Ended>> = {
  customer: 'ended_by_customer',
  assistant: 'ended_by_assistant',
  limit: 'ended',
}

/** The switchboard of a server: what providers tell it changes calls, and only where their state allows that. */
export function createSwitchboard(context: Context): Switchboard {
  return {
    line: (callId) => lineOf(context, callId),
    report: (tx, callId, event) => report(tx, context, callId, event),
    write: (tx, callId, turn, spoken) => write(tx, context, callId, turn, spoken),
  }
}

function report(tx: Tx, context: Context, callId: number, event: LineEvent): boolean {
  switch (event.kind) {
    case 'ringing':
      return moveCall(tx, context, callId, 'ringing', { ringingAt: event.at }) !== undefined
    case 'busy':
    case 'no-answer':
    case 'failed':
      return giveUp(tx, context, callId, event.kind, event.at)
    case 'answered':
      return connect(tx, context, callId, event)
    case 'hung_up':
      return hangUp(tx, context, callId, { status: ENDED[event.by], by: event.by, at: event.at })
  }
}

function write(
  tx: Tx,
  context: Context,
  callId: number,
  turn: number,
  spoken: readonly Spoken[],
): boolean {
  const { db, now } = context
  const calls = callQueries(db)

  if (!calls.countTurn(tx, callId, turn, transcriptOf(spoken), now())) return false
  for (const [place, words] of spoken.entries()) {
    calls.insertTurn(tx, callId, turn, place, words)
    const { explanation } = words
    if (explanation !== undefined)
      callExplanationQueries(db).put(tx, { callId, turn, place }, explanation)
  }
  if (spoken.length > 0)
    recordCall(tx, context, calls.byId(callId)!.user_id, callId, 'call.updated')
  return true
}
