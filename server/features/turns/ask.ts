import type { Context } from '../../context.ts'

/** Kind of the job that answers a conversation. */
export const ANSWER = 'conversation.answer'

/** One conversation is answered by one job at a time. */
export const answerLane = (conversationId: number): string => `conversation:${conversationId}`

/**
 * Asks for an answer to what is unanswered in a conversation; returns the job. Call it in the transaction of the
 * message.
 */
export function askForAnswer({ jobs }: Pick<Context, 'jobs'>, conversationId: number): number {
  return jobs.add({
    kind: ANSWER,
    payload: { conversation_id: conversationId },
    lane: answerLane(conversationId),
  })
}
