import type { ProposalStatus } from '#contracts/proposal-fields.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface ProposalRow {
  readonly id: number
  readonly conversation_id: number
  readonly epoch: number
  readonly answers_seq: number
  readonly hint: string | null
  readonly content: string
  readonly status: ProposalStatus
  readonly error: string | null
  readonly message_id: number | null
  /** Sources of the answer, JSON. */
  readonly sources: string | null
  /** Its explanation, JSON. */
  readonly explanation: string | null
  readonly decided_by: number | null
  readonly decided_by_name: string | null
  readonly created_at: number
}

interface NewProposal {
  readonly conversationId: number
  readonly epoch: number
  readonly answersSeq: number
  readonly hint: string | null
  readonly now: number
}

interface Ending {
  readonly id: number
  readonly status: 'ready' | 'failed'
  readonly error: string | null
  readonly cost: number
  readonly sources: string | null
  readonly explanation: string | null
}

interface Decision {
  readonly id: number
  readonly conversationId: number
  readonly by: number
  readonly now: number
}

const PROPOSAL = `
  SELECT proposals.*, operators.name AS decided_by_name
  FROM proposals LEFT JOIN operators ON operators.id = decided_by
`

const OPEN = `status IN ('streaming', 'ready', 'failed')`

/** A proposal belongs to one epoch of its conversation, with the dial at `approve`. */
const IN_EPOCH = `EXISTS (
  SELECT 1 FROM conversations
  WHERE conversations.id = proposals.conversation_id AND ai_mode = 'approve' AND ai_epoch = proposals.epoch
)`

const IS_WRITABLE = `id = ${hidden(':id')} AND status = 'streaming' AND ${IN_EPOCH}`

/** All SQL for proposals: drafts that wait for approval. */
export const proposalQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewProposal]>(`
    INSERT INTO proposals (conversation_id, epoch, answers_seq, hint, status, created_at)
    SELECT id, :epoch, :answersSeq, :hint, 'streaming', :now FROM conversations
    WHERE id = ${hidden(':conversationId')} AND ai_mode = 'approve' AND ai_epoch = :epoch
  `)
  const find = sql.read<[number], ProposalRow>(`${PROPOSAL} WHERE proposals.id = ${hidden('?')}`)
  const open = sql.read<[number], ProposalRow>(
    `${PROPOSAL} WHERE conversation_id = ${hidden('?')} AND ${OPEN}`,
  )
  const sent = sql.read<[number], ProposalRow>(`
    ${PROPOSAL} WHERE conversation_id = ${hidden('?')} AND status = 'sent' ORDER BY proposals.id
  `)
  const latest = sql.read<[number], ProposalRow>(`
    ${PROPOSAL} WHERE conversation_id = ${hidden('?')} ORDER BY proposals.id DESC LIMIT 1
  `)
  const empty = sql.write<[{ id: number }]>(
    `UPDATE proposals SET content = '' WHERE ${IS_WRITABLE}`,
  )
  const append = sql.write<[{ id: number; text: string }]>(
    `UPDATE proposals SET content = content || :text WHERE ${IS_WRITABLE}`,
  )
  const finish = sql.write<[Ending]>(
    `UPDATE proposals SET status = :status, error = :error, cost = :cost, sources = :sources, explanation = :explanation
    WHERE ${IS_WRITABLE}`,
  )
  const addCost = sql.write<[number, number]>('UPDATE proposals SET cost = ? WHERE id = ?')
  const supersede = sql.write<[number], { id: number }>(
    `UPDATE proposals SET status = 'stale' WHERE conversation_id = ${hidden('?')} AND ${OPEN} RETURNING id`,
  )
  const send = sql.write<[Decision]>(`
    UPDATE proposals SET status = 'sent', decided_by = :by, decided_at = :now
    WHERE id = ${hidden(':id')} AND conversation_id = :conversationId AND ${OPEN} AND ${IN_EPOCH}
  `)
  const sentAs = sql.write<[number, number]>('UPDATE proposals SET message_id = ? WHERE id = ?')
  const dismiss = sql.write<[Omit<Decision, 'id'>], { id: number }>(`
    UPDATE proposals SET status = 'dismissed', decided_by = :by, decided_at = :now
    WHERE conversation_id = ${hidden(':conversationId')} AND ${OPEN} RETURNING id
  `)

  return {
    /** Starts a proposal; undefined if the dial was turned. There is one open proposal per conversation. */
    insert: (tx: Tx, proposal: NewProposal) => {
      const { changes, lastInsertRowid } = insert.run(tx, proposal)
      return changes === 1 ? find.get(Number(lastInsertRowid)) : undefined
    },
    find: (id: number) => find.get(id),
    /** The proposal that is being written or awaits approval. */
    open: (conversationId: number) => open.get(conversationId),
    /** Sent proposals, oldest first. */
    sent: (conversationId: number) => sent.all(conversationId),
    latest: (conversationId: number) => latest.get(conversationId),
    /** Clears the text; false if it may no longer be written. */
    empty: (tx: Tx, id: number) => empty.run(tx, { id }).changes === 1,
    /** Appends text; false if it may no longer be written. */
    append: (tx: Tx, id: number, text: string) => append.run(tx, { id, text }).changes === 1,
    /** Completes the text; false if it may no longer be written. Cost in micro-dollars. */
    finish: (tx: Tx, ending: Ending) => finish.run(tx, ending).changes === 1,
    /** Adds the cost of a proposal that is no longer needed. */
    addCost: (tx: Tx, id: number, microDollars: number) => addCost.run(tx, microDollars, id),
    /** Supersedes the open proposal and returns its id, if there was one. */
    supersede: (tx: Tx, conversationId: number) => supersede.get(tx, conversationId)?.id,
    /** Claims an open proposal for sending: true for one caller only. */
    send: (tx: Tx, decision: Decision) => send.run(tx, decision).changes === 1,
    sentAs: (tx: Tx, id: number, messageId: number) => sentAs.run(tx, messageId, id),
    /** Dismisses the open proposal and returns its id, if there was one. */
    dismiss: (tx: Tx, decision: Omit<Decision, 'id'>) => dismiss.get(tx, decision)?.id,
  }
})
