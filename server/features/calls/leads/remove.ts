import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { endCall } from '../end.ts'
import { type LeadRow, leadQueries } from './queries.ts'

/** Deletes a lead with its contacts, or one contact. A call to it that is going on is hung up; calls are kept. */
export async function removeLead(context: Context, row: LeadRow): Promise<void> {
  const { db, write, events, jobs } = context
  const { id, user_id: userId, parent_id: parentId, phone_number: number } = row
  const leads = leadQueries(db)
  const live = await write((tx) => {
    const calls = leads.liveCalls(parentId ?? id)
    leads.remove(tx, id)
    if (parentId === null) events.record(tx, { userId, type: 'lead.deleted', payload: { id } })
    tx.afterCommit(() => jobs.wake())
    return parentId === null ? calls : calls.filter((call) => call.number === number)
  })
  for (const call of live) await hangUpIfLive(context, call)
}

async function hangUpIfLive(
  context: Context,
  call: { readonly id: number; readonly provider: string },
): Promise<void> {
  try {
    await endCall(context, call)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'call_over')) throw error
  }
}
