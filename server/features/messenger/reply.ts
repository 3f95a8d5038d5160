import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { recordActivity } from '../conversations/activities/record.ts'
import { partsOf } from '../sms/chat/parts.ts'
import { messengerChatQueries, type Reply } from './chat-queries.ts'
import { messengerQueries } from './queries.ts'
import { assertReachable, carry, destinationOf, openMessage } from './send.ts'
import { type SenderRow, senderQueries } from './senders/queries.ts'
import { isWindowOpen } from './window.ts'

type Needs = Parameters<typeof carry>[0]

/**
 * Sends a reply of an assistant or operator to the customer, each part once. If a part cannot be sent, the conversation says
 * so, and the rest is not sent either.
 */
export async function replyToCustomer(
  context: Needs,
  messageId: number,
  stopping: AbortSignal,
): Promise<void> {
  const { channels, db } = context
  const reply = messengerChatQueries(db).reply(messageId)
  const sender = reply && senderQueries(db).byId(reply.sender_id)
  if (!sender) return
  const { maxLength } = channels.ofOrCurrent(sender.channel).capabilities
  for (const [part, body] of partsOf(reply.content, maxLength).entries()) {
    if (stopping.aborted) return
    const known = messengerQueries(db).partStatus(messageId, part)
    // Sent by a program, which was told; or before a crash.
    if (known === 'failed') return
    if (known !== undefined) continue
    const refusal = await send(context, sender, reply, { part, body })
    if (refusal) {
      await context.write((tx) => recordNotSent(tx, context, reply, refusal))
      return
    }
  }
}

interface Part {
  readonly part: number
  readonly body: string
}

/** Sends one part; returns the reason why it is not sent, or may not be. */
async function send(
  context: Needs,
  sender: SenderRow,
  reply: Reply,
  { part, body }: Part,
): Promise<Fault | undefined> {
  const { channels, db, now, write } = context
  const open = (tx: Tx) => {
    if (sender.status === 'offline' || !senderQueries(db).find(sender.user_id, sender.id))
      throw new AppError('sender_offline')
    const destination = destinationOf(context, reply.customer)
    const channel = channels.ofOrCurrent(sender.channel)
    const chat = messengerChatQueries(db).ofConversation(reply.id)
    if (!isWindowOpen(channel, chat, now())) throw new AppError('session_expired')
    assertReachable(context, sender, destination.to)
    // Inserted with the reservation, so that a crash cannot cause it to be sent twice.
    return openMessage(tx, context, {
      ...destination,
      sender,
      messageId: reply.message_id,
      part,
      body,
    })
  }
  try {
    const { sent, message } = await carry(context, sender, await write(open))
    if (sent.result === 'refused') return sent.error
    return sent.result === 'unknown' ? fault('sms_outcome_unknown', { id: message.id }) : undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.fault
  }
}

/** Says in the conversation that a message was not sent. */
export function recordNotSent(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  conversation: Pick<Reply, 'id' | 'uuid' | 'user_id'>,
  reason: Fault,
): void {
  recordActivity(tx, context, conversation, {
    kind: 'messenger_not_sent',
    operatorId: null,
    data: { reason: encodeFault(reason) },
  })
}
