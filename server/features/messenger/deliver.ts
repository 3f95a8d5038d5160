import { familyCodeOf } from '#contracts/errors.ts'
import { decodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import type { Operator } from '../../http/principal.ts'
import type { OutgoingTemplate } from '../../providers/messenger/channel.ts'
import { providerCodeOf } from '../../providers/provider-error.ts'
import { reopenConversation } from '../conversations/end.ts'
import { postMessage } from '../conversations/post.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'
import type { Claim } from '../platform/idempotency/once.ts'
import { recordLostReply } from '../sms/record-lost-reply.ts'
import { type Place, placeFor } from './place.ts'
import type { StoredMessage } from './queries.ts'
import { carry, type Destination, openMessage } from './send.ts'
import type { SenderRow } from './senders/queries.ts'
import { splitText } from './split.ts'

type Needs = Parameters<typeof carry>[0] & Pick<Context, 'hub'>

/** A message that a program or an operator sends to a customer. */
export interface Wanted extends Destination {
  readonly sender: SenderRow
  readonly body: string
  readonly templateId?: number
  /** Its form for the channel. */
  readonly template?: OutgoingTemplate
  /** Becomes the customer's name if none is known. */
  readonly name?: string | undefined
}

/** A sent message with its conversation, as both endpoints answer. */
export interface Delivered {
  readonly success: true
  readonly conversation_id: number
  readonly conversation_uuid: string
  readonly message_id: number
  readonly whatsapp_message_id: number
  readonly message_sid: string
}

/**
 * Sends a checked message: it becomes a message of its conversation, its cost is reserved, and the channel is asked. After a
 * crash, the record says what became of it.
 * @param check checks again what may have changed, in the transaction of the record
 * @throws AppError for every response other than success
 */
export async function deliver(
  context: Needs,
  by: Operator,
  claim: Claim,
  check: (tx: Tx) => Wanted,
): Promise<Delivered> {
  const { write } = context
  const { sender, template, place, message } = await write((tx) => {
    const wanted = check(tx)
    const found = placeFor(tx, context, wanted.sender, wanted.to)
    if (!found) throw new AppError('no_assistant_configured')
    const opened = say(tx, context, by, found, wanted)
    claim.tie(tx, opened.id)
    const { sender, template } = wanted
    return { sender, template, place: found, message: opened }
  })
  const { sent, message: concluded } = await carry(context, sender, message, { template })
  if (sent.result === 'refused')
    await write((tx) =>
      recordLostReply(
        tx,
        context,
        { ...place.conversation, message_id: message.message_id! },
        { kind: 'messenger_not_sent', reason: sent.error },
      ),
    )
  return answerOf(concluded, place)
}

function say(
  tx: Tx,
  context: Needs,
  by: Operator,
  { conversation, chat }: Place,
  { sender, name, template: _, ...wanted }: Wanted,
): StoredMessage {
  const { db } = context
  const { visitor_id: visitorId } = conversation
  if (name !== undefined && visitorId !== null && visitorQueries(db).nameOf(visitorId) === null)
    visitorQueries(db).describe(tx, visitorId, { name, email: null, phone: null })
  const { message } = postMessage(tx, context, conversation, {
    author: 'operator',
    authorName: by.name,
    // A program with a key is nobody's face.
    ...(by.sessionId !== null && { operatorId: by.operatorId }),
    content: wanted.body,
  })
  reopenConversation(tx, context, conversation, by.operatorId)
  const { maxLength } = context.channels.ofOrCurrent(sender.channel).capabilities
  return openMessage(tx, context, {
    ...wanted,
    // The job of the conversation's message sends what does not fit.
    body: splitText(wanted.body, maxLength)[0]!,
    to: chat.customer,
    sender,
    messageId: message.id,
    part: 0,
  })
}

/**
 * The response to the caller that sent a message.
 * @throws AppError if it was not sent, or its outcome is unknown
 */
export function answerOf(message: StoredMessage, { conversation }: Place): Delivered {
  const error = message.error === null ? undefined : decodeFault(message.error)
  if (message.status === 'failed') throw refused(error ?? fault('sms_never_sent'))
  if (message.status === 'unknown' || message.sid === null) throw outcomeUnknown(message.id)
  return {
    success: true,
    conversation_id: conversation.id,
    conversation_uuid: conversation.uuid,
    message_id: message.message_id!,
    whatsapp_message_id: message.id,
    message_sid: message.sid,
  }
}

/** A 500 has the shape of its endpoint here, other than elsewhere. */
function outcomeUnknown(id: number): AppError {
  const error = fault('messenger_outcome_unknown', { id })
  return new AppError('messenger_outcome_unknown', {
    params: { id },
    details: { success: false, error, error_code: familyCodeOf('messenger_outcome_unknown') },
  })
}

function refused(reason: Fault): AppError {
  const error_code = `PROVIDER_ERROR_${providerCodeOf(reason) ?? 'UNKNOWN'}`
  return new AppError('messenger_refused', { params: { reason }, details: { error_code } })
}
