import type { Message } from '#contracts/messages.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { recordEdited } from '../corrections/record.ts'
import { explanationQueries } from '../explanations/queries.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { postAnswer } from '../post.ts'
import { presentDial } from '../present.ts'
import { presentProposal } from '../proposals/present.ts'
import { type ProposalRow, proposalQueries } from '../proposals/queries.ts'
import { recordProposal, supersedeProposal } from '../proposals/record.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { enqueueAnswer } from './ask.ts'
import { superseded } from './dial.ts'
import type { Turns } from './run.ts'
import { unanswered } from './unanswered.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs' | 'config' | 'write'> & {
  readonly turns: Turns
}

interface Sending {
  readonly proposalId: number
  /** The approved text: the draft as is, or edited. */
  readonly content: string
  /** Epoch on which the decision is based; defaults to the draft's own. */
  readonly epoch: number | undefined
  /** The approving operator. */
  readonly by: number
}

/**
 * Sends a draft to the visitor, once: as the assistant's message; the original draft is kept with it.
 * @throws AppError `conflict` if it was already decided or superseded; the answer states its outcome
 */
export async function sendProposal(
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
  { proposalId, content, epoch, by }: Sending,
): Promise<{ readonly message: Message; readonly proposal: ProposalRow }> {
  const { db, write, jobs, now, turns } = context
  const proposals = proposalQueries(db)
  const sent = await write((tx) => {
    const conversation = conversationQueries(db).byId(id)!
    const isCurrent = epoch === undefined || epoch === conversation.ai_epoch
    const decision = { id: proposalId, conversationId: id, by, now: now().getTime() }
    if (!isCurrent || !proposals.send(tx, decision))
      throw outOfDate(context, conversation, proposalId)
    const draft = proposals.find(proposalId)!
    const { answers_seq: answersSeq, content: drafted, sources, explanation } = draft
    const message = postAnswer(tx, context, conversation, {
      authorName: assistantQueries(db).byId(conversation.assistant_id)!.name,
      content,
      status: 'complete',
      answersSeq,
      // The sources of the draft do not apply to a text that an operator edited.
      sources: content === drafted ? sources : null,
      epoch: conversation.ai_epoch,
      mode: 'approve',
    })!
    proposals.sentAs(tx, proposalId, message.id)
    if (explanation !== null) explanationQueries(db).put(tx, message.id, explanation)
    const written = { in: { proposalId }, content: drafted }
    recordEdited(tx, context, { written, conversationId: id, message, by })
    return { message, proposal: recordProposal(tx, context, conversation, proposalId) }
  })
  // The draft may still have been streaming.
  turns.abort(id)
  jobs.wake()
  return sent
}

/**
 * Makes the assistant draft its answer again.
 * @throws AppError `conflict` if the dial is not at `approve`, or nothing is unanswered
 */
export async function regenerateProposal(
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
  hint: string | undefined,
): Promise<ProposalRow> {
  const { db, write, config, now, turns } = context
  const draft = await write((tx) => {
    const conversation = conversationQueries(db).byId(id)!
    if (conversation.ai_mode !== 'approve') {
      throw new AppError('dial_not_at_approve', { details: { data: presentDial(conversation) } })
    }
    const said = messageQueries(db).latest(id, config.limits.historyMessages)
    const question = unanswered(said, conversation.ai_mode)?.at(-1)
    if (!question) throw new AppError('nothing_to_answer')
    supersedeProposal(tx, context, conversation)
    const row = proposalQueries(db).insert(tx, {
      conversationId: id,
      epoch: conversation.ai_epoch,
      answersSeq: question.seq,
      hint: hint ?? null,
      now: now().getTime(),
    })!
    enqueueAnswer(tx, context, id)
    return recordProposal(tx, context, conversation, row.id)
  })
  turns.abort(id)
  return draft
}

/** Dismisses the open draft of a conversation; undefined if there is none. */
export async function dismissProposal(
  context: Needs,
  conversation: ConversationRow,
  by: number,
): Promise<ProposalRow | undefined> {
  const { db, write, now, turns } = context
  const { id: conversationId } = conversation
  const dismissed = await write((tx) => {
    const id = proposalQueries(db).dismiss(tx, { conversationId, by, now: now().getTime() })
    return id === undefined ? undefined : recordProposal(tx, context, conversation, id)
  })
  if (dismissed) turns.abort(conversationId)
  return dismissed
}

/** Conflict for a draft that can no longer be sent, with its current state. */
function outOfDate(
  { db, now }: Needs,
  conversation: ConversationRow,
  proposalId: number,
): AppError {
  const proposal = proposalQueries(db).find(proposalId)
  if (proposal?.conversation_id !== conversation.id) {
    return new AppError('draft_out_of_date', { details: { data: NOTHING_SENT } })
  }
  const { status, message_id, epoch } = proposal
  const isSent = status === 'sent'
  if (!isSent && epoch !== conversation.ai_epoch) return superseded(conversation, now())
  const message = isSent ? messageQueries(db).find(message_id!) : undefined
  return new AppError(isSent ? 'draft_sent' : 'draft_out_of_date', {
    details: {
      data: { proposal: presentProposal(proposal), sent: message ? presentMessage(message) : null },
    },
  })
}

const NOTHING_SENT = { proposal: null, sent: null }
