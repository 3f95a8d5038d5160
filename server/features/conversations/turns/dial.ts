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
import { askForAnswer } from './ask.ts'
import type { Turns } from './run.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs' | 'liveCalls'> & {
  readonly turns: Pick<Turns, 'dialTurned'>
}

interface DialTurn {
  readonly mode: AiMode
  /** The operator who turns it. */
  readonly by: number
  /** The epoch it was decided by; the one of now unless said otherwise. */
  readonly epoch?: number
}

/**
 * Turns a conversation's dial. From this commit on what the AI was writing is cut off where it is, and a late token is
 * refused by the database because the epoch has passed. Where the AI has the word again, it begins with what is still
 * unanswered.
 * @returns the conversation as it is now
 * @throws AppError `conflict` when somebody else was faster; the answer says how the dial stands
 */
export function turnDial(
  tx: Tx,
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
  { mode, by, epoch }: DialTurn,
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
  recordActivity(tx, context, before, { kind: 'mode', operatorId: by, data: { mode } })
  recordConversation(tx, context, id, 'conversation.updated')
  // What is said on a call is answered there.
  const isOnCall = liveCalls.ofConversation(id) !== undefined
  if (mode !== 'human' && !isOnCall) askForAnswer(tx, context, id)
  tx.afterCommit(() => turns.dialTurned(id, mode))
  return conversations.byId(id)!
}

/** Says how the dial stands to whoever decided by an older state of it. */
export function superseded(row: ConversationRow, now: Date): AppError {
  return new AppError(changeOf(row), {
    params: paramsOf(row, now),
    details: { data: presentDial(row) },
  })
}

/** As long as this a change is a moment ago, ms. */
const MOMENT = 60_000

function changeOf({ ai_mode, ai_mode_at, ai_mode_by_name }: ConversationRow): ErrorCode {
  if (ai_mode_by_name === null || ai_mode_at === null) return 'conversation_changed'
  return `dial_turned_to_${ai_mode}`
}

function paramsOf({ ai_mode_at, ai_mode_by_name }: ConversationRow, now: Date): FaultParams {
  const isRecent = now.getTime() - (ai_mode_at ?? 0) < MOMENT
  return { name: ai_mode_by_name ?? '', when: fault(isRecent ? 'a_moment_ago' : 'meanwhile') }
}
