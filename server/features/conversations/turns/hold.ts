import type { PendingAnswer as PendingState } from '#contracts/hold-fields.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { PendingAnswer } from '../../../realtime/pending-answers.ts'
import { recordActivity } from '../activities/record.ts'
import { recordEdited } from '../corrections/record.ts'
import { messageQueries } from '../messages/queries.ts'
import { presentDial } from '../present.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordDiscarded } from './discarded.ts'
import type { RunningTurn, Turns } from './run.ts'
import { stopAnswer } from './stop.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'write' | 'pendingAnswers'> & {
  readonly turns: Turns
}

type By = Pick<Operator, 'operatorId' | 'name'>

/**
 * Holds the answer in progress for an operator. Nothing of it is written from this call on, and once it resolves,
 * everything that was written before has reached the visitor.
 * @throws AppError `nothing_to_hold`, or `answer_held` if another operator holds it
 */
export async function holdAnswer(
  context: Needs,
  conversation: ConversationRow,
  { operatorId, name, tab }: By & { readonly tab: string },
): Promise<PendingState> {
  const { id, uuid, user_id: userId, ai_epoch: epoch } = conversation
  const pending = pendingOf(context, id)
  const place = { id, uuid, userId, epoch }
  if (!context.pendingAnswers.hold(place, { operatorId, name, tab })) throw heldBy(pending.state())
  await context.write.pending
  return pending.state()
}

/**
 * Sends the pending part of an answer at once, as it is or edited.
 * @throws AppError `answer_held` if another operator holds it, `answer_not_held` if it is edited without being held
 */
export async function releaseAnswer(
  context: Needs,
  conversation: ConversationRow,
  by: By,
  content: string | undefined,
): Promise<PendingState | null> {
  const pending = pendingOf(context, conversation.id)
  refuseOthers(pending.state(), by)
  if (content !== undefined && content !== pending.rest) {
    await finishEdited(context, conversation.id, by, content)
    return null
  }
  pending.hurry()
  context.pendingAnswers.endHold(conversation.id)
  await context.write.pending
  return pending.state()
}

/**
 * Has the held rest of an answer written again, with a hint for the model.
 * @throws AppError `nothing_to_hold` if the answer has ended, `answer_held` if another operator holds it, `answer_not_held` if
 * nobody does
 */
export async function rewriteAnswer(
  context: Needs,
  conversation: ConversationRow,
  by: By,
  hint: string,
): Promise<PendingState> {
  refuseUnheld(pendingOf(context, conversation.id).state(), by)
  await context.write((tx) =>
    recordActivity(tx, context, conversation, {
      kind: 'whisper',
      operatorId: by.operatorId,
      data: { content: hint },
    }),
  )
  // The hold may have ended with the conversation meanwhile, and the answer may have been started over.
  const pending = pendingOf(context, conversation.id)
  if (context.turns.of(conversation.id)?.isStopped()) throw new AppError('nothing_to_hold')
  refuseUnheld(pending.state(), by)
  pending.rewrite(hint)
  return pending.state()
}

/**
 * Discards what the visitor has not seen of the answer in progress.
 * @throws AppError `nothing_to_hold` if the answer has ended, or `answer_held` if another operator holds it
 */
export async function discardAnswer(
  context: Needs,
  conversation: ConversationRow,
  by: By,
): Promise<void> {
  refuseOthers(pendingOf(context, conversation.id).state(), by)
  const isStopped = await stopAnswer(context, conversation, {
    keepsCall: true,
    alongside: (tx) => recordDiscarded(tx, context, conversation, by.operatorId),
  })
  if (!isStopped) throw new AppError('nothing_to_hold')
}

/** Completes an answer with an operator's text in place of what the visitor has not seen. */
async function finishEdited(
  context: Needs,
  conversationId: number,
  by: By,
  content: string,
): Promise<void> {
  const turn = turnOf(context, conversationId)
  const { conversation, writer, pending } = turn
  refuseUnheld(pending.state(), by)
  const draft = pending.seen + pending.rest
  if (content.trim() === '' && pending.seen.trim() === '') throw new AppError('nothing_to_send')
  try {
    await context.write((tx) => {
      if (!writer.append(tx, content)) throw changed(context, conversation)
      writer.finish(tx, { isWhole: true, cost: 0, detail: '', sources: [] })
      recordEdit(tx, context, conversation, { by, messageId: writer.messageId!, draft })
    })
  } catch (error) {
    // Nothing is committed: the answer is written again, and is still held.
    if (error instanceof Error && !(error instanceof AppError)) turn.fail(error)
    throw error
  }
  // What the model still writes is not wanted.
  turn.stop('taken')
  context.pendingAnswers.endHold(conversation.id)
}

interface Edit {
  readonly by: By
  readonly messageId: number
  /** The assistant's text. */
  readonly draft: string
}

function recordEdit(tx: Tx, context: Needs, conversation: ConversationRow, edit: Edit): void {
  const { by, messageId, draft } = edit
  const { operatorId } = by
  const activityId = recordActivity(tx, context, conversation, {
    kind: 'answer_edited',
    operatorId,
    data: { message_id: messageId, draft },
  })
  recordEdited(tx, context, {
    written: { in: { activityId }, content: draft },
    conversationId: conversation.id,
    message: messageQueries(context.db).find(messageId)!,
    by: operatorId,
  })
}

/** @throws AppError `nothing_to_hold` if no answer that can be held is in progress */
function pendingOf({ pendingAnswers }: Needs, conversationId: number): PendingAnswer {
  const pending = pendingAnswers.of(conversationId)
  if (!pending) throw new AppError('nothing_to_hold')
  return pending
}

/** @throws AppError `nothing_to_hold` if no answer is in progress */
function turnOf({ turns }: Needs, conversationId: number): RunningTurn {
  const turn = turns.of(conversationId)
  if (!turn) throw new AppError('nothing_to_hold')
  return turn
}

function refuseOthers(state: PendingState, { operatorId }: By): void {
  if (state.held_by !== null && state.held_by.id !== operatorId) throw heldBy(state)
}

function refuseUnheld(state: PendingState, by: By): void {
  refuseOthers(state, by)
  if (state.held_by === null) throw new AppError('answer_not_held')
}

const heldBy = (state: PendingState) =>
  new AppError('answer_held', {
    params: { name: state.held_by?.name ?? '' },
    details: { data: state },
  })

/** The dial was changed, or the conversation has ended. */
function changed({ db }: Needs, { id }: ConversationRow): AppError {
  const row = conversationQueries(db).byId(id)
  return new AppError('conversation_changed', { details: row ? { data: presentDial(row) } : {} })
}
