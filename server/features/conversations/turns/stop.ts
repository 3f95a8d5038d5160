import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { cutOff } from '../cut-off.ts'
import { bulkQueries } from '../inbox/bulk-queries.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import type { Turns } from './run.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'write'> & { readonly turns: Turns }

interface Stopping {
  /** True if an ongoing call of the conversation continues. */
  readonly keepsCall?: boolean
  /** Written in the same transaction, if an answer is stopped. */
  readonly alongside?: (tx: Tx) => void
}

/**
 * Stops the answer in progress for the visitor: its text so far stays; without any text it is never written. From this
 * commit on, the database refuses late tokens because the epoch has passed.
 * @returns false if no answer was in progress
 */
export async function stopAnswer(
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
  { keepsCall = false, alongside }: Stopping = {},
): Promise<boolean> {
  const { db, write, turns } = context
  const conversations = conversationQueries(db)
  const isStopped = await write((tx) => {
    const conversation = conversations.byId(id)!
    const upTo = awaited(context, conversation)
    if (upTo === undefined || !conversations.stop(tx, id, upTo)) return false
    cutOff(tx, context, conversation)
    recordConversation(tx, context, id, 'conversation.updated')
    alongside?.(tx)
    return true
  })
  if (isStopped && keepsCall) turns.cut(id)
  else if (isStopped) turns.abort(id)
  return isStopped
}

/** Sequence number of the answer in progress, or of the visitor's last message that awaits one. */
function awaited({ db, turns }: Needs, { id }: ConversationRow): number | undefined {
  const messages = messageQueries(db)
  const streaming = messages.streaming(id)
  if (streaming) return streaming.seq
  // A rule or an operator may have replied since the answer started.
  if (turns.of(id)) return bulkQueries(db).lastOfVisitor(id)
  const last = messages.latest(id, 1)[0]
  return last?.author === 'visitor' ? last.seq : undefined
}
