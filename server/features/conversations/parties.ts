import type { ConversationParties } from '#contracts/conversation-filter.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { customerOf } from './customer.ts'
import { messengerSenderQueries } from './messenger-sender-queries.ts'
import type { ConversationRow } from './queries.ts'

type Row = Pick<ConversationRow, 'id' | 'type' | 'variables' | 'visitor_id' | 'customer_identifier'>

/** Both ends of a conversation, for its owner. */
export function partiesOf(context: Pick<Context, 'db'>, row: Row): ConversationParties {
  const isMessenger = row.type === 'messenger'
  return {
    external_identifier: row.type === 'api' ? row.customer_identifier : null,
    whatsapp_sender: isMessenger ? senderOf(context, row) : null,
    customer: isMessenger ? nameAndPhone(customerOf(context, row)) : null,
  }
}

/** The account's side of a `messenger` conversation; its number alone once the sender is deleted. */
function senderOf({ db }: Pick<Context, 'db'>, { id, variables }: Row) {
  const sender = messengerSenderQueries(db).find(id)
  if (sender) return { name: sender.display_name, phone: sender.phone_number }
  const { assistant_phone: phone } = JSON.parse(variables) as JsonObject
  return { name: null, phone: typeof phone === 'string' ? phone : null }
}

const nameAndPhone = ({ name, phone }: { name: string | null; phone: string | null }) => ({
  name,
  phone,
})
