import { fault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { InvalidFields } from '../../errors.ts'
import { recordContact } from '../contacts/record.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { visitorDetails } from '../conversations/variables.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'config' | 'write'>

/**
 * A visitor tells more about themselves: what is not sent stays. Names and addresses become the contact's, unless the
 * website has vouched for who they are.
 * @throws InvalidFields when all variables together are too large
 */
export async function addVariables(
  context: Needs,
  conversation: ConversationRow,
  visitorId: number,
  sent: JsonObject,
): Promise<void> {
  const { db, write, events, config } = context
  const visitors = visitorQueries(db)
  await write((tx) => {
    const variables = { ...(JSON.parse(conversation.variables) as JsonObject), ...sent }
    const json = JSON.stringify(variables)
    if (json === conversation.variables) return
    if (Buffer.byteLength(json) > config.limits.variablesBytes)
      throw new InvalidFields({ variables: [fault('variables_too_large')] })
    conversationQueries(db).setVariables(tx, conversation.id, json)
    events.record(tx, {
      userId: conversation.user_id,
      type: 'conversation.variables',
      payload: { conversation_id: conversation.uuid, variables },
    })
    const before = visitors.find(visitorId)!
    if (visitors.describe(tx, visitorId, visitorDetails(sent))) recordContact(tx, context, before)
  })
}
