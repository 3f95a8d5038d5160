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

interface NewCorrection extends Pick<Correction, 'kind'> {
  readonly conversationId: number
  readonly proposalId: number
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

/** A draft that nobody sent. */
interface UnsentDraft {
  readonly id: number
  readonly content: string
}

const CORRECTION = `
  SELECT corrections.id, corrections.kind, corrections.status, corrections.created_at,
    assistants.id AS assistant_id, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name,
    conversations.uuid AS conversation_uuid, messages.seq, messages.content AS sent, proposals.content AS draft,
    operators.id AS operator_id, operators.name AS operator_name,
    (SELECT content FROM messages AS asked WHERE asked.conversation_id = corrections.conversation_id
      AND asked.seq <= proposals.answers_seq AND author = 'visitor' ORDER BY seq DESC LIMIT 1) AS question
  FROM corrections JOIN assistants ON assistants.id = corrections.assistant_id
    JOIN conversations ON conversations.id = corrections.conversation_id
    JOIN proposals ON proposals.id = corrections.proposal_id
    JOIN messages ON messages.id = corrections.message_id
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
  const unsent = sql.read<[{ conversationId: number; answersSeq: number }], UnsentDraft>(`
    SELECT id, content FROM (
      SELECT id, content, status, answers_seq FROM proposals
      WHERE conversation_id = ${hidden(':conversationId')} ORDER BY id DESC LIMIT 1
    ) WHERE answers_seq = :answersSeq AND status IN ('ready', 'stale', 'dismissed')
  `)
  const insert = sql.write<[NewCorrection]>(`
    INSERT INTO corrections
      (user_id, assistant_id, conversation_id, proposal_id, message_id, kind, operator_id, created_at)
    SELECT user_id, assistant_id, id, :proposalId, :messageId, :kind, :operatorId, :now
    FROM conversations WHERE id = :conversationId
    ON CONFLICT (proposal_id) DO NOTHING
  `)
  const setStatus = sql.write<[string, number, number]>(
    'UPDATE corrections SET status = ? WHERE id = ? AND user_id = ?',
  )

  return {
    count: (filter: CorrectionFilter) => count.get(filter)!,
    page: (filter: CorrectionFilter, slice: Slice) => page.all({ ...filter, ...slice }),
    find: (userId: number, id: number) => find.get(id, userId),
    /** The latest draft of a conversation, if it answers the message `answersSeq` and nobody sent it. */
    unsent: (conversationId: number, answersSeq: number) =>
      unsent.get({ conversationId, answersSeq }),
    insert: (tx: Tx, correction: NewCorrection) => insert.run(tx, correction),
    /** False if the account has no such correction. */
    setStatus: (tx: Tx, userId: number, id: number, status: Correction['status']) =>
      setStatus.run(tx, status, id, userId).changes > 0,
  }
})
