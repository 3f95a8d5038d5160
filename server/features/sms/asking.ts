import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { FaultError } from '../../errors.ts'
import type { OutgoingSms, QuestionedSms } from '../../providers/sms/provider.ts'
import { type StoredSms, smsQueries } from './queries.ts'

/** A message in the form that providers take. */
export function outgoing(message: StoredSms): OutgoingSms {
  return {
    reference: String(message.id),
    from: message.from_number,
    to: message.to_number,
    body: message.body,
    createdAt: message.created_at,
  }
}

/** The same for a lookup; provider ids that belong to other messages are excluded. */
export function questioned({ db }: Pick<Context, 'db'>, message: StoredSms): QuestionedSms {
  const { id, provider, sms_sid: sid } = message
  return {
    ...outgoing(message),
    sid,
    isTaken: (other) => smsQueries(db).isTaken({ id, provider, sid: other }),
  }
}

interface WaitOptions {
  readonly ms: number
  readonly sleep: Context['sleep']
  /** Aborts the wait. */
  readonly giveUp: AbortSignal
}

/**
 * Makes a provider request with a timeout.
 * @throws the request's error, or the reason for giving up
 */
export async function within<answer>(
  { ms, sleep, giveUp }: WaitOptions,
  ask: (signal: AbortSignal) => Promise<answer>,
): Promise<answer> {
  giveUp.throwIfAborted()
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, giveUp])
  const late = sleep(ms, signal).then(() => {
    throw new FaultError(fault('sms_provider_slow', { seconds: ms / 1000 }))
  })
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    return await Promise.race([ask(signal), late, givenUp])
  } finally {
    ended.abort()
  }
}

/** Reason for an unknown outcome, from the error thrown. */
export function reasonOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  return fault('verbatim', { text: error instanceof Error ? error.message : String(error) })
}
