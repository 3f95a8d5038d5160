import { inEnglish } from '#contracts/catalogues.ts'
import type { SmsStatus } from '#contracts/enums.ts'
import { encodeFault, type Fault, fault, type StoredFault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { release, type Spending, settle } from '../billing/money/ledger.ts'
import { dropNotice, type Subject } from '../platform/notices/raise.ts'
import { presentSms } from './present.ts'
import { type StoredSms, smsQueries } from './queries.ts'
import { isOpen, mayFollow } from './states.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** A change in the state of a message. */
export interface Outcome {
  readonly status: Exclude<SmsStatus, 'queued'>
  readonly sid?: string | undefined
  /** Number of segments billed by the provider. */
  readonly segments?: number | undefined
  readonly error?: Fault | undefined
}

/**
 * Records the outcome of a message, with its charge and event, in one transaction. Late and repeated outcomes have no
 * effect.
 * @returns the message after the change
 */
export function recordOutcome(tx: Tx, context: Needs, id: number, outcome: Outcome): StoredSms {
  const { db, events, now } = context
  const messages = smsQueries(db)

  const message = messages.find(id)!
  if (!mayFollow(message.status, outcome.status)) return message
  const changed = messages.change(tx, {
    id,
    status: outcome.status,
    sid: outcome.sid ?? null,
    now: now().getTime(),
    ...(isOpen(message.status) ? charged(tx, context, message, outcome) : asBefore(message)),
  })
  if (message.status === 'unknown') dropNotice(tx, context, aboutUnknown(message))
  events.record(tx, {
    userId: changed.user_id,
    type: 'sms.updated',
    payload: presentSms(changed),
  })
  return changed
}

/** Notice about a message whose outcome is unknown. */
export const aboutUnknown = ({ id, user_id }: Pick<StoredSms, 'id' | 'user_id'>): Subject => ({
  userId: user_id,
  kind: 'sms_unknown',
  subject: String(id),
})

/** Ledger purpose of a message. */
export const spendingOf = ({ id, user_id }: Pick<StoredSms, 'id' | 'user_id'>): Spending => ({
  userId: user_id,
  purpose: 'sms',
  reference: String(id),
})

interface Bill {
  readonly segments: number
  readonly totalCost: number
  readonly error: StoredFault | null
}

const asBefore = ({ segments, total_cost, error }: StoredSms): Bill => ({
  segments,
  totalCost: total_cost,
  error,
})

/** Settles the reservation: released if the message was not sent, kept if its outcome is unknown. */
function charged(tx: Tx, context: Needs, message: StoredSms, outcome: Outcome): Bill {
  const error = outcome.error ? encodeFault(outcome.error) : null
  if (outcome.status === 'unknown') return { ...asBefore(message), error }
  if (outcome.status === 'failed') {
    release(tx, context, spendingOf(message))
    return { segments: message.segments, totalCost: 0, error }
  }
  return settledFor(tx, context, message, outcome.segments ?? message.segments)
}

/**
 * Charges the segments billed by the provider; a number above the counted one is flagged, and charged if the balance
 * suffices.
 */
function settledFor(tx: Tx, context: Needs, message: StoredSms, segments: number): Bill {
  const flag =
    segments > message.segments
      ? fault('sms_segments_differ', { billed: segments, counted: message.segments })
      : undefined
  const cost = segments * message.segment_price
  const totalCost = settle(
    tx,
    context,
    spendingOf(message),
    cost,
    flag && inEnglish.translate(flag),
  )
  if (totalCost === cost) return { segments, totalCost, error: flag ? encodeFault(flag) : null }
  return {
    segments: message.segments,
    totalCost,
    error: encodeFault(fault('sms_segments_unpaid', { reason: flag! })),
  }
}
