import type { CallActivity } from '#contracts/ongoing-calls.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { toIso } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { presentActor } from '../../conversations/activities/present.ts'

interface CallActivityRow {
  readonly id: number
  readonly kind: string
  readonly operator_id: number | null
  readonly operator_name: string | null
  /** JSON. */
  readonly data: string
  readonly created_at: number
}

interface NewCallActivity {
  readonly callId: number
  readonly kind: string
  readonly operatorId: number | null
  readonly data: string
  readonly now: number
}

/** All SQL for activities on calls. */
export const callActivityQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewCallActivity]>(`
    INSERT INTO call_activities (call_id, kind, operator_id, data, created_at)
    SELECT id, :kind, :operatorId, :data, :now FROM calls WHERE id = :callId
  `)
  const ofCall = sql.read<[number], CallActivityRow>(`
    SELECT call_activities.*, operators.name AS operator_name
    FROM call_activities LEFT JOIN operators ON operators.id = operator_id
    WHERE call_id = ${hidden('?')} ORDER BY call_activities.id
  `)

  return {
    insert: (tx: Tx, activity: NewCallActivity) => insert.run(tx, activity),
    /** The activities of a call, in order. */
    ofCall: (callId: number) => ofCall.all(callId),
  }
})

/** An activity as shown at the desk. */
export function presentCallActivity(row: CallActivityRow): CallActivity {
  return {
    id: row.id,
    kind: row.kind,
    by: presentActor(row.operator_id, row.operator_name),
    data: JSON.parse(row.data),
    created_at: toIso(row.created_at),
  }
}
