import type { Activity, Actor } from '#contracts/activities.ts'
import { inEnglish } from '#contracts/catalogues.ts'
import { toIso } from '../../../db/time.ts'
import type { ActivityRow } from './queries.ts'

/** The operator behind an activity; null for the system. */
export function presentActor(id: number | null, name: string | null): Actor | null {
  return id === null || name === null ? null : { id, name }
}

/** Converts an activity row for the desk. */
export function presentActivity(row: ActivityRow, localizer = inEnglish): Activity {
  const data = JSON.parse(row.data)
  return {
    id: row.id,
    kind: row.kind,
    by: presentActor(row.operator_id, row.operator_name),
    after_seq: row.after_seq,
    data: 'reason' in data ? { ...data, reason: localizer.translateStored(data.reason) } : data,
    created_at: toIso(row.created_at),
  }
}
