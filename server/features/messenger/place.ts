import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { handToPerson, startWithCustomer } from '../sms/chat/start.ts'
import { type ChatRow, messengerChatQueries } from './chat-queries.ts'
import type { SenderRow } from './senders/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'randomBytes'>

/** The conversation of a sender with a customer. */
export interface Place {
  readonly conversation: ConversationRow
  readonly chat: ChatRow
}

/** The conversation of a sender with a customer; undefined before the first message. */
export function knownPlace(
  { db }: Pick<Needs, 'db'>,
  sender: SenderRow,
  customer: string,
): Place | undefined {
  const chat = messengerChatQueries(db).find(sender.id, customer)
  return chat && { chat, conversation: conversationQueries(db).byId(chat.conversation_id)! }
}

/**
 * The conversation of a sender with a customer, created if there is none. If no assistant is set to answer, an operator does.
 * @returns undefined for an account without any assistant
 */
export function placeFor(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  customer: string,
): Place | undefined {
  return knownPlace(context, sender, customer) ?? begin(tx, context, sender, customer)
}

function begin(tx: Tx, context: Needs, sender: SenderRow, customer: string): Place | undefined {
  const { db } = context
  const assistant = setFor(context, sender) ?? assistantQueries(db).all(sender.user_id)[0]
  if (!assistant) return undefined
  const { id } = startWithCustomer(tx, context, {
    assistant,
    type: 'messenger',
    customer,
    assistantNumber: sender.phone_number,
    // It would never reach the customer.
    isGreeted: false,
  })
  const isAnswered = isAnsweredBy(context, sender)
  const chat = messengerChatQueries(db).insert(tx, {
    conversation_id: id,
    sender_id: sender.id,
    customer,
    is_answered: Number(isAnswered),
  })
  const conversation = conversationQueries(db).byId(id)!
  if (!isAnswered) handToPerson(tx, context, conversation)
  return { chat, conversation: conversationQueries(db).byId(id)! }
}

/** The assistant that a sender is set to; undefined if none is. */
const setFor = ({ db }: Pick<Needs, 'db'>, sender: SenderRow): AssistantWithLanguage | undefined =>
  sender.assistant_id === null
    ? undefined
    : assistantQueries(db).find(sender.user_id, sender.assistant_id)

/** Reports whether a sender's assistant is set and active. */
const isAnsweredBy = (context: Pick<Needs, 'db'>, sender: SenderRow): boolean =>
  setFor(context, sender)?.status === 'active'

/**
 * Records that the customer wrote: the window opens, and the sender's assistant of today answers. Without one, a person does,
 * from the moment on in which it is missing.
 */
export function noteCustomer(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  { chat, conversation }: Place,
): ConversationRow {
  const { db, now } = context
  const chats = messengerChatQueries(db)
  const { id } = conversation
  const isAnswered = isAnsweredBy(context, sender)
  if (!isAnswered && chat.is_answered === 1) handToPerson(tx, context, conversation)
  if (isAnswered && sender.assistant_id !== conversation.assistant_id)
    chats.act(tx, id, sender.assistant_id)
  chats.wrote(tx, id, isAnswered, now())
  return conversationQueries(db).byId(id)!
}
