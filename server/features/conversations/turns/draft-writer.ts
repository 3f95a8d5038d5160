import type { Context } from '../../../context.ts'
import { type ProposalRow, proposalQueries } from '../proposals/queries.ts'
import { recordProposal } from '../proposals/record.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { type AnswerWriter, asJson } from './writer.ts'

/**
 * Writes an answer that a person approves first: the desk sees it grow, the visitor sees nothing. The database refuses
 * every step once the draft is out of date.
 */
export function createDraftWriter(
  context: Pick<Context, 'db' | 'events' | 'now'>,
  conversation: ConversationRow,
  { id }: Pick<ProposalRow, 'id'>,
): AnswerWriter {
  const { db, events } = context
  const proposals = proposalQueries(db)
  const { uuid, user_id: userId } = conversation
  let length = 0

  const append = db.transaction((text: string): boolean => {
    if (!proposals.append(id, text)) return false
    events.record({
      userId,
      type: 'proposal.delta',
      payload: { conversation_id: uuid, proposal_id: id, offset: length, text },
      proposalId: id,
    })
    return true
  })

  const abandon = db.transaction((cost: number): void => {
    if (cost === 0) return
    conversationQueries(db).addCost(conversation.id, cost)
    proposals.addCost(id, cost)
  })

  return {
    append(text) {
      const isWritten = append(text)
      if (isWritten) length += text.length
      return isWritten
    },
    finish: db.transaction(({ isWhole, cost, detail, sources }) => {
      const isReady = isWhole && length > 0
      const ending = isReady
        ? ({ status: 'ready', error: null } as const)
        : ({ status: 'failed', error: detail || 'The model said nothing' } as const)
      abandon(cost)
      if (proposals.finish({ id, cost, sources: asJson(sources), ...ending }))
        recordProposal(context, conversation, id)
    }),
    abandon,
    get hasText() {
      return length > 0
    },
  }
}

/**
 * The draft that a turn is to write: the one that was begun, or a new one. Undefined when there is nothing to draft,
 * because it is there, was dismissed, or the dial was turned.
 */
export function openDraft(
  context: Pick<Context, 'db' | 'events' | 'now'>,
  conversation: ConversationRow,
  answersSeq: number,
): ProposalRow | undefined {
  const { db, now } = context
  const { id: conversationId, ai_epoch: epoch } = conversation
  const proposals = proposalQueries(db)
  return db.transaction(() => {
    const latest = proposals.latest(conversationId)
    if (latest?.status === 'streaming') return begunAgain(latest)
    const isDecided = latest?.epoch === epoch && latest.answers_seq >= answersSeq
    if (isDecided && latest.status !== 'stale') return undefined
    const row = proposals.insert({
      conversationId,
      epoch,
      answersSeq,
      hint: null,
      now: now().getTime(),
    })
    return row && recordProposal(context, conversation, row.id)
  })()

  function begunAgain(row: ProposalRow): ProposalRow | undefined {
    if (row.content === '') return row
    return proposals.empty(row.id) ? recordProposal(context, conversation, row.id) : undefined
  }
}
