import { oncePerDb } from './once-per-db.ts'
import type { Db } from './open.ts'

/** Time slot of tallies: 15 minutes, ms. */
export const SLOT_MS = 900_000

const rebuilding = oncePerDb((_sql, db) => ({
  pause: db.prepare<[number]>('INSERT OR IGNORE INTO tally_pauses (user_id) VALUES (?)'),
  resume: db.prepare<[number]>('DELETE FROM tally_pauses WHERE user_id = ?'),
  open: db.prepare<[number]>(`
    UPDATE conversations SET
      asked_seq = expected.asked_seq, asked_at = expected.asked_at, answered_seq = expected.answered_seq,
      answered_at = expected.answered_at, person_count = expected.person_count
    FROM openings_expected AS expected
    WHERE conversations.user_id = ? AND expected.id = conversations.id AND (
      conversations.asked_seq, conversations.asked_at, conversations.answered_seq, conversations.answered_at,
      conversations.person_count
    ) IS NOT (
      expected.asked_seq, expected.asked_at, expected.answered_seq, expected.answered_at, expected.person_count
    )
  `),
  drop: db.prepare<[number]>('DELETE FROM tallies WHERE user_id = ?'),
  make: db.prepare<[number]>(
    'INSERT INTO tallies SELECT * FROM tallies_expected WHERE user_id = ?',
  ),
  wrong: db.prepare<[{ userId: number }], WrongTally>(`
    SELECT assistant_id, measure, slot, sum(kept) AS kept, sum(expected) AS expected FROM (
      SELECT assistant_id, measure, slot, value AS kept, 0 AS expected FROM tallies WHERE user_id = :userId
      UNION ALL
      SELECT assistant_id, measure, slot, 0, value FROM tallies_expected WHERE user_id = :userId
    )
    GROUP BY assistant_id, measure, slot HAVING sum(kept) <> sum(expected)
  `),
}))

const paused = oncePerDb((sql) => sql.read<[], number>('SELECT user_id FROM tally_pauses').pluck())

/** A tally that differs from the sum of its rows. */
export interface WrongTally {
  readonly assistant_id: number
  readonly measure: string
  readonly slot: number
  readonly kept: number
  readonly expected: number
}

/**
 * Recomputes an account's tallies from its rows, in seconds for a million of them. Triggers normally keep them up to
 * date; call it after writes that bypassed them.
 */
export function rebuildTallies(db: Db, userId: number): void {
  const { resume, open, drop, make } = rebuilding(db)
  db.transaction(() => {
    resume.run(userId)
    open.run(userId)
    drop.run(userId)
    make.run(userId)
  })()
}

/** Compares every tally of an account with SQL over all its rows; empty if all are correct. */
export function wrongTallies(db: Db, userId: number): WrongTally[] {
  return rebuilding(db).wrong.all({ userId })
}

/**
 * Stops updating an account's tallies until `rebuildTallies`, for writing very many rows in many commits. If the
 * process ends before that, the next start rebuilds them.
 */
export function pauseTallies(db: Db, userId: number): void {
  rebuilding(db).pause.run(userId)
}

/** Rebuilds tallies that were left paused. */
export function resumeTallies(db: Db): void {
  for (const userId of paused(db).all()) rebuildTallies(db, userId)
}
