import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { isUnknown } from '../../../language/hand-over.ts'
import { unansweredQueries } from './queries.ts'

/** An answer of the assistant. */
interface Answer {
  readonly content: string
  /** True if a model other than the built-in one said that it does not answer the question. */
  readonly isUnanswered: boolean
  /** Sequence number of the message that it answers. */
  readonly answersSeq: number
}

/** Records the visitor's question if the assistant's answer is that it does not know; its group is found in the background. */
export function recordIfUnanswered(
  tx: Tx,
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  { id: conversationId, user_id }: { readonly id: number; readonly user_id: number },
  { content, isUnanswered, answersSeq: seq }: Answer,
): void {
  if (!(isUnanswered || isUnknown(content))) return
  unansweredQueries(db).insert(tx, { conversationId, seq, now: now().getTime() })
  jobs.add(tx, { kind: 'questions.group', payload: { user_id }, lane: `questions:${user_id}` })
}
