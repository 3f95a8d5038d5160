import type { FunctionCall } from '#contracts/public-chat.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { toolCallQueries } from '../tools/call-queries.ts'
import { presentFunctionCall } from '../tools/present-call.ts'
import { answerLane } from './ask.ts'
import { type SayNeeds, say } from './say.ts'

/** A user's turn and its result. */
export interface Exchange {
  /** Null while an operator answers instead of the AI, or approves its answers. */
  readonly answer: string | null
  /** The answer ended before its end marker. */
  readonly isInterrupted: boolean
  readonly functionCalls: FunctionCall[]
}

const NO_ANSWER: Exchange = { answer: null, isInterrupted: false, functionCalls: [] }

/**
 * Posts a message in a conversation and waits for the answer.
 * @throws AppError `unavailable` if no answer comes, because the server is stopping or the chat was ended
 */
export async function converse(
  context: SayNeeds & Pick<Context, 'write'>,
  conversation: ConversationRow,
  content: string,
): Promise<Exchange> {
  const { db, write, jobs } = context
  const lane = answerLane(conversation.id)
  const { message, jobId } = await write((tx) => say(tx, context, conversation, { content }))
  if (jobId === undefined || conversation.ai_mode !== 'auto') return NO_ANSWER
  await jobs.ended(jobId)
  const find = () => messageQueries(db).answerTo(conversation.id, message.seq)
  // A message sent right after it is answered together with it, by a later job.
  for (let last = jobId; !find(); ) {
    const next = jobs.lastIn(lane)
    if (next === undefined || next <= last) break
    await jobs.ended(next)
    last = next
  }
  const answer = find()
  if (answer && answer.status !== 'streaming') {
    const made = toolCallQueries(db).between(conversation.id, message.seq, answer.seq)
    return {
      answer: answer.content,
      isInterrupted: answer.status === 'interrupted',
      functionCalls: made.map(presentFunctionCall),
    }
  }
  // An operator took over while the answer was being generated.
  if (conversationQueries(db).byId(conversation.id)?.ai_mode !== 'auto') {
    return NO_ANSWER
  }
  throw new AppError('answer_not_ready', { headers: { 'Retry-After': '5' } })
}
