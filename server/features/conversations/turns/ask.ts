import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'

/** Job lane of a conversation: one job answers it at a time. */
export const answerLane = (conversationId: number): string => `conversation:${conversationId}`

export type AnswerJob = JobPayload<'conversation.answer'>

/** Subject of an answer other than the unanswered messages: an answer to continue, or a tool call to come back to. */
type Subject = Omit<AnswerJob, 'conversation_id'>

/** Enqueues a job that answers the unanswered messages of a conversation, or something else; returns the job. */
export function enqueueAnswer(
  tx: Tx,
  { jobs }: Pick<Context, 'jobs'>,
  conversationId: number,
  subject: Subject = {},
): number {
  const payload: AnswerJob = { conversation_id: conversationId, ...subject }
  return jobs.add(tx, { kind: 'conversation.answer', payload, lane: answerLane(conversationId) })
}
