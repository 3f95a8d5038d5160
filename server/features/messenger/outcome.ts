import type { MessengerStatus } from '#contracts/enums.ts'
import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { release, type Spending, settle } from '../billing/money/ledger.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { dropNotice, type Subject } from '../platform/notices/raise.ts'
import { isFree } from './address.ts'
import { messengerChatQueries, type Reply } from './chat-queries.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'
import { isOpen, mayFollow } from './states.ts'
import { reportStatus } from './status-webhook.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes'>

/** A change in the state of a message. */
export interface Outcome {
  readonly status: Exclude<MessengerStatus, 'queued'>
  readonly sid?: string | undefined
  readonly error?: Fault | undefined
}

/**
 * Records the outcome of a message, with its charge, event and webhook, in one transaction. Late and repeated outcomes have
 * no effect.
 * @returns the message after the change
 */
export function recordOutcome(tx: Tx, context: Needs, id: number, outcome: Outcome): StoredMessage {
  const { db, now } = context
  const messages = messengerQueries(db)
  const message = messages.find(id)!
  const { status, sid, error } = outcome
  if (!mayFollow(message.status, status)) return message
  if (isOpen(message.status)) charge(tx, context, message, status)
  const changed = messages.change(tx, {
    id,
    status,
    sid: sid ?? null,
    error: error ? encodeFault(error) : null,
    now: now().getTime(),
  })
  if (message.status === 'unknown') dropNotice(tx, context, aboutUnknown(message))
  const reply = recordStatus(tx, context, changed)
  if (reply && status === 'read') noteRead(tx, context, reply)
  return changed
}

/**
 * Publishes the state of a message to the desk and to the sender's webhook.
 * @returns the reply that it carries; undefined if that was erased
 */
export function recordStatus(tx: Tx, context: Needs, message: StoredMessage): Reply | undefined {
  const { db, events } = context
  const { id, user_id: userId, message_id, status } = message
  const reply = message_id === null ? undefined : messengerChatQueries(db).reply(message_id)
  if (!reply) return undefined
  events.record(tx, {
    userId,
    type: 'messenger_message.updated',
    payload: { id, conversation_id: reply.uuid, message_id: reply.message_id, status },
  })
  reportStatus(tx, context, message, reply)
  return reply
}

/** Notice about a message whose outcome is unknown. */
export const aboutUnknown = ({ id, user_id }: Pick<StoredMessage, 'id' | 'user_id'>): Subject => ({
  userId: user_id,
  kind: 'messenger_unknown',
  subject: String(id),
})

/** Ledger purpose of a message. */
export const spendingOf = ({ id, user_id }: Pick<StoredMessage, 'id' | 'user_id'>): Spending => ({
  userId: user_id,
  purpose: 'messenger',
  reference: String(id),
})

/** Settles the reservation: released if the message was not sent, kept if its outcome is unknown. */
function charge(tx: Tx, context: Needs, message: StoredMessage, status: Outcome['status']): void {
  // Nothing was set aside for one that is free.
  if (status === 'unknown' || isFree(message)) return
  if (status === 'failed') release(tx, context, spendingOf(message))
  else settle(tx, context, spendingOf(message), message.price)
}

/** The customer has read the conversation up to the message. */
function noteRead(tx: Tx, { db, events }: Needs, { id, uuid, seq, user_id: userId }: Reply): void {
  if (!conversationQueries(db).readByVisitor(tx, id, seq)) return
  const payload = { conversation_id: uuid, seq }
  events.record(tx, { userId, type: 'conversation.seen', payload })
}
