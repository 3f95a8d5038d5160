import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'

/** One conversation is answered by one job at a time. */
export const answerLane = (conversationId: number): string => `conversation:${conversationId}`

export type AnswerJob = JobPayload<'conversation.answer'>

/** Asks for an answer to what is unanswered in a conversation, or for the rest of one; returns the job. */
export function askForAnswer(
  tx: Tx,
  { jobs }: Pick<Context, 'jobs'>,
  conversationId: number,
  continues?: number,
): number {
  const payload: AnswerJob = {
    conversation_id: conversationId,
    ...(continues !== undefined && { continues }),
  }
  return jobs.add(tx, { kind: 'conversation.answer', payload, lane: answerLane(conversationId) })
}
