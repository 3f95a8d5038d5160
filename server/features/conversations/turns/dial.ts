import type { AiMode } from '#contracts/dial-fields.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { type FaultParams, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { recordActivity } from '../activities/record.ts'
import { cutOff } from '../cut-off.ts'
import { presentDial } from '../present.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { enqueueAnswer } from './ask.ts'
import { recordDiscarded } from './discarded.ts'
import type { Turns } from './run.ts'

type Needs = Pick<
  Context,
  'db' | 'events' | 'hub' | 'now' | 'jobs' | 'liveCalls' | 'pendingAnswers'
> & {
  readonly turns: Pick<Turns, 'dialTurned'>
}

interface DialTurn {
  readonly mode: AiMode
  /** The operator who changes it; null for a rule. */
  readonly by: number | null
  /** Name of the rule. */
  readonly rule?: string
  /** Epoch on which the decision is based; defaults to the current one. */
  readonly epoch?: number
}

/**
 * Changes a conversation's dial. From this commit on, the AI's answer is cut off where it is, and the database refuses
 * late tokens because the epoch has passed. Unless a person answers now, the AI goes on with the messages that are
 * still unanswered.
 * @returns the updated conversation
 * @throws AppError `conflict` if somebody else was faster; the answer states the current dial
 */
export function turnDial(
  tx: Tx,
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
  { mode, by, rule, epoch }: DialTurn,
): ConversationRow {
  const { db, now, turns, liveCalls } = context
  const conversations = conversationQueries(db)
  const before = conversations.byId(id)!
  const from = epoch ?? before.ai_epoch
  if (!conversations.setMode(tx, { id, epoch: from, mode, by, now: now().getTime() })) {
    if (from !== before.ai_epoch) throw superseded(before, now())
    return before
  }
  cutOff(tx, context, before)
  const data = { mode, ...(rule !== undefined && { rule }) }
  if (mode === 'human' && by !== null) recordDiscarded(tx, context, before, by)
  recordActivity(tx, context, before, { kind: 'mode', operatorId: by, data })
  recordConversation(tx, context, id, 'conversation.updated')
  // A call answers what is said on it.
  const isOnCall = liveCalls.ofConversation(id) !== undefined
  if (mode !== 'human' && !isOnCall) enqueueAnswer(tx, context, id)
  tx.afterCommit(() => turns.dialTurned(id, mode))
  return conversations.byId(id)!
}

/** Conflict for a decision based on an outdated dial, with its current state. */
export function superseded(row: ConversationRow, now: Date): AppError {
  return new AppError(changeOf(row), {
    params: paramsOf(row, now),
    details: { data: presentDial(row) },
  })
}

/** Changes up to this age are reported as "a moment ago", ms. */
const RECENT_MS = 60_000

function changeOf({ ai_mode, ai_mode_at, ai_mode_by_name }: ConversationRow): ErrorCode {
  if (ai_mode_by_name === null || ai_mode_at === null) return 'conversation_changed'
  return `dial_turned_to_${ai_mode}`
}

function paramsOf({ ai_mode_at, ai_mode_by_name }: ConversationRow, now: Date): FaultParams {
  const isRecent = now.getTime() - (ai_mode_at ?? 0) < RECENT_MS
  return { name: ai_mode_by_name ?? '', when: fault(isRecent ? 'a_moment_ago' : 'meanwhile') }
}
