import { type Context, newSecret } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { reopenConversation } from '../../conversations/end.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { connect, hangUp, moveCall } from '../lifecycle.ts'
import { writeCall } from '../place.ts'
import { callQueries, type StoredCall } from '../queries.ts'

/** Provider stored with calls from websites. */
export const WEB = 'web'

/**
 * Records that a visitor called in a conversation and the assistant answered.
 * @returns the id of the call, and the name of its recording if the assistant records calls
 */
export function openRecord(
  context: Context,
  conversation: ConversationRow,
  assistant: AssistantWithLanguage,
): Promise<{ readonly callId: number; readonly recording: string | null }> {
  const recording = assistant.record === 1 ? `${newSecret(context)}.wav` : null
  return context.write((tx) => {
    reopenConversation(tx, context, conversation, null)
    const { id } = writeCall(tx, context, {
      assistant,
      type: 'web',
      customer: null,
      conversationId: conversation.id,
      variables: JSON.parse(conversation.variables),
      minutePrice: 0,
      provider: WEB,
    })
    const at = context.now().getTime()
    moveCall(tx, context, id, 'ringing', { ringingAt: at, recording })
    connect(tx, context, id, { kind: 'answered', by: 'human', at })
    return { callId: id, recording }
  })
}

/** Ends web calls interrupted by a crash, at the time of their last recorded words. */
export async function recoverWebCalls(context: Context): Promise<void> {
  const calls = callQueries(context.db)
  for (const call of calls.inProgress(WEB)) await endInterrupted(context, call)
}

/** Ends a call interrupted by a crash, keeping what exists of its recording. */
export async function endInterrupted(
  context: Context,
  { id, updated_at: at, recording }: StoredCall,
): Promise<void> {
  if (recording !== null)
    await context.recordings.recover(recording).catch((error: unknown) => {
      context.log.error({ err: error, call: id }, 'a recording could not be recovered')
    })
  await context.write((tx) => void hangUp(tx, context, id, { status: 'ended', by: null, at }))
}
