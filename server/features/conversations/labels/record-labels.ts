import type { LabelsChange } from '#contracts/labels.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { labelQueries } from './queries.ts'

/** Records that the labels of an account have changed. */
export function recordLabels(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  userId: number,
  more: Omit<LabelsChange, 'data'> = {},
): void {
  const payload = { data: labelQueries(db).all(userId), ...more }
  events.record(tx, { userId, type: 'labels.changed', payload })
}
