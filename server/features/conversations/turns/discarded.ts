import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../activities/record.ts'
import type { ConversationRow } from '../queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'pendingAnswers'>

/** Records what the assistant had written of an answer whose rest an operator discards, if operators could see any: their reply may replace it. */
export function recordDiscarded(
  tx: Tx,
  context: Needs,
  conversation: Pick<ConversationRow, 'id' | 'uuid' | 'user_id'>,
  operatorId: number,
): void {
  const pending = context.pendingAnswers.of(conversation.id)
  if (!pending || pending.rest.trim() === '') return
  recordActivity(tx, context, conversation, {
    kind: 'answer_discarded',
    operatorId,
    data: { draft: pending.seen + pending.rest },
  })
}
