import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { dropStaged } from '../staging.ts'
import { type LeadImportRow, leadImportQueries } from './import-queries.ts'
import type { ImportedLead } from './import-rows.ts'
import { leadQueries } from './queries.ts'
import { insertLead } from './save.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'write'>

/** Result of adding a slice. */
interface AddedSlice {
  readonly added: number
  /** Lines whose number the campaign has got meanwhile. */
  readonly repeated: readonly number[]
}

interface AddOptions {
  readonly stopping?: AbortSignal
  readonly onSlice?: (slice: AddedSlice) => void
}

/**
 * Adds the leads of an accepted import, one slice per transaction. Safe to run concurrently: each slice is taken once, and the
 * run that finds none left records the event.
 */
export async function addRemaining(
  context: Needs,
  id: number,
  { stopping, onSlice }: AddOptions = {},
): Promise<void> {
  const { write } = context
  for (;;) {
    stopping?.throwIfAborted()
    const slice = await write((tx) => addSlice(tx, context, id))
    if (!slice) return
    onSlice?.(slice)
    await breathe()
  }
}

/** Adds the next slice of an import; undefined once all of it is there. */
function addSlice(tx: Tx, context: Needs, id: number): AddedSlice | undefined {
  const { db, events, jobs } = context
  const imports = leadImportQueries(db)
  const row = imports.accepted(id)
  if (!row) return undefined
  const leads = imports.takeSlice(tx, id)
  if (leads) {
    const slice = addLeads(tx, context, row, leads)
    imports.count(tx, id, slice.added)
    return slice
  }
  const { user_id: userId, campaign_id, added: count } = row
  imports.end(tx, id)
  events.record(tx, { userId, type: 'leads.imported', payload: { campaign_id, count } })
  tx.afterCommit(() => jobs.wake())
  return undefined
}

function addLeads(
  tx: Tx,
  context: Needs,
  { user_id: userId, campaign_id: campaignId, may_repeat: mayRepeat }: LeadImportRow,
  leads: readonly ImportedLead[],
): AddedSlice {
  const repeated: number[] = []
  for (const lead of leads) {
    if (!mayRepeat && leadQueries(context.db).inCampaign(campaignId, lead.number))
      repeated.push(lead.line)
    else insertLead(tx, context, { userId, campaignId }, lead)
  }
  return { added: leads.length - repeated.length, repeated }
}

/** Resumes accepted imports after a crash and deletes the others. Called at startup. */
export async function recoverLeadImports(context: Needs): Promise<void> {
  const { db, jobs, write } = context
  const imports = leadImportQueries(db)
  for (const { id, is_whole } of imports.left()) {
    if (is_whole)
      await write((tx) => jobs.add(tx, { kind: 'lead.import', payload: { import_id: id } }))
    else await dropStaged(write, imports, id)
  }
}
