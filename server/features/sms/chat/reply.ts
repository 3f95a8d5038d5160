import { type Fault, fault } from '#contracts/faults.ts'
import { withoutPictures } from '#contracts/pictures.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordLostReply } from '../record-lost-reply.ts'
import { type sendSms, trySms } from '../send.ts'
import { partsOf } from './parts.ts'
import { type Reply, smsChatQueries } from './queries.ts'

type Needs = Parameters<typeof sendSms>[0] & Pick<Context, 'db' | 'events' | 'now' | 'write'>

/**
 * Sends a reply of an assistant or operator by SMS, each part once, at the regular price. If a part cannot be sent, the
 * conversation says so, and the rest is not sent either.
 */
export async function replyBySms(
  context: Needs,
  messageId: number,
  stopping: AbortSignal,
): Promise<void> {
  const chats = smsChatQueries(context.db)
  const reply = chats.reply(messageId)
  if (!reply) return
  for (const [part, body] of partsOf(withoutPictures(reply.content)).entries()) {
    if (stopping.aborted) return
    const known = chats.partStatus(messageId, part)
    if (known === 'failed') return
    if (known !== undefined) continue
    const refusal = await send(context, reply, { part, body })
    if (refusal === undefined) continue
    const loss = { kind: 'sms_not_sent', reason: refusal } as const
    return await context.write((tx) => recordLostReply(tx, context, reply, loss))
  }
}

interface Part {
  readonly part: number
  readonly body: string
}

/** Sends one part; returns the reason why it is not sent, or may not be. */
async function send(
  context: Needs,
  { message_id, user_id: userId, phone_number_id: from, customer: to }: Reply,
  { part, body }: Part,
): Promise<Fault | undefined> {
  const chats = smsChatQueries(context.db)
  if (from === null) return fault('sms_number_deleted')
  if (chats.isStopped(userId, to)) return fault('sms_stopped')
  // Claimed in the transaction that inserts the record, so that a crash cannot cause it to be sent twice.
  const claim = {
    hasKey: true,
    tie: (tx: Tx, smsId: number) => chats.tie(tx, message_id, part, smsId),
  }
  return trySms(context, { userId, from, to, body, force: false }, claim)
}
