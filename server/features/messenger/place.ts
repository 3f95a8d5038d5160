import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { CustomerProfile } from '../../providers/messenger/channel.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { handToPerson, startWithCustomer } from '../sms/chat/start.ts'
import { isBot } from './address.ts'
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
  profile?: CustomerProfile,
): Place | undefined {
  return knownPlace(context, sender, customer) ?? begin(tx, context, sender, customer, profile)
}

function begin(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  customer: string,
  profile: CustomerProfile | undefined,
): Place | undefined {
  const { db } = context
  const assistant = setFor(context, sender) ?? assistantQueries(db).all(sender.user_id)[0]
  if (!assistant) return undefined
  const { id } = startWithCustomer(tx, context, {
    assistant,
    type: 'messenger',
    ...partiesOf(sender, customer, profile),
    // It would never reach the customer.
    isGreeted: false,
  })
  const by = answererOf(context, sender)
  const chat = messengerChatQueries(db).insert(tx, {
    conversation_id: id,
    sender_id: sender.id,
    customer,
    answered_by: by,
  })
  if (by === null) handToPerson(tx, context, conversationQueries(db).byId(id)!)
  return { chat, conversation: conversationQueries(db).byId(id)! }
}

/** Variables about both sides: numbers, which the channel vouches for, or what the customer calls themselves. */
function partiesOf(sender: SenderRow, customer: string, profile: CustomerProfile | undefined) {
  const { name = null, username = null, language = null } = profile ?? {}
  if (!isBot(sender))
    return {
      language,
      variables: {
        customer_phone: customer,
        assistant_phone: sender.phone_number,
        ...(name !== null && { customer_name: name }),
      },
    }
  return {
    isByVisitor: true,
    language,
    variables: {
      customer_id: customer,
      ...(name !== null && { customer_name: name }),
      ...(username !== null && { customer_username: username }),
    },
  }
}

/** The assistant that a sender is set to; undefined if none is. */
export const setFor = (
  { db }: Pick<Needs, 'db'>,
  sender: SenderRow,
): AssistantWithLanguage | undefined =>
  sender.assistant_id === null
    ? undefined
    : assistantQueries(db).find(sender.user_id, sender.assistant_id)

/** Id of the assistant that answers a sender's customers: the one that is set, if it is active; null for a person. */
const answererOf = (context: Pick<Needs, 'db'>, sender: SenderRow): number | null =>
  setFor(context, sender)?.status === 'active' ? sender.assistant_id : null

/**
 * Records that the customer wrote: the window opens, from when they did. If the sender has got another assistant since the last message, that one
 * answers from now on; if it has lost its assistant, a person does.
 * @param sentAt ms since 1970, as the channel says
 */
export function noteCustomer(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  { chat, conversation }: Place,
  sentAt = Number.POSITIVE_INFINITY,
): ConversationRow {
  const { db, now } = context
  const chats = messengerChatQueries(db)
  const { id, assistant_id: first } = conversation
  const by = answererOf(context, sender)
  // Otherwise it may have handed over to another assistant, which goes on.
  if (by !== chat.answered_by) {
    if (by === null) handToPerson(tx, context, conversation)
    else chats.act(tx, id, by === first ? null : by)
  }
  chats.wrote(tx, id, by, new Date(Math.min(now().getTime(), sentAt)))
  return conversationQueries(db).byId(id)!
}
