import type { Context } from '../../context.ts'

/** Kind of the job that answers a conversation. */
export const ANSWER = 'conversation.answer'

/**
 * Asks for an answer to what is unanswered in a conversation; returns the job. Call it in the transaction of the
 * message. One conversation is answered by one job at a time.
 */
export function askForAnswer({ jobs }: Pick<Context, 'jobs'>, conversationId: number): number {
  return jobs.add({
    kind: ANSWER,
    payload: { conversation_id: conversationId },
    lane: `conversation:${conversationId}`,
  })
}
