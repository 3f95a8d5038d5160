import Database from 'better-sqlite3'
import { fault } from '#contracts/faults.ts'
import type { NewPhoneNumber, PhoneNumberChange } from '#contracts/phone-numbers.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { InvalidFields } from '../../errors.ts'
import { addressOf } from './address.ts'
import { type PhoneNumberFields, type PhoneNumberRow, phoneNumberQueries } from './queries.ts'

/**
 * Adds a validated number.
 * @throws InvalidFields if the account already has it
 */
export function createNumber(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  sent: NewPhoneNumber,
): PhoneNumberRow {
  return once(() => phoneNumberQueries(db).insert(tx, userId, fieldsOf(sent), now()))
}

/**
 * Changes a number to validated values; fields that are not sent are kept.
 * @throws InvalidFields if the account already has it
 */
export function updateNumber(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  row: PhoneNumberRow,
  change: PhoneNumberChange,
): PhoneNumberRow {
  const stored: NewPhoneNumber = {
    phone_number: row.phone_number,
    type: row.type,
    sms_capable: row.sms_capable === 1,
    subscription_expires_at: row.subscription_expires_at ?? undefined,
    nickname: row.nickname ?? undefined,
    sms_assistant_id: row.sms_assistant_id ?? undefined,
  }
  // In a parsed change, required fields are never undefined.
  const fields = fieldsOf({ ...stored, ...change } as NewPhoneNumber)
  return once(() => phoneNumberQueries(db).update(tx, row.id, fields))
}

function fieldsOf(number: NewPhoneNumber): PhoneNumberFields {
  return {
    ...addressOf(number.type, number.phone_number)!,
    type: number.type,
    nickname: number.nickname ?? null,
    sms_capable: number.sms_capable ? 1 : 0,
    subscription_expires_at: number.subscription_expires_at ?? null,
    sms_assistant_id: number.sms_assistant_id ?? null,
  }
}

function once(write: () => PhoneNumberRow): PhoneNumberRow {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE')
      throw error
    throw new InvalidFields({ phone_number: [fault('taken')] })
  }
}
