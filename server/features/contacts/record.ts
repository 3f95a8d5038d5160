import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { recordConversation } from '../conversations/record.ts'
import { presentContact } from './present.ts'
import { type ContactRow, contactQueries } from './queries.ts'

/** The state of a contact before a change. */
interface Before {
  readonly id: number
  readonly name: string | null
}

/**
 * Records that a contact has changed.
 * @returns the updated contact
 */
export function recordContact(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub'>,
  before: Before,
): ContactRow {
  const { db, events, hub } = context
  const row = contactQueries(db).byIds([before.id])[0]!
  events.record(tx, {
    userId: row.user_id,
    type: 'contact.updated',
    payload: presentContact(row, hub),
  })
  // Inbox rows contain the name too.
  if (row.name !== before.name) {
    for (const { id } of conversationQueries(db).namesOfVisitor(row.id))
      recordConversation(tx, context, id, 'conversation.updated')
  }
  return row
}
