import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Receipt } from '../../providers/messenger/channel.ts'
import { raiseNotice } from '../platform/notices/raise.ts'
import { reasonOf, within } from '../sms/asking.ts'
import { NOTICE_AFTER_MS, RECONCILE_AFTER_MS, STALE_MS } from '../sms/follow.ts'
import { interrupted } from '../sms/recover.ts'
import { aboutUnknown } from './outcome.ts'
import { FOLLOW_AFTER_MS, outgoing } from './outgoing.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'
import { recordDelivery } from './receipt.ts'
import { senderQueries } from './senders/queries.ts'

type Needs = Pick<
  Context,
  'channels' | 'config' | 'db' | 'events' | 'log' | 'now' | 'randomBytes' | 'sleep' | 'write'
>

/** Time after which a message that its job was to send is given up, ms. */
const OWED_MS = 2 * 3_600_000

/**
 * Asks the channel about a message whose final status is not known and records the receipt. A message still unknown after
 * the last lookup stays so, with its money reserved, and a day later the account is notified.
 * @returns the time of the next call; undefined if nothing is left to do
 */
export async function followMessage(
  context: Needs,
  id: number,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const message = messengerQueries(context.db).find(id)
  if (!message) return undefined
  const time = context.now().getTime()
  if (message.status === 'queued') {
    const staleAt = message.created_at + STALE_MS
    // Its job decides what becomes of it, unless that has given up.
    if (message.is_owed && message.message_id !== null && time < message.created_at + OWED_MS)
      return new Date(time + STALE_MS)
    if (time < staleAt) return new Date(Math.min(staleAt, time + FOLLOW_AFTER_MS))
    const settled = await context.write((tx) =>
      recordDelivery(tx, context, id, interrupted(message)),
    )
    return nextLook(context, settled, time)
  }
  const [first] = looks(context, message)
  if (first === undefined) return undefined
  if (time < first) return new Date(first)
  if (message.status === 'unknown' && time >= message.updated_at + NOTICE_AFTER_MS)
    return await notifyOwner(context, message)
  return nextLook(context, await ask(context, message, stopping), time)
}

async function notifyOwner(context: Needs, message: StoredMessage): Promise<undefined> {
  const reason = fault('messenger_unknown_for_a_day', { id: message.id })
  await context.write((tx) => raiseNotice(tx, context, aboutUnknown(message), reason))
}

async function ask(
  context: Needs,
  message: StoredMessage,
  stopping: AbortSignal,
): Promise<StoredMessage> {
  const receipt = await lookup(context, message, stopping)
  if (receipt.result === 'unclear') {
    context.log.warn({ messenger: message.id }, 'a message could not be asked about')
    return message
  }
  return await context.write((tx) =>
    recordDelivery(
      tx,
      context,
      message.id,
      receipt.result === 'absent'
        ? { status: 'failed', error: fault('sms_absent') }
        : {
            // A message that was accepted and failed afterwards is still charged.
            status:
              message.status !== 'unknown' && receipt.status === 'failed'
                ? 'undelivered'
                : receipt.status,
            sid: receipt.sid,
            error: receipt.error,
          },
    ),
  )
}

async function lookup(
  { channels, config, db, now, sleep }: Needs,
  message: StoredMessage,
  stopping: AbortSignal,
): Promise<Receipt> {
  const channel = channels.of(message.channel)
  const sender = senderQueries(db).byId(message.sender_id)
  if (!channel || !sender) return { result: 'unclear', error: fault('channel_missing') }
  const age = now().getTime() - (message.sent_at ?? message.created_at)
  const question = { ...outgoing(sender, message), sid: message.sid, age }
  try {
    const waitOptions = { ms: config.limits.smsSendMs, sleep, giveUp: stopping }
    return await within(waitOptions, (signal) => channel.lookup(question, signal))
  } catch (error) {
    return { result: 'unclear', error: reasonOf(error) }
  }
}

/** Times of the lookups, ms since 1970. */
function looks({ channels }: Pick<Needs, 'channels'>, message: StoredMessage): number[] {
  const { status, channel, sent_at, updated_at } = message
  if (status === 'unknown') return RECONCILE_AFTER_MS.map((delay) => updated_at + delay)
  if (status !== 'sent' && status !== 'delivered') return []
  return (channels.of(channel)?.followUps ?? []).map((delay) => sent_at! + delay)
}

/** Time of the next step: a lookup, or a notice that none was answered. */
function nextLook(context: Needs, message: StoredMessage, time: number): Date | undefined {
  const next = looks(context, message).find((at) => at > time)
  if (next !== undefined) return new Date(next)
  return message.status === 'unknown' ? new Date(message.updated_at + NOTICE_AFTER_MS) : undefined
}
