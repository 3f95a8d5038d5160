import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** Outcome of a conversation's latest period. */
export interface OutcomeRow {
  /** JSON. */
  readonly extracted: string
  readonly extraction_problem: string | null
  /** JSON. */
  readonly evaluation: string | null
  readonly evaluation_problem: string | null
  /** End of the period. */
  readonly created_at: number
}

interface Extracted {
  readonly conversationId: number
  readonly endedAt: number
  readonly extracted: string
  readonly problem: string | null
}

interface Evaluated {
  readonly conversationId: number
  readonly endedAt: number
  readonly evaluation: string | null
  readonly problem: string | null
}

/** All SQL for conversation outcomes. An older period never replaces a newer one. */
export const outcomeQueries = oncePerDb((sql) => {
  const find = sql.read<[number], OutcomeRow>(`
    SELECT extracted, extraction_problem, evaluation, evaluation_problem, created_at
    FROM conversation_outcomes WHERE conversation_id = ?
  `)
  const isRead = sql
    .read<[number, number], number>(
      'SELECT 1 FROM conversation_outcomes WHERE conversation_id = ? AND created_at >= ?',
    )
    .pluck()
  const isEvaluated = sql
    .read<[{ conversationId: number; endedAt: number }], number>(`
      SELECT 1 FROM conversation_outcomes WHERE conversation_id = :conversationId AND (
        created_at > :endedAt OR created_at = :endedAt AND (evaluation IS NOT NULL OR evaluation_problem IS NOT NULL)
      )
    `)
    .pluck()
  const read = sql.write<[Extracted]>(`
    INSERT INTO conversation_outcomes (conversation_id, extracted, extraction_problem, created_at)
    VALUES (:conversationId, :extracted, :problem, :endedAt)
    ON CONFLICT DO UPDATE SET
      extracted = excluded.extracted, extraction_problem = excluded.extraction_problem,
      evaluation = NULL, evaluation_problem = NULL, created_at = excluded.created_at
    WHERE created_at <= excluded.created_at
  `)
  const evaluate = sql.write<[Evaluated]>(`
    UPDATE conversation_outcomes SET evaluation = :evaluation, evaluation_problem = :problem
    WHERE conversation_id = :conversationId AND created_at = :endedAt
  `)

  return {
    find: (conversationId: number) => find.get(conversationId),
    /** Reports whether this period, or a later one, was extracted. */
    isRead: (conversationId: number, endedAt: number) =>
      isRead.get(conversationId, endedAt) !== undefined,
    /** Reports whether this period was evaluated, or a later one extracted. */
    isEvaluated: (conversationId: number, endedAt: number) =>
      isEvaluated.get({ conversationId, endedAt }) !== undefined,
    read: (tx: Tx, extracted: Extracted) => read.run(tx, extracted),
    evaluate: (tx: Tx, evaluated: Evaluated) => evaluate.run(tx, evaluated),
  }
})
