import type { Context } from '../../../context.ts'

/** Kind of the job that answers a conversation. */
export const ANSWER = 'conversation.answer'

/** One conversation is answered by one job at a time. */
export const answerLane = (conversationId: number): string => `conversation:${conversationId}`

/** What such a job is about. */
export interface AnswerJob {
  readonly conversation_id: number
  /** An answer that was cut off and is to go on, by its id. */
  readonly continues?: number
}

/**
 * Asks for an answer to what is unanswered in a conversation, or for the rest of one; returns the job. Call it in the
 * transaction of the message.
 */
export function askForAnswer(
  { jobs }: Pick<Context, 'jobs'>,
  conversationId: number,
  continues?: number,
): number {
  const payload: AnswerJob = {
    conversation_id: conversationId,
    ...(continues !== undefined && { continues }),
  }
  return jobs.add({ kind: ANSWER, payload, lane: answerLane(conversationId) })
}
