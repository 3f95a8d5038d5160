import { REPLAYS_KEPT, type ReplayVerdict } from '#contracts/replays.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { ConversationRow } from '../../conversations/queries.ts'

export interface ReplayRow {
  readonly id: number
  readonly model: string
  readonly is_judged: number
  readonly status: 'done' | 'cancelled'
  readonly fingerprint: string
  readonly base_version: number
  /** Micro-dollars. */
  readonly cost: number
  readonly duration_ms: number
  readonly created_at: number
  readonly conversations: number
  readonly same: number
  readonly better: number
  readonly worse: number
  readonly needs_person: number
}

export interface ReplayAnswerRow {
  readonly uuid: string
  readonly conversation_id: number
  readonly question_seq: number
  readonly reply_seq: number
  readonly content: string
  readonly verdict: ReplayVerdict
  /** JSON. */
  readonly reason: string
  /** JSON. */
  readonly tools: string
}

type NewReplay = Omit<
  ReplayRow,
  'id' | 'conversations' | 'same' | 'better' | 'worse' | 'needs_person'
> & { readonly user_id: number; readonly assistant_id: number }

type NewAnswer = Omit<ReplayAnswerRow, 'uuid'> & { readonly replay_id: number }

/** A conversation that can be answered again. */
export type ReplayedConversation = Pick<ConversationRow, 'id' | 'uuid' | 'variables'>

const counted = (verdict: ReplayVerdict) =>
  `(SELECT count(*) FROM assistant_replay_answers WHERE replay_id = replays.id AND verdict = '${verdict}') AS ${verdict}`

const REPLAY = `
  SELECT id, model, is_judged, status, fingerprint, base_version, cost, duration_ms, created_at,
    (SELECT count(DISTINCT conversation_id) FROM assistant_replay_answers WHERE replay_id = replays.id) AS conversations,
    ${counted('same')}, ${counted('better')}, ${counted('worse')}, ${counted('needs_person')}
  FROM assistant_replays AS replays
`

/** All SQL for replays. */
export const replayQueries = oncePerDb((sql) => {
  const latest = sql.read<[number, number, number], ReplayedConversation>(`
    SELECT id, uuid, variables FROM conversations INDEXED BY conversations_by_assistant
    WHERE user_id = ? AND assistant_id = ? AND type <> 'test' AND message_count > 1
    ORDER BY created_at DESC, id DESC LIMIT ?
  `)
  const durations = sql
    .read<[number, number], number | null>(`
      SELECT avg(ms) FROM (
        SELECT explanation ->> 'total_ms' AS ms
        FROM answer_explanations JOIN messages ON messages.id = message_id
        JOIN conversations ON conversations.id = conversation_id
        WHERE conversations.user_id = ? AND conversations.assistant_id = ?
          -- A replay writes what was said on calls; an answer of a realtime model, which has no cost of its own, was spoken too.
          AND explanation ->> 'spoken' IS NULL AND explanation ->> 'cost' IS NOT NULL
        ORDER BY message_id DESC LIMIT 50
      )
    `)
    .pluck()
  const list = sql.read<[number, number], ReplayRow>(
    `${REPLAY} WHERE assistant_id = ? AND +user_id = ? ORDER BY id DESC`,
  )
  const find = sql.read<[number, number, number], ReplayRow>(
    `${REPLAY} WHERE id = ? AND assistant_id = ? AND user_id = ?`,
  )
  const answers = sql.read<[number], ReplayAnswerRow>(`
    SELECT uuid, conversation_id, question_seq, reply_seq, content, verdict, reason, tools
    FROM assistant_replay_answers AS answers JOIN conversations ON conversations.id = conversation_id
    WHERE replay_id = ? ORDER BY answers.id
  `)
  const insert = sql
    .write<[NewReplay], number>(`
      INSERT INTO assistant_replays (
        user_id, assistant_id, model, is_judged, status, fingerprint, base_version, cost, duration_ms, created_at
      ) VALUES (
        :user_id, :assistant_id, :model, :is_judged, :status, :fingerprint, :base_version, :cost, :duration_ms, :created_at
      ) RETURNING id
    `)
    .pluck()
  const insertAnswer = sql.write<[NewAnswer]>(`
    INSERT INTO assistant_replay_answers (
      replay_id, conversation_id, question_seq, reply_seq, content, verdict, reason, tools
    )
    SELECT :replay_id, id, :question_seq, :reply_seq, :content, :verdict, :reason, :tools
    FROM conversations WHERE id = :conversation_id
  `)
  const forget = sql.write<[{ assistantId: number }]>(`
    DELETE FROM assistant_replays WHERE assistant_id = :assistantId AND id NOT IN (
      SELECT id FROM assistant_replays WHERE assistant_id = :assistantId ORDER BY id DESC LIMIT ${REPLAYS_KEPT}
    )
  `)

  return {
    /** The newest real conversations of an assistant. */
    latest: (userId: number, assistantId: number, limit: number) =>
      latest.all(userId, assistantId, limit),
    /** Average duration of an assistant's recent written answers, ms; undefined if there are none. */
    duration: (userId: number, assistantId: number) =>
      durations.get(userId, assistantId) ?? undefined,
    list: (userId: number, assistantId: number) => list.all(assistantId, userId),
    find: (userId: number, assistantId: number, id: number) => find.get(id, assistantId, userId),
    answers: (replayId: number) => answers.all(replayId),
    /** Stores a replay, without answers whose conversation was erased meanwhile, and deletes all but the latest ones. */
    insert(tx: Tx, replay: NewReplay, all: readonly Omit<NewAnswer, 'replay_id'>[]): number {
      const id = insert.get(tx, replay)!
      for (const answer of all) insertAnswer.run(tx, { ...answer, replay_id: id })
      forget.run(tx, { assistantId: replay.assistant_id })
      return id
    },
  }
})
