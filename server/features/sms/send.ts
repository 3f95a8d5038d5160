import type { AnswerOf } from '#contracts/endpoint.ts'
import { type Fault, isFault } from '#contracts/faults.ts'
import type { sendSms as sendSmsEndpoint } from '#contracts/sms.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Sent } from '../../providers/sms/provider.ts'
import type { Claim } from '../platform/idempotency/once.ts'
import { answerOf, notSent } from './answer.ts'
import { outgoing, reasonOf, within } from './asking.ts'
import { openSms, type WantedSms } from './open.ts'
import { type Outcome, recordOutcome } from './outcome.ts'
import { type StoredSms, smsQueries } from './queries.ts'

type Needs = Pick<
  Context,
  'config' | 'db' | 'events' | 'jobs' | 'log' | 'now' | 'sleep' | 'sms' | 'write'
>

/**
 * Sends a message: reserves its cost, makes the provider request, settles (docs/spec/decisions.md, section 5). After a
 * crash at any point, `recoverSms` and `followSms` determine the rest from the record.
 * @throws AppError for every response other than success
 */
export async function sendSms(
  context: Needs,
  wanted: WantedSms,
  claim: Claim,
): Promise<AnswerOf<typeof sendSmsEndpoint>> {
  const message = await openSms(context, wanted, claim)
  await context.write((tx) => smsQueries(context.db).attempt(tx, message.id))
  const sent = await attempt(context, message)
  const concluded = await context.write((tx) =>
    recordOutcome(tx, context, message.id, outcomeOf(sent)),
  )
  if (sent.result === 'refused') throw notSent(sent.error, sent.retryAfterSeconds)
  if (sent.result === 'unknown') {
    context.log.warn({ sms: message.id }, 'the outcome of an SMS is unknown')
  }
  return answerOf(concluded)!
}

/** Makes the provider request; any failure other than a definite rejection leaves the outcome unknown. */
async function attempt({ config, sleep, sms }: Needs, message: StoredSms): Promise<Sent> {
  const waitOptions = { ms: config.limits.smsSendMs, sleep, giveUp: sms.givenUp }
  const provider = sms.of(message.provider) ?? sms.current
  try {
    return await within(waitOptions, (signal) => provider.send(outgoing(message), signal))
  } catch (error) {
    return { result: 'unknown', error: reasonOf(error) }
  }
}

/** Sends a message like `sendSms`; resolves to the reason if it was not sent. */
export async function trySms(...sending: Parameters<typeof sendSms>): Promise<Fault | undefined> {
  try {
    await sendSms(...sending)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { error: detail } = error.details
    return isFault(detail) ? detail : error.fault
  }
}

function outcomeOf(sent: Sent): Outcome {
  switch (sent.result) {
    case 'accepted':
      return { status: 'sent', sid: sent.sid, segments: sent.segments }
    case 'refused':
      return { status: 'failed', error: sent.error }
    case 'unknown':
      return { status: 'unknown', error: sent.error }
  }
}
