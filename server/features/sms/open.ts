import { segmentsOf } from '#contracts/segments.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { reserve } from '../billing/money/ledger.ts'
import { priceOf } from '../billing/money/prices.ts'
import { isActive } from '../phone-numbers/present.ts'
import { type PhoneNumberRow, phoneNumberQueries } from '../phone-numbers/queries.ts'
import type { Claim } from '../platform/idempotency/once.ts'
import { parseNumber } from '../platform/values/telephone.ts'
import { maybeSentAlready, notSent } from './answer.ts'
import { FOLLOW_AFTER_MS } from './follow.ts'
import { spendingOf } from './outcome.ts'
import { assertPolicy } from './policy.ts'
import { presentSms } from './present.ts'
import { type StoredSms, smsQueries } from './queries.ts'

type Needs = Pick<Context, 'config' | 'db' | 'events' | 'jobs' | 'now' | 'sms' | 'write'>

/** A message to be sent for an account. */
export interface WantedSms {
  readonly userId: number
  /** Id of the account's number. */
  readonly from: number
  readonly to: string
  readonly body: string
  /** Sends it even if an identical message may have been sent. */
  readonly force: boolean
}

/**
 * Validates a message and reserves its cost, all in the transaction that inserts its record (docs/spec/decisions.md,
 * sections 2 and 5), so that the checks still hold. Nothing is awaited.
 * @throws AppError 400, 409, 429, or 500 if the provider cannot send at all; nothing is inserted then
 */
export async function openSms(context: Needs, wanted: WantedSms, claim: Claim): Promise<StoredSms> {
  const { db, write, events, jobs, now, sms } = context
  const messages = smsQueries(db)
  return await write((tx) => {
    const sender = senderOf(context, wanted)
    const { to, country, price } = destinationOf(context, wanted)
    const { name: provider, fault } = sms.forCarrier(sender.carrier)
    if (fault !== undefined) throw notSent(fault)
    const twin = { userId: wanted.userId, phoneNumberId: sender.id, to, body: wanted.body }
    const unknown = claim.hasKey || wanted.force ? undefined : messages.unknownTwin(twin)
    if (unknown !== undefined) throw maybeSentAlready(unknown)
    const message = messages.insert(tx, {
      ...twin,
      country,
      from: sender.phone_number,
      segments: segmentsOf(wanted.body),
      segmentPrice: price,
      provider,
      now: now().getTime(),
    })
    if (!reserve(tx, context, spendingOf(message), message.total_cost))
      throw new AppError('insufficient_balance_for_sms')
    claim.tie(tx, message.id)
    jobs.add(tx, {
      kind: 'sms.follow',
      payload: { sms_id: message.id },
      runAt: new Date(message.created_at + FOLLOW_AFTER_MS),
    })
    events.record(tx, {
      userId: message.user_id,
      type: 'sms.created',
      payload: presentSms(message),
    })
    return message
  })
}

function senderOf({ db, now }: Needs, { userId, from }: WantedSms): PhoneNumberRow {
  const number = phoneNumberQueries(db).find(userId, from)
  if (!number) throw new AppError('sender_not_found')
  if (number.sms_capable === 0) throw new AppError('sender_not_sms_capable')
  if (!isActive(number, now())) throw new AppError('sender_inactive')
  return number
}

interface Destination {
  readonly to: string
  readonly country: string
  /** Per segment, micro-dollars. */
  readonly price: number
}

function destinationOf(context: Needs, wanted: WantedSms): Destination {
  const { db } = context
  const number = parseNumber(wanted.to)
  if (!number) throw new AppError('recipient_invalid')
  const price = priceOf(db, number.country)?.sms ?? undefined
  if (price === undefined) throw new AppError('destination_unsupported')
  assertPolicy(context, wanted.userId, number.country)
  return { to: number.e164, country: number.country, price }
}
