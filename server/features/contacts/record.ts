import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { recordConversation } from '../conversations/record.ts'
import { mergedQueries } from '../conversations/visitors/merged-queries.ts'
import { presentContact } from './present.ts'
import { type ContactRow, contactQueries } from './queries.ts'

/** The state of a contact before a change. */
interface Before {
  readonly id: number
  readonly shown_name: string | null
}

/**
 * Records that a contact has changed, or a visitor that was merged into it.
 * @returns the updated contact
 */
export function recordContact(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub'>,
  before: Before,
): ContactRow {
  const { db, events, hub } = context
  const together = mergedQueries(db).idsWith(before.id)
  const row = contactQueries(db).byIds(together.slice(0, 1))[0]!
  events.record(tx, {
    userId: row.user_id,
    type: 'contact.updated',
    payload: presentContact(row, hub),
  })
  // Inbox rows contain the name too.
  if (row.id === before.id && row.shown_name !== before.shown_name)
    recordConversations(tx, context, together)
  return row
}

/** Records that the inbox rows of these visitors have changed. */
export function recordConversations(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub'>,
  visitorIds: readonly number[],
): void {
  for (const visitorId of visitorIds)
    for (const { id } of conversationQueries(context.db).namesOfVisitor(visitorId))
      recordConversation(tx, context, id, 'conversation.updated')
}
