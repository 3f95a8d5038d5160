import type { Replay, ReplayAnswer } from '#contracts/replays.ts'
import type { Db } from '../../../db/open.ts'
import { toIso } from '../../../db/time.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { ReplayAnswerRow, ReplayRow } from './queries.ts'
import { textOf } from './questions.ts'

/** A replay in API format. */
export const presentReplay = (row: ReplayRow, version: number | null): Replay => ({
  id: row.id,
  model: row.model,
  is_judged: row.is_judged === 1,
  status: row.status,
  version,
  conversations: row.conversations,
  same: row.same,
  better: row.better,
  worse: row.worse,
  needs_person: row.needs_person,
  cost: toDollars(row.cost),
  duration_ms: row.duration_ms,
  created_at: toIso(row.created_at),
})

/** An answer beside what was said, which is read from the conversation. */
export function presentReplayAnswer(db: Db, row: ReplayAnswerRow): ReplayAnswer {
  const { conversation_id: id, question_seq: seq, reply_seq: last } = row
  const [question, ...reply] = messageQueries(db).between(id, seq, last)
  return {
    conversation_id: row.uuid,
    seq,
    question: question?.content ?? '',
    before: textOf(reply),
    is_by_person: reply.some(({ author }) => author === 'operator'),
    after: row.content,
    verdict: row.verdict,
    ...JSON.parse(row.reason),
    tools: JSON.parse(row.tools),
  }
}
