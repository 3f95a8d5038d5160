import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { isSid } from '../../../providers/form-api/shown.ts'
import { statusOf } from '../../../providers/sms/form-api/message.ts'
import { outcomeOfFound } from '../follow.ts'
import { type StoredSms, smsQueries } from '../queries.ts'
import { recordDelivery } from '../record-delivery.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'sms' | 'write'>

/** Delivery report of a provider. */
export interface StatusReport {
  /** Parley's own id, from the callback URL given to the provider. */
  readonly reference: string
  readonly sid: string
  readonly status: string
  /** The provider's error code, if something went wrong. */
  readonly errorCode: string
}

/** Applies a provider's delivery report; late, repeated and foreign reports have no effect. */
export async function applyReport(context: Needs, report: StatusReport): Promise<void> {
  const { write } = context
  const status = statusOf(report.status)
  const message = messageOf(context, report)
  if (!status || !message) return
  const error = /^\d{1,6}$/.test(report.errorCode)
    ? fault('sms_error_code', { number: report.errorCode })
    : undefined
  const found = { result: 'found', status, sid: report.sid, error } as const
  await write((tx) => recordDelivery(tx, context, message.id, outcomeOfFound(message, found)))
}

function messageOf({ db, sms }: Needs, { reference, sid }: StatusReport): StoredSms | undefined {
  const messages = smsQueries(db)
  const provider = sms.current.name
  if (!isSid(sid)) return undefined
  const message = /^\d{1,15}$/.test(reference)
    ? messages.find(Number(reference))
    : messages.bySid(provider, sid)
  if (message?.provider !== provider || message.is_attempted === 0) return undefined
  const isOther = message.sms_sid !== null && message.sms_sid !== sid
  return isOther || messages.isTaken({ id: message.id, provider, sid }) ? undefined : message
}
