import type { Message } from '#contracts/messages.ts'
import type { Tx } from '../../db/write.ts'
import { reserve } from '../billing/money/ledger.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'
import { messengerChatQueries } from '../messenger/chat-queries.ts'
import { recordOutcome, spendingOf } from '../messenger/outcome.ts'
import { noteCustomer, placeFor } from '../messenger/place.ts'
import { messengerQueries } from '../messenger/queries.ts'
import { destinationOf } from '../messenger/send.ts'
import type { SenderRow } from '../messenger/senders/queries.ts'
import { createSender } from '../messenger/senders/save.ts'
import { templateQueries } from '../messenger/templates/queries.ts'
import { customer } from './demo-phone.ts'
import { demoQueries } from './demo-queries.ts'
import type { DemoNeeds, Stage } from './demo-talk.ts'
import { TEMPLATES } from './demo-words.ts'

interface Line {
  readonly userId: number
  readonly phoneNumberId: number
  readonly assistantId: number
}

/** Creates the shop's sender, with texts that may be sent to anybody at any time. */
export function openSender(tx: Tx, context: DemoNeeds, { userId, ...line }: Line): SenderRow {
  const { db, now } = context
  const sender = createSender(tx, context, userId, {
    phone_number_id: line.phoneNumberId,
    display_name: 'Radhaus',
    assistant_id: line.assistantId,
  })
  const templates = templateQueries(db)
  for (const template of TEMPLATES) {
    const { id } = templates.insert(tx, {
      ...template,
      variables: JSON.stringify(template.variables),
      sender_id: sender.id,
      created_at: now().getTime(),
    })
    templates.decide(tx, { id, status: 'approved', remoteId: null, reason: null })
  }
  return sender
}

/** Starts the conversation with a customer who has not written before. */
export function meetCustomer(
  tx: Tx,
  { context, sender }: Stage,
  name: string | null,
): ConversationRow {
  const { db } = context
  const phone = customer(500 + demoQueries(db).messengerCustomers(sender.id))
  const { conversation } = placeFor(tx, context, sender, phone)!
  if (name !== null)
    visitorQueries(db).describe(tx, conversation.visitor_id!, { name, email: null, phone: null })
  return conversation
}

/** Carries a message: the customer's opens the window, and all others reach the customer. */
export function carry(
  tx: Tx,
  { context, sender, wait }: Stage,
  conversation: ConversationRow,
  message: Message,
): void {
  const { db } = context
  const chat = messengerChatQueries(db).ofConversation(conversation.id)!
  if (message.author === 'visitor') {
    noteCustomer(tx, context, sender, { conversation, chat })
    return
  }
  const { to, price } = destinationOf(context, sender, chat.customer)
  const record = messengerQueries(db).insert(tx, {
    userId: sender.user_id,
    senderId: sender.id,
    messageId: message.id,
    part: 0,
    templateId: null,
    to,
    body: message.content,
    price,
    channel: sender.channel,
    isOwed: 0,
    now: wait(0),
  })
  reserve(tx, context, spendingOf(record), price)
  recordOutcome(tx, context, record.id, { status: 'sent', sid: `demo-${record.id}` })
  wait(3000)
  recordOutcome(tx, context, record.id, { status: 'read' })
}
