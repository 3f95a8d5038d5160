import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** All SQL for choosing whom a rule assigns a conversation to. */
export const loadQueries = oncePerDb((sql) => {
  const open = sql.read<[number], { id: number; count: number }>(`
    SELECT assignee_id AS id, sum(count) AS count FROM inbox_counts
    WHERE user_id = ? AND label_id = 0 AND state = 'open' AND assignee_id > 0 GROUP BY assignee_id
  `)
  const last = sql.read<[number], number>('SELECT assigned_id FROM rules WHERE id = ?').pluck()
  const assigned = sql.write<[number, number]>('UPDATE rules SET assigned_id = ? WHERE id = ?')
  return {
    /** Number of open conversations by assignee. */
    open: (userId: number) => new Map(open.all(userId).map(({ id, count }) => [id, count])),
    /** The operator whom a rule chose last; 0 at first. */
    last: (ruleId: number) => last.get(ruleId) ?? 0,
    /** Stores the operator whom a rule chose. */
    assigned: (tx: Tx, ruleId: number, operatorId: number) => assigned.run(tx, operatorId, ruleId),
  }
})
