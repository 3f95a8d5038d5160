import type { SmsStatus } from '#contracts/enums.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Sms, SmsDetail } from '#contracts/sms.ts'
import { toDateTime, toIso } from '../../db/time.ts'
import { SANDBOX } from '../../providers/sms/sandbox.ts'
import { toDollars } from '../platform/values/dollars.ts'
import type { StoredSms } from './queries.ts'

/** A row of `sms_messages` as far as the API exposes it. Times in ms, money in micro-dollars. */
export interface SmsRow {
  readonly id: number
  readonly phone_number_id: number
  readonly to_number: string
  readonly body: string
  readonly user_id: number
  readonly segments: number
  readonly segment_price: number
  readonly total_cost: number
  readonly status: SmsStatus
  readonly sms_sid: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** A text message in its API form, with keys in the order of docs/spec/api.md. */
export function presentSms(row: SmsRow): Sms {
  return {
    id: row.id,
    phone_number_id: row.phone_number_id,
    to: row.to_number,
    body: row.body,
    user_id: row.user_id,
    segments: row.segments,
    segment_price: toDollars(row.segment_price),
    total_cost: toDollars(row.total_cost),
    status: row.status,
    sms_sid: row.sms_sid ?? '',
    created_at: toDateTime(row.created_at),
    updated_at: toDateTime(row.updated_at),
  }
}

/** A text message with its outcome. */
export function presentSmsDetail(
  row: StoredSms,
  nextCheck: Date | undefined,
  localizer: Localizer,
): SmsDetail {
  return {
    ...presentSms(row),
    from: row.from_number,
    provider: row.provider,
    is_sandbox: row.provider === SANDBOX,
    error: localizer.translateStored(row.error),
    next_check_at: nextCheck === undefined ? null : toIso(nextCheck.getTime()),
  }
}
