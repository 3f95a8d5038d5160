/*
 * POST   /user/ai/generate-reply  generateReply
 */
import { generateReply } from '#contracts/replies.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { converse } from '../turns/converse.ts'
import type { Turns } from '../turns/run.ts'
import { customerConversation } from './customer-conversation.ts'

/** Replies to customers on other channels, requested by a program with the account's key. */
export const replyRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db } = context
  const assistants = assistantQueries(db)

  handle(generateReply, async ({ principal, body }) => {
    const assistant = find(principal.userId, body.assistant_id)
    const conversation = await customerConversation(context, {
      assistant,
      identifier: body.customer_identifier,
      variables: body.variables ?? {},
    })
    const { answer, isInterrupted, functionCalls } = await converse(
      context,
      conversation,
      body.message,
    )
    return {
      success: true as const,
      conversation_id: conversation.uuid,
      customer_identifier: body.customer_identifier,
      reply: answer ?? '',
      function_calls: functionCalls,
      ai_disabled: answer === null,
      ...(isInterrupted && { interrupted: true as const }),
    }
  })

  function find(userId: number, id: number | string): AssistantWithLanguage {
    const found = assistants.named(userId, id)
    if (!found) throw notFound('reply_assistant_not_found')
    return found
  }
}
