import { hidden } from './hidden.ts'
import { oncePerDb } from './once-per-db.ts'
import type { Db } from './open.ts'
import type { Tx } from './write.ts'

/** A position in a list with a known number of older rows. It need not be an existing row. */
export interface Mark {
  /** `created_at` of the position, ms, and the id as a tie-breaker. */
  readonly at: number
  readonly rowId: number
  readonly before: number
}

/** Minimum and maximum time of a Date, ms: before and after every row. */
export const EARLIEST = -8_640_000_000_000_000
export const LATEST = 8_640_000_000_000_000

const OF_LIST = `user_id = ${hidden(':userId')} AND list = ${hidden(':list')}`

/** The stretch that contains the row with `:ordinal` older ones. */
const stretch = (columns: string) => `(
  SELECT ${columns} FROM list_stretches WHERE ${OF_LIST} AND before <= ${hidden(':ordinal')} ORDER BY before DESC LIMIT 1
)`

/**
 * The marks of counted lists, maintained by triggers. Undefined if a list has none: it is short, or its marks are yet to be
 * rebuilt.
 */
export const listMarks = oncePerDb((sql) => {
  const olderThan = sql.read<[{ userId: number; list: string; at: number }], Mark>(`
    SELECT at, row_id AS rowId, before + (
      SELECT before FROM list_stretches
      WHERE ${OF_LIST} AND (at, row_id) <= (list_marks.at, list_marks.row_id) ORDER BY at DESC, row_id DESC LIMIT 1
    ) AS before
    FROM list_marks WHERE ${OF_LIST} AND at < ${hidden(':at')} ORDER BY at DESC, row_id DESC LIMIT 1
  `)
  const atOrBelow = sql.read<[{ userId: number; list: string; ordinal: number }], Mark>(`
    SELECT at, row_id AS rowId, before + ${stretch('before')} AS before
    FROM list_marks
    WHERE ${OF_LIST} AND (at, row_id) >= ${stretch('at, row_id')} AND before <= ${hidden(':ordinal')} - ${stretch('before')}
      AND (at, row_id) < (
        SELECT at, row_id FROM list_stretches WHERE ${OF_LIST} AND before > ${hidden(':ordinal')} ORDER BY before LIMIT 1
      )
    ORDER BY at DESC, row_id DESC LIMIT 1
  `)

  return {
    /** The newest mark of a list that is older than an instant. */
    olderThan: (userId: number, list: string, at: number) => olderThan.get({ userId, list, at }),
    /** The newest mark at or below the row that has `ordinal` older ones. */
    atOrBelow: (userId: number, list: string, ordinal: number) =>
      atOrBelow.get({ userId, list, ordinal }),
  }
})

const rebuilding = oncePerDb((sql) => ({
  dropStretches: sql.write<[number]>('DELETE FROM list_stretches WHERE user_id = ?'),
  dropMarks: sql.write<[number]>('DELETE FROM list_marks WHERE user_id = ?'),
  mark: [
    'INSERT INTO conversations_change SELECT 0, user_id, created_at, id, type, assistant_id FROM conversations',
    `INSERT INTO calls_change
       SELECT 0, user_id, created_at, id, assistant_id, type, status, campaign_id, client_digits FROM calls`,
    'INSERT INTO sms_messages_change SELECT 0, user_id, created_at, id, status, to_digits FROM sms_messages',
  ].map((insert) =>
    sql.write<[number]>(
      `${insert} WHERE user_id = ? AND (id * 2654435769 & 4294967295) < 33554432 ORDER BY created_at, id`,
    ),
  ),
}))

/**
 * Rebuilds the marks of an account's lists, in a few seconds for a million rows. Triggers keep the marks correct;
 * tests compare them with this.
 */
export function rebuildLists(tx: Tx, db: Db, userId: number): void {
  dropLists(tx, db, userId)
  for (const statement of rebuilding(db).mark) statement.run(tx, userId)
}

/** Removes the marks of an account's lists, before writes that bypass the triggers: without marks a list is correct, only slower. */
export function dropLists(tx: Tx, db: Db, userId: number): void {
  const { dropStretches, dropMarks } = rebuilding(db)
  dropStretches.run(tx, userId)
  dropMarks.run(tx, userId)
}
