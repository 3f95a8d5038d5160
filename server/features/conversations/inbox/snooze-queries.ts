import { oncePerDb } from '../../../db/once-per-db.ts'

/** All SQL about snoozed conversations. */
export const snoozeQueries = oncePerDb((db) => {
  const set = db.prepare<[{ id: number; until: number | null }]>(`
    UPDATE conversations SET snoozed_until = :until
    WHERE id = :id AND ended_at IS NULL AND snoozed_until IS NOT :until
  `)
  const due = db
    .prepare<[number, number], number>(
      'SELECT id FROM conversations WHERE snoozed_until <= ? ORDER BY snoozed_until LIMIT ?',
    )
    .pluck()
  const next = db
    .prepare<[], number | null>(
      'SELECT min(snoozed_until) FROM conversations WHERE snoozed_until IS NOT NULL',
    )
    .pluck()

  return {
    /** Snoozes until then, or no more; false when it was so, or when the conversation has ended. */
    set: (id: number, until: number | null) => set.run({ id, until }).changes === 1,
    /** Conversations that are to come back. */
    due: (now: Date, limit: number) => due.all(now.getTime(), limit),
    /** When the next one is to come back, ms since 1970. */
    next: () => next.get() ?? undefined,
  }
})
