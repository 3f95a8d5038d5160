import { oncePerDb } from '../../db/once-per-db.ts'

interface Recent {
  readonly userId: number
  readonly assistantId: number
  /** Start of the weeks that count, ms. */
  readonly since: number
}

/** Latest conversations that are looked at. */
const MAX_CONVERSATIONS = 400

/** All SQL for how soon people reply. */
export const replyTimeQueries = oncePerDb((sql) => {
  // A wait starts with the first message of the visitor that nobody has answered yet.
  const waits = sql
    .read<[Recent], number>(`
      WITH recent AS MATERIALIZED (
        SELECT id FROM conversations WHERE user_id = :userId AND assistant_id = :assistantId AND created_at >= :since
        ORDER BY created_at DESC, id DESC LIMIT ${MAX_CONVERSATIONS}
      ), replies AS MATERIALIZED (
        SELECT messages.conversation_id, min(messages.seq) AS seq, messages.created_at
        FROM recent JOIN messages ON messages.conversation_id = recent.id AND messages.author = 'operator'
        GROUP BY messages.conversation_id
      ), asked AS MATERIALIZED (
        SELECT replies.conversation_id, replies.created_at, max(messages.seq) AS seq
        FROM replies JOIN messages ON messages.conversation_id = replies.conversation_id
          AND messages.author = 'visitor' AND messages.seq < replies.seq
        GROUP BY replies.conversation_id
      )
      SELECT asked.created_at - min(messages.created_at) AS wait
      FROM asked JOIN messages ON messages.conversation_id = asked.conversation_id
        AND messages.author = 'visitor' AND messages.seq <= asked.seq
        AND messages.seq > coalesce((
          SELECT max(before.seq) FROM messages AS before
          WHERE before.conversation_id = asked.conversation_id AND before.seq < asked.seq AND before.author <> 'visitor'
        ), 0)
      GROUP BY asked.conversation_id ORDER BY wait
    `)
    .pluck()

  return { waits: (recent: Recent) => waits.all(recent) }
})
