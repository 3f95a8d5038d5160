import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { AssistantRow } from '../../assistants/row.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { startConversation } from '../start.ts'
import { assertFunds } from '../turns/funds.ts'
import { replyQueries } from './queries.ts'

interface Customer {
  readonly assistant: AssistantRow
  /** The customer's id in the calling program. */
  readonly identifier: string
  readonly variables: JsonObject
}

/**
 * Finds or starts the one conversation of an assistant with a customer, and merges new variables into it.
 * @throws AppError if the AI is to answer and that cannot be paid for; nothing has changed in that case
 */
export async function customerConversation(
  context: Parameters<typeof startConversation>[1] & Pick<Context, 'write'>,
  { assistant, identifier, variables }: Customer,
): Promise<ConversationRow> {
  const { db, write } = context
  const replies = replyQueries(db)
  const conversations = conversationQueries(db)
  return await write((tx) => {
    const uuid = replies.find(assistant.id, identifier)
    const known = uuid === undefined ? undefined : conversations.byUuid(uuid)
    if (known?.ai_mode !== 'human') assertFunds(context, assistant, 'reply_unpaid')
    const row = known ?? startConversation(tx, context, { assistant, type: 'api', variables })
    if (!known) replies.setCustomer(tx, row.id, identifier)
    else if (Object.keys(variables).length > 0) {
      replies.setVariables(tx, row.id, { ...JSON.parse(row.variables), ...variables })
    }
    return conversations.byId(row.id)!
  })
}
