import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'

/** Job lane of a conversation: one job answers it at a time. */
export const answerLane = (conversationId: number): string => `conversation:${conversationId}`

export type AnswerJob = JobPayload<'conversation.answer'>

/** Enqueues a job that answers the unanswered messages of a conversation, or continues an answer; returns the job. */
export function enqueueAnswer(
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
