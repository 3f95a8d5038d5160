import type { z } from 'zod'
import type { FunctionCall } from '#contracts/public-chat.ts'
import { AppError } from '../../errors.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { messageQueries } from '../messages/queries.ts'
import { type SayNeeds, say } from './say.ts'

/** A turn of the user and what came of it. */
export interface Exchange {
  /** The answer; null while a person answers instead of the AI, or approves what it says. */
  readonly answer: string | null
  readonly functionCalls: z.output<typeof FunctionCall>[]
}

/**
 * Says something in a conversation and waits for the answer.
 * @throws AppError `unavailable` when the answer does not come, because the server is stopping or the chat was ended
 */
export async function converse(
  context: SayNeeds,
  conversation: ConversationRow,
  content: string,
): Promise<Exchange> {
  const { db, jobs } = context
  const { message, jobId } = say(context, conversation, { content })
  if (jobId === undefined || conversation.ai_mode !== 'auto')
    return { answer: null, functionCalls: [] }
  await jobs.ended(jobId)
  const answer = messageQueries(db).answerTo(conversation.id, message.seq)
  if (answer && answer.status !== 'streaming') {
    return { answer: answer.content, functionCalls: [] }
  }
  // A person took the word while the answer was being made.
  if (conversationQueries(db).byId(conversation.id)?.ai_mode !== 'auto') {
    return { answer: null, functionCalls: [] }
  }
  throw new AppError('unavailable', 'The answer is not ready yet.', { 'Retry-After': '5' })
}
