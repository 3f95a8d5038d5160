import { fault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { MAX_VARIABLES } from '#contracts/visitor-variables.ts'
import type { Context } from '../../context.ts'
import { InvalidFields } from '../../errors.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { recordContact } from '../contacts/record.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { visitorDetails, withoutReserved } from '../conversations/variables.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'config' | 'write'>

/**
 * Adds details that a visitor provides; others are kept. Names and addresses go to the contact, unless the website has
 * verified its identity. Names defined by the assistant or the system are ignored.
 * @throws InvalidFields if all variables together are too large
 */
export async function addVariables(
  context: Needs,
  conversation: ConversationRow,
  visitorId: number,
  sent: JsonObject,
): Promise<void> {
  const { db, write, events, config } = context
  const assistant = assistantQueries(db).byId(conversation.assistant_id)!
  const own = withoutReserved(assistant, sent)
  const visitors = visitorQueries(db)
  await write((tx) => {
    const known = JSON.parse(conversation.variables) as JsonObject
    const variables = { ...known, ...own }
    const json = JSON.stringify(variables)
    if (json === conversation.variables) return
    if (Buffer.byteLength(json) > config.limits.variablesBytes)
      throw new InvalidFields({ variables: [fault('variables_too_large')] })
    if (Object.keys(variables).length > MAX_VARIABLES)
      throw new InvalidFields({ variables: [fault('too_many_items', { count: MAX_VARIABLES })] })
    conversationQueries(db).setVariables(tx, conversation.id, json)
    events.record(tx, {
      userId: conversation.user_id,
      type: 'conversation.variables',
      payload: { conversation_id: conversation.uuid, variables: changed(known, own) },
    })
    const before = visitors.find(visitorId)!
    if (visitors.describe(tx, visitorId, visitorDetails(own))) recordContact(tx, context, before)
  })
}

/** The variables that are new or changed, so that an event does not grow with older ones. */
function changed(known: JsonObject, own: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(own).filter(
      ([name, value]) =>
        !Object.hasOwn(known, name) || JSON.stringify(known[name]) !== JSON.stringify(value),
    ),
  )
}
