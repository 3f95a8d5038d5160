import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { releaseNumber } from '../assistants/number.ts'
import { boughtNumberQueries } from './bought-queries.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Deletes a number. It is removed from assistants and campaigns; messages and calls from it are unchanged. */
export function removeNumber(
  tx: Tx,
  context: Needs,
  { id, user_id }: Pick<PhoneNumberRow, 'id' | 'user_id'>,
): void {
  releaseNumber(tx, context, user_id, id)
  phoneNumberQueries(context.db).remove(tx, id)
}

/**
 * Schedules the release of a bought number for the end of the month that is paid.
 * @throws AppError `phone_number_being_released` if it is scheduled already
 */
export function scheduleRelease(tx: Tx, { db }: Pick<Context, 'db'>, row: PhoneNumberRow): void {
  if (row.release_at !== null) throw new AppError('phone_number_being_released')
  boughtNumberQueries(db).setRelease(tx, row.id, row.subscription_expires_at)
}

/**
 * Cancels the scheduled release of a number.
 * @throws AppError `phone_number_not_being_released` if none is scheduled, or it is due
 */
export function cancelRelease(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  row: PhoneNumberRow,
): PhoneNumberRow {
  if (row.release_at === null || row.release_at <= now().getTime())
    throw new AppError('phone_number_not_being_released')
  boughtNumberQueries(db).setRelease(tx, row.id, null)
  return phoneNumberQueries(db).find(row.user_id, row.id)!
}
