import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { ConversationRow } from './queries.ts'
import { visitorDetails } from './variables.ts'
import { type VisitorDetails, visitorQueries } from './visitors/queries.ts'

/**
 * The customer's details as known to the widget, falling back to the conversation's variables; for a visitor vouched
 * for by the website, only the vouched details.
 */
export function customerOf(
  { db }: Pick<Context, 'db'>,
  conversation: Pick<ConversationRow, 'variables' | 'visitor_id'>,
): VisitorDetails {
  const said = visitorDetails(JSON.parse(conversation.variables) as JsonObject)
  const visitor =
    conversation.visitor_id === null ? undefined : visitorQueries(db).find(conversation.visitor_id)
  if (visitor && visitor.external_id !== null) return visitor
  return {
    name: visitor?.name ?? said.name,
    email: visitor?.email ?? said.email,
    phone: visitor?.phone ?? said.phone,
  }
}
