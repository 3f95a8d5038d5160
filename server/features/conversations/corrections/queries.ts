import type { Correction } from '#contracts/corrections.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { Slice } from '../../../http/pagination.ts'

export interface CorrectionRow extends Pick<Correction, 'id' | 'kind' | 'status'> {
  readonly assistant_id: number
  readonly assistant_uuid: string
  readonly assistant_name: string
  readonly conversation_uuid: string
  readonly seq: number
  readonly question: string | null
  readonly draft: string
  readonly sent: string
  readonly operator_id: number | null
  readonly operator_name: string | null
  readonly created_at: number
}

/** Place of the assistant's text: a draft, or the activity of an answer that was held. */
export type WrittenIn = { readonly proposalId: number } | { readonly activityId: number }

interface NewCorrection extends Pick<Correction, 'kind'> {
  readonly conversationId: number
  readonly writtenIn: WrittenIn
  readonly messageId: number
  readonly operatorId: number
  readonly now: number
}

/** Filter of the list; null for all assistants. */
export interface CorrectionFilter {
  readonly userId: number
  readonly assistantId: number | null
  readonly state: 'open' | 'done' | 'all'
}

/** A text of the assistant that was not sent. */
interface Unsent {
  readonly id: number
  readonly content: string
}

/** A place in a conversation: after the message with this sequence number. */
interface Place {
  readonly conversationId: number
  readonly afterSeq: number
}

const CORRECTION = `
  SELECT corrections.id, corrections.kind, corrections.status, corrections.created_at,
    assistants.id AS assistant_id, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name,
    conversations.uuid AS conversation_uuid, messages.seq, messages.content AS sent,
    coalesce(proposals.content, activities.data ->> '$.draft', '') AS draft,
    operators.id AS operator_id, operators.name AS operator_name,
    (SELECT content FROM messages AS asked WHERE asked.conversation_id = corrections.conversation_id
      AND asked.seq <= coalesce(proposals.answers_seq, messages.answers_seq, activities.after_seq)
      AND author = 'visitor' ORDER BY seq DESC LIMIT 1) AS question
  FROM corrections JOIN assistants ON assistants.id = corrections.assistant_id
    JOIN conversations ON conversations.id = corrections.conversation_id
    JOIN messages ON messages.id = corrections.message_id
    LEFT JOIN proposals ON proposals.id = corrections.proposal_id
    LEFT JOIN conversation_activities AS activities ON activities.id = corrections.activity_id
    LEFT JOIN operators ON operators.id = corrections.operator_id
`

const MATCHES = `
  corrections.user_id = :userId AND (:assistantId IS NULL OR corrections.assistant_id = :assistantId)
  AND (:state = 'all' OR (corrections.status = 'open') = (:state = 'open'))
`

/** All SQL for corrections. */
export const correctionQueries = oncePerDb((sql) => {
  const count = sql
    .read<[CorrectionFilter], number>(`SELECT count(*) FROM corrections WHERE ${MATCHES}`)
    .pluck()
  const page = sql.read<[CorrectionFilter & Slice], CorrectionRow>(
    `${CORRECTION} WHERE ${MATCHES} ORDER BY corrections.id DESC LIMIT :limit OFFSET :offset`,
  )
  const find = sql.read<[number, number], CorrectionRow>(
    `${CORRECTION} WHERE corrections.id = ? AND corrections.user_id = ?`,
  )
  const unsentDraft = sql.read<[Place], Unsent>(`
    SELECT id, content FROM (
      SELECT id, content, status, answers_seq FROM proposals
      WHERE conversation_id = ${hidden(':conversationId')} ORDER BY id DESC LIMIT 1
    ) WHERE answers_seq = :afterSeq AND status IN ('ready', 'stale', 'dismissed')
  `)
  // An answer that was continued since is whole, and was not discarded after all.
  const discarded = sql.read<[Place], Unsent>(`
    SELECT id, data ->> '$.draft' AS content FROM conversation_activities
    WHERE conversation_id = ${hidden(':conversationId')} AND kind = 'answer_discarded' AND after_seq = :afterSeq
      AND NOT EXISTS (
        SELECT 1 FROM messages WHERE conversation_id = ${hidden(':conversationId')} AND seq = :afterSeq
          AND author = 'assistant' AND status = 'complete'
      )
    ORDER BY id DESC LIMIT 1
  `)
  const insert = sql.write<
    [Omit<NewCorrection, 'writtenIn'> & { proposalId: number | null; activityId: number | null }]
  >(`
    INSERT INTO corrections
      (user_id, assistant_id, conversation_id, proposal_id, activity_id, message_id, kind, operator_id, created_at)
    SELECT user_id, assistant_id, id, :proposalId, :activityId, :messageId, :kind, :operatorId, :now
    FROM conversations WHERE id = :conversationId
    ON CONFLICT DO NOTHING
  `)
  const setStatus = sql.write<[string, number, number]>(
    'UPDATE corrections SET status = ? WHERE id = ? AND user_id = ?',
  )

  return {
    count: (filter: CorrectionFilter) => count.get(filter)!,
    page: (filter: CorrectionFilter, slice: Slice) => page.all({ ...filter, ...slice }),
    find: (userId: number, id: number) => find.get(id, userId),
    /** The latest draft of a conversation, if it answers the message `afterSeq` and nobody sent it. */
    unsentDraft: (place: Place) => unsentDraft.get(place),
    /** The answer of which an operator discarded the rest after the message `afterSeq`, if there was one. */
    discarded: (place: Place) => discarded.get(place),
    insert: (tx: Tx, { writtenIn, ...correction }: NewCorrection) =>
      insert.run(tx, { proposalId: null, activityId: null, ...writtenIn, ...correction }),
    /** False if the account has no such correction. */
    setStatus: (tx: Tx, userId: number, id: number, status: Correction['status']) =>
      setStatus.run(tx, status, id, userId).changes > 0,
  }
})
