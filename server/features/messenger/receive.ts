import type { Context } from '../../context.ts'
import type { IncomingMessage } from '../../providers/messenger/channel.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import type { SayNeeds } from '../conversations/turns/say.ts'
import { hear } from '../sms/chat/hear.ts'
import { messengerChatQueries } from './chat-queries.ts'
import { knownPlace, noteCustomer, placeFor } from './place.ts'
import type { SenderRow } from './senders/queries.ts'

type Needs = SayNeeds & Pick<Context, 'log' | 'randomBytes' | 'write'>

/**
 * Receives a message from a customer, once: storing it in the conversation, opening the window and requesting an answer are
 * one transaction.
 * @returns the conversation; undefined for an account without any assistant
 */
export async function receiveMessage(
  context: Needs,
  sender: SenderRow,
  { sid, from: customer, body }: IncomingMessage,
): Promise<ConversationRow | undefined> {
  const { db, log, now, write } = context
  return await write((tx) => {
    const known = knownPlace(context, sender, customer)
    if (!messengerChatQueries(db).receive(tx, sender.id, sid, now())) return known?.conversation
    const place = known ?? placeFor(tx, context, sender, customer)
    if (!place) {
      log.warn('a message came in for an account without assistants')
      return undefined
    }
    const conversation = noteCustomer(tx, context, sender, place)
    hear(tx, context, conversation, { customer, content: body, written: body, by: 'messenger' })
    return conversation
  })
}
