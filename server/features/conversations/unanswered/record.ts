import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { isUnknown } from '../../../language/hand-over.ts'
import { unansweredQueries } from './queries.ts'

/** An answer of the assistant. */
interface Answer {
  readonly content: string
  /** Sequence number of the message that it answers. */
  readonly answersSeq: number
}

/** Records the visitor's question if the assistant's answer is that it does not know; its group is found in the background. */
export function recordIfUnanswered(
  tx: Tx,
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  { id: conversationId, user_id }: { readonly id: number; readonly user_id: number },
  { content, answersSeq: seq }: Answer,
): void {
  if (!isUnknown(content)) return
  unansweredQueries(db).insert(tx, { conversationId, seq, now: now().getTime() })
  jobs.add(tx, { kind: 'questions.group', payload: { user_id }, lane: `questions:${user_id}` })
}
