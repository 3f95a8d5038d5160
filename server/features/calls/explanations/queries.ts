import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** An utterance of a call. */
interface Place {
  readonly callId: number
  readonly turn: number
  readonly place: number
}

/** SQL for explanations of answers on calls. */
export const callExplanationQueries = oncePerDb((sql) => {
  const put = sql.write<[Place & { explanation: string }]>(`
    INSERT INTO call_explanations (call_id, turn, place, explanation)
    SELECT call_id, turn, place, :explanation FROM call_turns
    WHERE call_id = :callId AND turn = :turn AND place = :place
    ON CONFLICT (call_id, turn, place) DO NOTHING
  `)
  const find = sql
    .read<[number, number], string>(
      'SELECT explanation FROM call_explanations WHERE id = ? AND call_id = ?',
    )
    .pluck()

  return {
    /** Stores the explanation of an utterance, as JSON, unless its call was deleted. */
    put: (tx: Tx, place: Place, explanation: string) => put.run(tx, { ...place, explanation }),
    /** An explanation of this call. */
    find: (id: number, callId: number) => find.get(id, callId),
  }
})
