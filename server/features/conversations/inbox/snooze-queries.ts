import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** All SQL for snoozed conversations. */
export const snoozeQueries = oncePerDb((sql) => {
  const set = sql.write<[{ id: number; until: number | null }]>(`
    UPDATE conversations SET snoozed_until = :until
    WHERE id = :id AND ended_at IS NULL AND snoozed_until IS NOT :until
  `)
  const due = sql
    .read<[number, number], number>(
      'SELECT id FROM conversations WHERE snoozed_until <= ? ORDER BY snoozed_until LIMIT ?',
    )
    .pluck()
  const next = sql
    .read<[], number | null>(
      'SELECT min(snoozed_until) FROM conversations WHERE snoozed_until IS NOT NULL',
    )
    .pluck()

  return {
    /** Snoozes until then, or ends the snooze; false if nothing changed, or the conversation has ended. */
    set: (tx: Tx, id: number, until: number | null) => set.run(tx, { id, until }).changes === 1,
    /** Conversations whose snooze has expired. */
    due: (now: Date, limit: number) => due.all(now.getTime(), limit),
    /** Time at which the next snooze ends, ms since 1970. */
    next: () => next.get() ?? undefined,
  }
})
