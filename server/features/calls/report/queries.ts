import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { SLOT_MS } from '../../../db/tallies.ts'
import type { Stretch } from '../../../db/tally-sums.ts'
import { BUSINESS } from './numbers.ts'

/** Assistants that a report names. */
const MAX_ASSISTANTS = 50

interface Busy {
  readonly id: number
  readonly name: string
}

/** SQL for call reports, which read tallies instead of calls. */
export const callReportQueries = oncePerDb((sql) => {
  const steps = sql
    .read<[], number>('SELECT below_ms FROM wait_steps ORDER BY below_ms')
    .pluck()
    .all()
  const busiest = sql.read<[object], Busy>(`
    SELECT id, name FROM (
      SELECT id, name, (
        SELECT sum(value) FROM tallies
        WHERE user_id = ${hidden(':userId')} AND assistant_id = assistants.id
          AND measure IN (${BUSINESS.map((kind) => `'calls.${kind}'`).join(', ')})
          AND slot >= ${hidden(':first')} AND slot < ${hidden(':past')}
      ) AS calls
      FROM assistants
      WHERE user_id = ${hidden(':userId')} AND (:assistantId = 0 OR id = :assistantId)
    )
    WHERE calls > 0 ORDER BY calls DESC, id LIMIT ${MAX_ASSISTANTS}
  `)

  return {
    /** The steps of the wait for an answer, ms, ascending. */
    steps,
    /** Assistants with calls in a stretch of time, most calls first; only one of them, unless 0. */
    busiest: (userId: number, assistantId: number, { from, to }: Stretch) =>
      busiest.all({ userId, assistantId, first: from / SLOT_MS, past: to / SLOT_MS }),
  }
})
