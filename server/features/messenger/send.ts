import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import type {
  Channel,
  OutgoingFile,
  OutgoingMessage,
  OutgoingTemplate,
} from '../../providers/messenger/channel.ts'
import type { Sent } from '../../providers/sms/provider.ts'
import { reserve } from '../billing/money/ledger.ts'
import { priceOf } from '../billing/money/prices.ts'
import { parseNumber, parseOwnNumber } from '../platform/values/telephone.ts'
import { reasonOf, within } from '../sms/asking.ts'
import { smsChatQueries } from '../sms/chat/queries.ts'
import { customerAddress, isFree } from './address.ts'
import { type Outcome, recordOutcome, recordStatus, spendingOf } from './outcome.ts'
import { FOLLOW_AFTER_MS, outgoing } from './outgoing.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'
import type { SenderRow } from './senders/queries.ts'

type Needs = Pick<
  Context,
  | 'channels'
  | 'config'
  | 'db'
  | 'events'
  | 'jobs'
  | 'log'
  | 'now'
  | 'randomBytes'
  | 'sleep'
  | 'sms'
  | 'write'
>

const DAY_MS = 86_400_000

/** A customer who may be written to, with the price of a message in micro-dollars. */
export interface Destination {
  readonly to: string
  readonly price: number
}

/**
 * Checks that a sender may write to a customer.
 * @throws AppError `invalid_phone`, `destination_not_priced`
 */
export function destinationOf(
  context: Pick<Needs, 'db'>,
  sender: SenderRow,
  customer: string,
): Destination {
  const to = customerAddress(context, sender, customer)
  if (to === undefined) throw new AppError('invalid_phone')
  if (isFree(sender)) return { to, price: 0 }
  const number = parseNumber(to) ?? parseOwnNumber(to)
  const price = (number && priceOf(context.db, number.country)?.messenger) ?? undefined
  if (price === undefined) throw new AppError('destination_not_priced')
  return { to, price }
}

/**
 * Checks what holds for every message to a customer.
 * @throws AppError `opted_out`, `messaging_limit_reached`
 */
export function assertReachable({ db, now }: Needs, sender: SenderRow, to: string): void {
  if (smsChatQueries(db).isStopped(sender.user_id, to)) throw new AppError('opted_out')
  const { id, messaging_limit: limit } = sender
  // Its service counts only conversations that the business starts, and enforces the limit itself.
  if (limit === null || isFree(sender)) return
  const since = now().getTime() - DAY_MS
  const messages = messengerQueries(db)
  if (!messages.isRecent(id, to, since) && messages.recipients(id, since) >= limit)
    throw new AppError('messaging_limit_reached')
}

/** A message to be sent: a part of a conversation's message. */
interface NewMessage extends Destination {
  readonly sender: SenderRow
  readonly messageId: number
  readonly part: number
  readonly body: string
  readonly templateId?: number
  /** A job will send it, also after a crash. */
  readonly isOwed?: boolean
}

/**
 * Inserts a message and reserves its cost. Nothing is awaited.
 * @throws AppError `balance_insufficient`; the transaction must be abandoned
 */
export function openMessage(tx: Tx, context: Needs, wanted: NewMessage): StoredMessage {
  const { db, jobs, now } = context
  const { sender, messageId, part, body, templateId = null, isOwed = false, to, price } = wanted
  const message = messengerQueries(db).insert(tx, {
    userId: sender.user_id,
    senderId: sender.id,
    messageId,
    part,
    templateId,
    to,
    body,
    price,
    channel: sender.channel,
    isOwed: isOwed ? 1 : 0,
    now: now().getTime(),
  })
  if (!isFree(sender) && !reserve(tx, context, spendingOf(message), price))
    throw new AppError('balance_insufficient')
  jobs.add(tx, {
    kind: 'messenger.follow',
    payload: { id: message.id },
    runAt: new Date(message.created_at + FOLLOW_AFTER_MS),
  })
  recordStatus(tx, context, message)
  return message
}

interface CarryOptions {
  readonly file?: OutgoingFile | undefined
  readonly isMarkdown?: boolean
  readonly template?: OutgoingTemplate | undefined
  /** Leaves a message that the channel wants later to its job. */
  readonly mayWait?: boolean
}

/** Hands a message to its channel, once, and records the outcome. After a crash, `recoverMessages` determines it. */
export async function carry(
  context: Needs,
  sender: SenderRow,
  message: StoredMessage,
  { mayWait = false, ...options }: CarryOptions = {},
): Promise<{ readonly sent: Sent; readonly message: StoredMessage }> {
  const { channels, db, log, write } = context
  await write((tx) => messengerQueries(db).attempt(tx, message.id))
  const channel = channels.of(message.channel)
  const sent = await attempt(context, channel, outgoing(sender, message), options)
  if (mayWait && sent.result === 'refused' && sent.retryAfterSeconds !== undefined) {
    await write((tx) => messengerQueries(db).owe(tx, message.id))
    return { sent, message }
  }
  const concluded = await write((tx) => recordOutcome(tx, context, message.id, outcomeOf(sent)))
  if (sent.result === 'unknown')
    log.warn({ messenger: message.id }, 'the outcome of a message is unknown')
  return { sent, message: concluded }
}

/** Makes the request; any failure other than a definite rejection leaves the outcome unknown. */
async function attempt(
  { config, sleep, sms }: Needs,
  channel: Channel | undefined,
  message: OutgoingMessage,
  options: Omit<CarryOptions, 'mayWait'>,
): Promise<Sent> {
  if (!channel) return { result: 'refused', error: CHANNEL_GONE }
  if (channel.fault) return { result: 'refused', error: channel.fault }
  const waitOptions = { ms: config.limits.smsSendMs, sleep, giveUp: sms.givenUp }
  try {
    return await within(waitOptions, (signal) => channel.send(message, { ...options, signal }))
  } catch (error) {
    return { result: 'unknown', error: reasonOf(error) }
  }
}

const CHANNEL_GONE = { code: 'channel_missing' } as const

function outcomeOf(sent: Sent): Outcome {
  switch (sent.result) {
    case 'accepted':
      return { status: 'sent', sid: sent.sid }
    case 'refused':
      return { status: 'failed', error: sent.error }
    case 'unknown':
      return { status: 'unknown', error: sent.error }
  }
}
