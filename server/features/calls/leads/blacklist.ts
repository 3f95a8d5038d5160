import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { leadQueries } from './queries.ts'
import { recordLead } from './record.ts'

/** Makes the leads and contacts with a number that are still to be called `blacklisted`; they are never called again. */
export function blacklistLeads(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now' | 'jobs'>,
  userId: number,
  number: string,
): void {
  const { db, now, jobs } = context
  const leads = leadQueries(db)
  const open = leads.openWithNumber(userId, number)
  const end = { status: 'blacklisted', now: now().getTime() } as const
  for (const { id } of open) leads.end(tx, id, end)
  for (const id of new Set(open.map((row) => row.parent_id ?? row.id)))
    recordLead(tx, context, userId, id, 'lead.updated')
  tx.afterCommit(() => jobs.wake())
}
