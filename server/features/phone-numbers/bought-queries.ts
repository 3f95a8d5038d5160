import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import type { PhoneNumberRow } from './queries.ts'

/** A number bought by the month. Times are ms since 1970. */
export interface BoughtNumberRow extends PhoneNumberRow {
  readonly carrier: string
  /** Micro-dollars. */
  readonly monthly_price: number
  /** Start of the first month, which all months are counted from. */
  readonly billed_from: number
  /** End of the last month that was paid. */
  readonly subscription_expires_at: number
}

type NewNumber = Pick<
  BoughtNumberRow,
  | 'user_id'
  | 'phone_number'
  | 'country_code'
  | 'sms_capable'
  | 'region'
  | 'carrier'
  | 'monthly_price'
  | 'billed_from'
  | 'subscription_expires_at'
>

/** Numbers that go, or whose month is over. */
const IS_DUE = `carrier IS NOT NULL AND is_ordered = 1 AND (
  release_at <= :now OR (release_at IS NULL AND subscription_expires_at <= :now)
)`

/** All SQL for numbers bought by the month. */
export const boughtNumberQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewNumber], BoughtNumberRow>(`
    INSERT INTO phone_numbers (
      user_id, phone_number, country_code, type, sms_capable, region, carrier, monthly_price, billed_from,
      subscription_expires_at, created_at, is_ordered
    ) VALUES (
      :user_id, :phone_number, :country_code, 'normal', :sms_capable, :region, :carrier, :monthly_price, :billed_from,
      :subscription_expires_at, :billed_from, 0
    ) RETURNING *
  `)
  const confirm = sql.write<[number]>('UPDATE phone_numbers SET is_ordered = 1 WHERE id = ?')
  const unconfirmed = sql.read<[], BoughtNumberRow>(
    'SELECT * FROM phone_numbers WHERE carrier IS NOT NULL AND is_ordered = 0 ORDER BY id',
  )
  const due = sql
    .read<[{ now: number }], number>(`SELECT id FROM phone_numbers WHERE ${IS_DUE} ORDER BY id`)
    .pluck()
  const findDue = sql.read<[{ id: number; now: number }], BoughtNumberRow>(
    `SELECT * FROM phone_numbers WHERE id = :id AND ${IS_DUE}`,
  )
  const nextAt = sql
    .read<[{ now: number; grace: number }], number | null>(`
      SELECT min(at) FROM (
        SELECT release_at AS at FROM phone_numbers WHERE carrier IS NOT NULL
        UNION ALL
        SELECT subscription_expires_at FROM phone_numbers WHERE carrier IS NOT NULL
        UNION ALL
        SELECT lapsed_at + :grace FROM phone_numbers WHERE carrier IS NOT NULL
      ) WHERE at > :now
    `)
    .pluck()
  const renew = sql.write<[{ id: number; from: number; until: number }]>(`
    UPDATE phone_numbers SET billed_from = :from, subscription_expires_at = :until, lapsed_at = NULL WHERE id = :id
  `)
  const lapse = sql.write<[number, number]>('UPDATE phone_numbers SET lapsed_at = ? WHERE id = ?')
  const setRelease = sql.write<[number | null, number]>(
    'UPDATE phone_numbers SET release_at = ? WHERE id = ?',
  )

  return {
    /** Adds a number whose order is not confirmed yet. */
    insert: (tx: Tx, number: NewNumber) => insert.get(tx, number)!,
    confirm: (tx: Tx, id: number) => confirm.run(tx, id),
    /** Numbers whose order a process did not see confirmed. */
    unconfirmed: () => unconfirmed.all(),
    /** Ids of the numbers that the renewal has to look at. */
    due: (now: Date) => due.all({ now: now.getTime() }),
    /** The number, if it is due. */
    findDue: (id: number, now: Date) => findDue.get({ id, now: now.getTime() }),
    /** Time at which the next number becomes due; `grace` is the time that an unpaid one stays, ms. */
    nextAt: (now: Date, grace: number) => nextAt.get({ now: now.getTime(), grace }) ?? undefined,
    /** Extends a number until a time; its months are counted from `from`. */
    renew: (tx: Tx, id: number, from: number, until: number) => renew.run(tx, { id, from, until }),
    lapse: (tx: Tx, id: number, at: Date) => lapse.run(tx, at.getTime(), id),
    /** Schedules the release of a number; null cancels it. */
    setRelease: (tx: Tx, id: number, at: number | null) => setRelease.run(tx, at, id),
  }
})
