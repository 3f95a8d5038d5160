import type { RuleEvent } from '#contracts/rule-fields.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Something that happened in a conversation, as triggers record it. */
export interface RuleEventRow {
  readonly conversation_id: number
  readonly event: RuleEvent
  readonly message_id: number | null
  /** ms since 1970. */
  readonly at: number
}

/** Conversations of an account that wait for so long; `on_since` is when the first rule about it was turned on. */
interface Waits {
  readonly user_id: number
  readonly minutes: number
  readonly on_since: number
}

const MINUTE_MS = 60_000

/** All SQL for events that rules are checked for. */
export const ruleEventQueries = oncePerDb((sql) => {
  const take = sql.write<[number], RuleEventRow>(
    'DELETE FROM rule_events WHERE id = ? RETURNING conversation_id, event, message_id, at',
  )
  const waits = sql.read<[], Waits>(`
    SELECT user_id, minutes, min(on_since) AS on_since FROM rules
    WHERE event = 'unanswered' AND is_on = 1 GROUP BY user_id, minutes
  `)
  const due = sql.read<
    [{ userId: number; minutes: number; from: number; to: number; limit: number }],
    { id: number; since: number }
  >(`
    SELECT id, awaiting_reply_since AS since FROM conversations INDEXED BY conversations_by_wait
    WHERE user_id = ${hidden(':userId')} AND awaiting_reply_since > ${hidden(':from')}
      AND awaiting_reply_since <= ${hidden(':to')} AND type <> 'test' AND NOT EXISTS (
        SELECT 1 FROM rule_waits
        WHERE conversation_id = conversations.id AND rule_waits.minutes = :minutes AND since = awaiting_reply_since
      )
    ORDER BY awaiting_reply_since, id LIMIT :limit
  `)
  const mark = sql.write<[number, number, number]>(`
    INSERT INTO rule_waits (conversation_id, minutes, since) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET since = excluded.since
  `)
  return {
    /** Takes an event, once; undefined if it was taken, or its conversation is gone. */
    take: (tx: Tx, id: number) => take.get(tx, id),
    /** Waiting times that active rules ask for, by account. */
    waits: () => waits.all(),
    /** Conversations that have reached a waiting time, longest waiting first. */
    due: ({ user_id: userId, minutes, on_since }: Waits, now: number, limit: number) =>
      due.all({
        userId,
        minutes,
        from: on_since - minutes * MINUTE_MS,
        to: now - minutes * MINUTE_MS,
        limit,
      }),
    /** Marks a wait as checked. */
    mark: (tx: Tx, conversationId: number, minutes: number, since: number) =>
      mark.run(tx, conversationId, minutes, since),
  }
})
