import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { Slice } from '../../../http/pagination.ts'
import { mergedQueries } from '../../conversations/visitors/merged-queries.ts'

export interface ListedNumberRow {
  readonly id: number
  readonly phone_number: string
  readonly reason: string | null
  readonly created_at: number
}

interface NewNumber {
  readonly userId: number
  readonly number: string
  readonly reason: string | null
  readonly now: number
}

const COLUMNS = 'id, phone_number, reason, created_at'

/** All SQL for the do-not-call list. Numbers are E.164. */
export const doNotCallQueries = oncePerDb((sql, db) => {
  const matches = "user_id = :userId AND (:digits = '' OR instr(phone_number, :digits) > 0)"
  const count = sql
    .read<[{ userId: number; digits: string }], number>(
      `SELECT count(*) FROM do_not_call WHERE ${matches}`,
    )
    .pluck()
  const page = sql.read<[{ userId: number; digits: string } & Slice], ListedNumberRow>(
    `SELECT ${COLUMNS} FROM do_not_call WHERE ${matches} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
  )
  const ofNumber = sql.read<[number, string], ListedNumberRow>(
    `SELECT ${COLUMNS} FROM do_not_call WHERE user_id = ? AND phone_number = ?`,
  )
  const insert = sql.write<[NewNumber], ListedNumberRow>(`
    INSERT INTO do_not_call (user_id, phone_number, reason, created_at)
    VALUES (:userId, :number, :reason, :now) RETURNING ${COLUMNS}
  `)
  const remove = sql.write<[number, number]>(
    'DELETE FROM do_not_call WHERE id = ? AND +user_id = ?',
  )

  return {
    count: (userId: number, digits: string) => count.get({ userId, digits })!,
    page: (userId: number, digits: string, slice: Slice) => page.all({ userId, digits, ...slice }),
    ofNumber: (userId: number, number: string) => ofNumber.get(userId, number),
    /** Reports whether a number must not be called: it is listed, or another number of the same contact is. */
    has: (userId: number, number: string) =>
      mergedQueries(db)
        .numbersWith(userId, number)
        .some((one) => ofNumber.get(userId, one) !== undefined),
    insert: (tx: Tx, number: NewNumber) => insert.get(tx, number)!,
    remove: (tx: Tx, userId: number, id: number) => remove.run(tx, id, userId).changes > 0,
  }
})
