import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Found } from '../../providers/sms/provider.ts'
import { raiseNotice } from '../platform/notices/raise.ts'
import { questioned, reasonOf, within } from './asking.ts'
import { aboutUnknown, type Outcome } from './outcome.ts'
import { type StoredSms, smsQueries } from './queries.ts'
import { recordDelivery } from './record-delivery.ts'
import { interrupted } from './recover.ts'

type Needs = Pick<Context, 'config' | 'db' | 'events' | 'log' | 'now' | 'sleep' | 'sms' | 'write'>

const MINUTE_MS = 60_000

/** Delay of the first status check, ms after the record was written. */
export const FOLLOW_AFTER_MS = 2000

/** Age at which a queued message no longer counts as being sent, ms: providers have 15 s. */
export const STALE_MS = MINUTE_MS

/** Times of lookups for an unknown message, ms after it became unknown (docs/spec/decisions.md, section 5). */
export const RECONCILE_AFTER_MS = [1, 5, 30].map((minutes) => minutes * MINUTE_MS)

/** Time after which the account is notified of a message that is still unknown, ms. */
export const NOTICE_AFTER_MS = 24 * 60 * MINUTE_MS

/**
 * Looks up a message whose final status is not known and records the result: an unknown message is settled or released,
 * a sent one is delivered or not. A message still unknown after the last lookup stays so, with its money reserved, and
 * a day later the account is notified.
 * @returns the time of the next call; undefined if nothing is left to do
 */
export async function followSms(
  context: Needs,
  id: number,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  const message = smsQueries(context.db).find(id)
  if (!message) return undefined
  const time = context.now().getTime()
  if (message.status === 'queued') {
    const staleAt = message.created_at + STALE_MS
    if (time < staleAt) return new Date(staleAt)
    const settled = await context.write((tx) =>
      recordDelivery(tx, context, id, interrupted(message)),
    )
    return nextLook(context, settled, time)
  }
  const [first] = questions(context, message)
  if (first === undefined) return undefined
  if (time < message.updated_at + first) return new Date(message.updated_at + first)
  const tellAt = message.updated_at + NOTICE_AFTER_MS
  if (message.status === 'unknown' && time >= tellAt) return await notifyOwner(context, message)
  return nextLook(context, await ask(context, message, stopping), time)
}

async function notifyOwner(context: Needs, message: StoredSms): Promise<undefined> {
  await context.write((tx) =>
    raiseNotice(
      tx,
      context,
      aboutUnknown(message),
      fault('sms_unknown_for_a_day', { id: message.id }),
    ),
  )
}

async function ask(context: Needs, message: StoredSms, stopping: AbortSignal): Promise<StoredSms> {
  const found = await lookup(context, message, stopping)
  if (found.result === 'unclear') {
    context.log.warn({ sms: message.id }, 'an SMS could not be asked about')
    return message
  }
  return await context.write((tx) =>
    recordDelivery(tx, context, message.id, outcomeOfFound(message, found)),
  )
}

async function lookup(context: Needs, message: StoredSms, stopping: AbortSignal): Promise<Found> {
  const { config, db, sleep, sms } = context
  const provider = sms.of(message.provider)
  if (!provider)
    return {
      result: 'unclear',
      error: fault('sms_provider_missing', { provider: message.provider }),
    }
  try {
    const waitOptions = { ms: config.limits.smsSendMs, sleep, giveUp: stopping }
    const question = questioned(context, message)
    const found = await within(waitOptions, (signal) => provider.lookup(question, signal))
    const isGuess = message.sms_sid === null && found.result === 'found'
    // The match may be an identical message that is being sent right now.
    if (isGuess && (smsQueries(db).isInFlight(message) || question.isTaken(found.sid)))
      return { result: 'unclear', error: fault('sms_ambiguous') }
    return found
  } catch (error) {
    return { result: 'unclear', error: reasonOf(error) }
  }
}

/** Converts a lookup result to an outcome; `absent` has no effect on a message that was sent. */
export function outcomeOfFound(
  message: StoredSms,
  found: Exclude<Found, { result: 'unclear' }>,
): Outcome {
  if (found.result === 'absent') {
    return { status: 'failed', error: fault('sms_absent') }
  }
  const { status, sid, segments, error } = found
  // A message that was accepted and failed afterwards is still charged.
  const isLate = message.status === 'sent' && status === 'failed'
  return { status: isLate ? 'undelivered' : status, sid, segments, error }
}

/** Time of the next status check; undefined when there are no more. */
export function nextCheckOf(context: Pick<Context, 'sms' | 'now'>, message: StoredSms) {
  if (message.status === 'queued') return new Date(message.created_at + STALE_MS)
  return nextQuestion(context, message, context.now().getTime())
}

/** Times of the lookups, ms after the last change. */
function questions(
  { sms }: Pick<Context, 'sms'>,
  { status, provider }: StoredSms,
): readonly number[] {
  if (status === 'unknown') return RECONCILE_AFTER_MS
  return status === 'sent' ? (sms.of(provider)?.followUps ?? []) : []
}

/** Time of the next step: a status check, or a notice that none was answered. */
function nextLook(
  context: Pick<Context, 'sms'>,
  message: StoredSms,
  time: number,
): Date | undefined {
  const question = nextQuestion(context, message, time)
  if (question || message.status !== 'unknown') return question
  return new Date(message.updated_at + NOTICE_AFTER_MS)
}

function nextQuestion(
  context: Pick<Context, 'sms'>,
  message: StoredSms,
  time: number,
): Date | undefined {
  const next = questions(context, message)
    .map((delay) => message.updated_at + delay)
    .find((at) => at > time)
  return next === undefined ? undefined : new Date(next)
}
