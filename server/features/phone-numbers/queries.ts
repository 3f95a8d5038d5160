import type { PhoneNumberType } from '#contracts/enums.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A stored phone number. Times are milliseconds. */
export interface PhoneNumberRow {
  readonly id: number
  readonly user_id: number
  /** E.164, a SIP address, or the extension of a trunk. */
  readonly phone_number: string
  readonly nickname: string | null
  readonly country_code: string
  readonly type: PhoneNumberType
  readonly sms_capable: number
  /** Null if it does not expire. */
  readonly subscription_expires_at: number | null
  /** The assistant that answers text messages to the number. */
  readonly sms_assistant_id: number | null
  readonly created_at: number
  /** `sandbox`, or the carrier's region. */
  readonly region: string
  /** The carrier that sold it; null if it was added by hand. */
  readonly carrier: string | null
  /** Micro-dollars; null if it was not bought. */
  readonly monthly_price: number | null
  /** Time at which a month could not be paid. */
  readonly lapsed_at: number | null
  /** Time of its scheduled release. */
  readonly release_at: number | null
  /** 0 until the carrier has confirmed the order. */
  readonly is_ordered: number
  readonly is_trunk: number
}

/** Columns set from the operator's input. */
export type PhoneNumberFields = Pick<
  PhoneNumberRow,
  | 'phone_number'
  | 'nickname'
  | 'country_code'
  | 'type'
  | 'sms_capable'
  | 'subscription_expires_at'
  | 'sms_assistant_id'
>

export type AssignableRow = Pick<
  PhoneNumberRow,
  'id' | 'phone_number' | 'country_code' | 'type'
> & {
  readonly is_available: number
}

/** Condition for numbers assigned to an inbound assistant. */
const IS_ANSWERED = `EXISTS (
  SELECT 1 FROM assistants
  WHERE assistants.phone_number_id = phone_numbers.id AND assistants.type = 'inbound' AND assistants.deleted_at IS NULL
)`

/** All SQL for phone numbers; ids ascending. */
export const phoneNumberQueries = oncePerDb((sql) => {
  const all = sql.read<[number], PhoneNumberRow>(
    'SELECT * FROM phone_numbers WHERE user_id = ? ORDER BY id',
  )
  const find = sql.read<[number, number], PhoneNumberRow>(
    'SELECT * FROM phone_numbers WHERE id = ? AND user_id = ?',
  )
  const isAnswered = sql
    .read<[number], number>(`SELECT ${IS_ANSWERED} FROM phone_numbers WHERE id = ?`)
    .pluck()
  const assignable = sql.read<[number], AssignableRow>(`
    SELECT id, phone_number, country_code, type, type <> 'caller_id' AND NOT ${IS_ANSWERED} AS is_available
    FROM phone_numbers WHERE user_id = ? ORDER BY id
  `)
  const insert = sql.write<
    [PhoneNumberFields & { user_id: number; created_at: number }],
    PhoneNumberRow
  >(`
    INSERT INTO phone_numbers (
      user_id, phone_number, nickname, country_code, type, sms_capable, subscription_expires_at, sms_assistant_id,
      created_at
    ) VALUES (
      :user_id, :phone_number, :nickname, :country_code, :type, :sms_capable, :subscription_expires_at,
      :sms_assistant_id, :created_at
    ) RETURNING *
  `)
  const update = sql.write<[PhoneNumberFields & { id: number }], PhoneNumberRow>(`
    UPDATE phone_numbers SET
      phone_number = :phone_number, nickname = :nickname, country_code = :country_code, type = :type,
      sms_capable = :sms_capable, subscription_expires_at = :subscription_expires_at,
      sms_assistant_id = :sms_assistant_id
    WHERE id = :id RETURNING *
  `)
  const textable = sql.read<[{ number: string; now: number }], PhoneNumberRow>(`
    SELECT * FROM phone_numbers
    WHERE phone_number = :number AND sms_capable = 1
      AND (subscription_expires_at IS NULL OR subscription_expires_at > :now)
    ORDER BY id LIMIT 1
  `)
  const countries = sql
    .read<[number], string>(
      "SELECT DISTINCT country_code FROM phone_numbers WHERE user_id = ? AND country_code <> 'ZZ' ORDER BY 1",
    )
    .pluck()
  const chosenCountries = sql
    .read<[number], string | null>('SELECT countries FROM sms_policies WHERE user_id = ?')
    .pluck()
  const isInUse = sql
    .read<[{ userId: number; number: string }], number>(`
      SELECT EXISTS (
        SELECT 1 FROM phone_numbers WHERE phone_number = :number
          AND (user_id = :userId OR carrier IS NOT NULL OR sms_capable = 1)
      )
    `)
    .pluck()
  const isOwn = sql
    .read<[{ userId: number; number: string; isTrunk: number }], number>(`
      SELECT EXISTS (
        SELECT 1 FROM phone_numbers WHERE user_id = :userId AND phone_number = :number AND is_trunk = :isTrunk
      )
    `)
    .pluck()
  const remove = sql.write<[number]>('DELETE FROM phone_numbers WHERE id = ?')

  return {
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Reports whether the number is assigned to an inbound assistant. */
    isAnswered: (id: number) => isAnswered.get(id) === 1,
    /** All numbers, and whether each can be assigned to a new inbound assistant. */
    assignable: (userId: number) => assignable.all(userId),
    insert: (tx: Tx, userId: number, fields: PhoneNumberFields, now: Date) =>
      insert.get(tx, { ...fields, user_id: userId, created_at: now.getTime() })!,
    update: (tx: Tx, id: number, fields: PhoneNumberFields) => update.get(tx, { ...fields, id })!,
    /** The recipient number of a text message; if several accounts have it, the first. */
    textable: (number: string, now: Date) => textable.get({ number, now: now.getTime() }),
    /** Two-letter codes. */
    countries: (userId: number) => countries.all(userId),
    /** Countries chosen for messages and calls, JSON; null for those of its own numbers. */
    chosenCountries: (userId: number) => chosenCountries.get(userId),
    /**
     * Reports whether an account cannot buy a number: it has it, or it is sold to another one, or text messages to it
     * belong to another one.
     */
    isInUse: (userId: number, number: string) => isInUse.get({ userId, number }) === 1,
    /** Reports whether an account has a number, as a trunk or otherwise. */
    isOwn: (userId: number, number: string, { asTrunk }: { readonly asTrunk: boolean }) =>
      isOwn.get({ userId, number, isTrunk: asTrunk ? 1 : 0 }) === 1,
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
