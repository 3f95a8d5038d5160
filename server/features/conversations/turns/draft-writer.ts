import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { type ProposalRow, proposalQueries } from '../proposals/queries.ts'
import { recordProposal } from '../proposals/record.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordIfUnanswered } from '../unanswered/record.ts'
import { type AnswerWriter, asJson } from './writer.ts'

/**
 * Writes an answer for approval: the desk sees it grow, the visitor does not. The database refuses each step once the
 * draft is out of date.
 */
export function createDraftWriter(
  context: Pick<Context, 'db' | 'events' | 'jobs' | 'now'>,
  conversation: ConversationRow,
  { id }: Pick<ProposalRow, 'id'>,
): AnswerWriter {
  const { db, events } = context
  const proposals = proposalQueries(db)
  const { uuid, user_id: userId } = conversation
  let length = 0

  function append(tx: Tx, text: string): boolean {
    if (!proposals.append(tx, id, text)) return false
    events.record(tx, {
      userId,
      type: 'proposal.delta',
      payload: { conversation_id: uuid, proposal_id: id, offset: length, text },
      proposalId: id,
    })
    length += text.length
    return true
  }

  function abandon(tx: Tx, cost: number): void {
    if (cost === 0) return
    conversationQueries(db).addCost(tx, conversation.id, cost)
    proposals.addCost(tx, id, cost)
  }

  return {
    append,
    finish(tx, { isWhole, cost, detail, sources, isUnanswered = false, explanation = null }) {
      const isReady = isWhole && length > 0
      const ending = isReady
        ? ({ status: 'ready', error: null } as const)
        : ({ status: 'failed', error: detail || 'The model said nothing' } as const)
      abandon(tx, cost)
      const made = { cost, sources: asJson(sources), explanation }
      if (!proposals.finish(tx, { id, ...made, ...ending })) return
      const { content, answers_seq: answersSeq } = recordProposal(tx, context, conversation, id)
      if (isReady)
        recordIfUnanswered(tx, context, conversation, { content, answersSeq, isUnanswered })
    },
    abandon,
    get hasText() {
      return length > 0
    },
    messageId: undefined,
  }
}

/**
 * The draft for a turn: the one in progress, or a new one. Undefined if it already exists or was dismissed, the dial
 * was changed, or the conversation has ended.
 */
export async function openDraft(
  context: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  conversation: ConversationRow,
  answersSeq: number,
): Promise<ProposalRow | undefined> {
  const { db, write, now } = context
  const { id: conversationId, ai_epoch: epoch, stopped_seq: stoppedSeq } = conversation
  const proposals = proposalQueries(db)
  return await write((tx) => {
    const latest = proposals.latest(conversationId)
    if (latest?.status === 'streaming') return restarted(tx, latest)
    if (answersSeq <= stoppedSeq) return undefined
    const isDecided = latest?.epoch === epoch && latest.answers_seq >= answersSeq
    if (isDecided && latest.status !== 'stale') return undefined
    const row = proposals.insert(tx, {
      conversationId,
      epoch,
      answersSeq,
      hint: null,
      now: now().getTime(),
    })
    return row && recordProposal(tx, context, conversation, row.id)
  })

  function restarted(tx: Tx, row: ProposalRow): ProposalRow | undefined {
    if (row.content === '') return row
    return proposals.empty(tx, row.id)
      ? recordProposal(tx, context, conversation, row.id)
      : undefined
  }
}
