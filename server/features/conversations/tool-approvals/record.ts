import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { ConversationRow } from '../queries.ts'
import type { ToolCallRow } from '../tools/call-queries.ts'
import { presentToolCall } from '../tools/present-call.ts'

/** Shows the state of a call to the desk. */
export function recordCall(
  tx: Tx,
  { events }: Pick<Context, 'events'>,
  { uuid, user_id: userId }: Pick<ConversationRow, 'uuid' | 'user_id'>,
  row: ToolCallRow,
): void {
  events.record(tx, {
    userId,
    type: 'function_call.updated',
    payload: { conversation_id: uuid, seq: row.answers_seq, call: presentToolCall(row) },
  })
}
