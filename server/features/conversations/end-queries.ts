import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

const MINUTE_MS = 60_000

/** All SQL for ending conversations. Open conversations are indexed by assistant and latest activity. */
export const endQueries = oncePerDb((sql) => {
  // Messages still unanswered at the end stay unanswered.
  const end = sql.write<[number, number]>(`
    UPDATE conversations SET ended_at = ?, ai_epoch = ai_epoch + 1, stopped_seq = message_count
    WHERE id = ? AND ended_at IS NULL
  `)
  const reopen = sql.write<[number]>(`
    UPDATE conversations SET ended_at = NULL WHERE id = ? AND ended_at IS NOT NULL
      AND (SELECT conversation_ended_retrigger FROM assistants WHERE assistants.id = assistant_id) = 1
  `)
  const idle = sql
    .read<[{ now: number; limit: number }], number>(`
      SELECT conversations.id
      FROM assistants CROSS JOIN conversations INDEXED BY conversations_open
        ON conversations.assistant_id = assistants.id
      WHERE conversations.ended_at IS NULL
        AND conversations.updated_at <= :now - assistants.conversation_inactivity_timeout * ${MINUTE_MS}
      LIMIT :limit
    `)
    .pluck()
  const nextIdleAt = sql
    .read<[], number | null>(`
      SELECT min(conversation_inactivity_timeout * ${MINUTE_MS} + (
        SELECT min(updated_at) FROM conversations INDEXED BY conversations_open
        WHERE assistant_id = assistants.id AND ended_at IS NULL
      )) FROM assistants
    `)
    .pluck()

  return {
    /** Ends a conversation and its epoch; false if it had already ended. */
    end: (tx: Tx, id: number, now: Date) => end.run(tx, now.getTime(), id).changes === 1,
    /** Starts a new period if the assistant allows it; false otherwise. */
    reopen: (tx: Tx, id: number) => reopen.run(tx, id).changes === 1,
    /** Ids of open conversations that were silent for as long as their assistant waits. */
    idle: (now: Date, limit: number) => idle.all({ now: now.getTime(), limit }),
    /** Time at which the next open conversation becomes idle, ms since 1970. */
    nextIdleAt: () => nextIdleAt.get() ?? undefined,
  }
})
