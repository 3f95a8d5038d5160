import type { ConversationParties } from '#contracts/conversation-filter.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { customerOf } from './customer.ts'
import type { ConversationRow } from './queries.ts'

type Row = Pick<ConversationRow, 'type' | 'variables' | 'visitor_id' | 'customer_identifier'>

/** Both ends of a conversation, for its owner. */
export function partiesOf(context: Pick<Context, 'db'>, row: Row): ConversationParties {
  const isMessenger = row.type === 'messenger'
  return {
    external_identifier: row.type === 'api' ? row.customer_identifier : null,
    whatsapp_sender: isMessenger ? senderOf(row) : null,
    customer: isMessenger ? nameAndPhone(customerOf(context, row)) : null,
  }
}

/**
 * The account's side of a `messenger` conversation: the number that it goes through, which visitors cannot set
 * (`withoutReserved`).
 */
export function senderOf({ variables }: Pick<Row, 'variables'>) {
  const { assistant_phone: phone } = JSON.parse(variables) as JsonObject
  return { name: null, phone: typeof phone === 'string' ? phone : null }
}

const nameAndPhone = ({ name, phone }: { name: string | null; phone: string | null }) => ({
  name,
  phone,
})
