import { oncePerDb } from '../../db/once-per-db.ts'

/** Number and name under which a messenger conversation is held. */
export interface MessengerSender {
  readonly phone_number: string
  readonly display_name: string
}

/** All SQL for the senders of messenger conversations, as others see them. */
export const messengerSenderQueries = oncePerDb((sql) => {
  const find = sql.read<[number], MessengerSender>(`
    SELECT messenger_senders.phone_number, messenger_senders.display_name FROM messenger_conversations
    JOIN messenger_senders ON messenger_senders.id = messenger_conversations.sender_id
    WHERE messenger_conversations.conversation_id = ?
  `)
  return {
    /** The sender of a conversation; undefined on every other channel. */
    find: (conversationId: number) => find.get(conversationId),
  }
})
