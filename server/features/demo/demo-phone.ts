import { encodeFault, fault } from '#contracts/faults.ts'
import { segmentsOf } from '#contracts/segments.ts'
import type { Tx } from '../../db/write.ts'
import { reserve, settle } from '../billing/money/ledger.ts'
import { smsQueries } from '../sms/queries.ts'
import type { Stage } from './demo-talk.ts'
import { TEXTS } from './demo-words.ts'

/** Price of a text message in the demo, micro-dollars. */
const SMS_PRICE = 79_000

/** The shop's own number. */
export const SHOP_NUMBER = '+493055501234'

/** Sends a text message, usually successfully. */
export function text(tx: Tx, { context, chance, cast, wait }: Stage, numberId: number): void {
  const messages = smsQueries(context.db)
  const userId = cast.assistant.user_id
  const body = chance.pick(TEXTS)
  const segments = segmentsOf(body)
  const { id } = messages.insert(tx, {
    userId,
    phoneNumberId: numberId,
    from: SHOP_NUMBER,
    to: customer(chance.below(40)),
    country: 'DE',
    body,
    segments,
    segmentPrice: SMS_PRICE,
    provider: 'sandbox',
    now: wait(0),
  })
  const spending = { userId, purpose: 'sms', reference: String(id) } as const
  const isPaid = reserve(tx, context, spending, segments * SMS_PRICE)
  const isDelivered = isPaid && chance.happens(0.97)
  if (isPaid) settle(tx, context, spending, isDelivered ? segments * SMS_PRICE : 0)
  messages.change(tx, {
    id,
    status: isDelivered ? 'delivered' : 'failed',
    sid: isDelivered ? `demo-${id}` : null,
    segments,
    totalCost: isDelivered ? segments * SMS_PRICE : 0,
    error: isDelivered
      ? null
      : encodeFault(fault('verbatim', { text: 'The number is not in service.' })),
    now: wait(4000),
  })
}

/** Number of one of the customers who call and write. */
export const customer = (number: number): string => `+49151555${String(10_000 + number)}`
