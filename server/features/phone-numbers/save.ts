import Database from 'better-sqlite3'
import { fault } from '#contracts/faults.ts'
import type { NewPhoneNumber, PhoneNumberChange } from '#contracts/phone-numbers.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { InvalidFields } from '../../errors.ts'
import { addressOf } from './address.ts'
import { type PhoneNumberFields, type PhoneNumberRow, phoneNumberQueries } from './queries.ts'
import { isFixed } from './rules.ts'
import { trunkQueries } from './sip-trunks/queries.ts'

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
  const fields = fieldsOf(sent)
  assertNoTrunk(db, userId, fields)
  return once(() => phoneNumberQueries(db).insert(tx, userId, fields, now()))
}

/**
 * Changes a number to validated values; fields that are not sent are kept.
 * @throws InvalidFields if the account already has it
 */
export function updateNumber(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
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
  const fields = isFixed(row)
    ? { ...row, ...ownFieldsOf({ ...stored, ...change }) }
    : fieldsOf({ ...stored, ...change } as NewPhoneNumber)
  if (fields.phone_number !== row.phone_number) assertNoTrunk(db, row.user_id, fields)
  if (row.is_trunk === 1 && fields.nickname !== row.nickname)
    trunkQueries(db).touch(tx, row.id, now())
  return once(() => phoneNumberQueries(db).update(tx, row.id, fields))
}

function fieldsOf(number: NewPhoneNumber): PhoneNumberFields {
  return {
    ...addressOf(number.type, number.phone_number)!,
    ...ownFieldsOf(number),
    type: number.type,
    sms_capable: number.sms_capable ? 1 : 0,
    subscription_expires_at: number.subscription_expires_at ?? null,
  }
}

/** The fields of every number that are the operator's, whoever decides about the others. */
const ownFieldsOf = ({ nickname, sms_assistant_id }: PhoneNumberChange) => ({
  nickname: nickname || null,
  sms_assistant_id: sms_assistant_id ?? null,
})

/** Trunks may share a number with each other, but not with other numbers. */
function assertNoTrunk(
  db: Context['db'],
  userId: number,
  { phone_number }: PhoneNumberFields,
): void {
  if (phoneNumberQueries(db).isOwn(userId, phone_number, { asTrunk: true })) throw taken()
}

const taken = () => new InvalidFields({ phone_number: [fault('taken')] })

function once(write: () => PhoneNumberRow): PhoneNumberRow {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE')
      throw error
    throw taken()
  }
}
