import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { callImportQueries, type WaitingCall } from './import-queries.ts'
import { dropStaged, stageRows } from './staging.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write'>

/** Calls per slice. Inserting one out of order takes 0.4 ms at a million rows. */
export const SLICE = 25

/**
 * Stages calls in slices; none is visible before the import is accepted.
 * @returns the id of the import
 */
export async function keepCalls(
  context: Needs,
  userId: number,
  count: number,
  calls: Iterable<WaitingCall>,
): Promise<number> {
  const { db, write } = context
  const imports = callImportQueries(db)
  const id = await write((tx) => imports.begin(tx, userId, count))
  await stageRows(write, imports, id, calls, SLICE)
  return id
}

/** Inserts the first slice of an import that is being accepted. */
export function insertFirstSlice(tx: Tx, context: Needs, id: number): void {
  moveSlice(tx, context, id, callImportQueries(context.db).accepted(id)!.user_id)
}

/**
 * Inserts the remaining calls of an accepted import, one slice per transaction. Safe to run concurrently: each slice is
 * taken once, and the run that finds none left records the event.
 */
export async function insertRemaining(
  context: Needs,
  id: number,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, write, events } = context
  const imports = callImportQueries(db)
  for (;;) {
    stopping?.throwIfAborted()
    const isDone = await write((tx) => {
      const row = imports.accepted(id)
      if (!row) return true
      const { user_id: userId, count } = row
      if (moveSlice(tx, context, id, userId)) return false
      imports.end(tx, id)
      events.record(tx, { userId, type: 'calls.imported', payload: { count } })
      return true
    })
    if (isDone) return
    await breathe()
  }
}

/** Inserts the next staged slice; false if none is left. */
function moveSlice(tx: Tx, { db, now }: Needs, id: number, userId: number): boolean {
  const imports = callImportQueries(db)
  const calls = imports.takeSlice(tx, id)
  for (const { campaign, row } of calls ?? []) {
    const campaignId = campaign === '' ? null : imports.campaign(tx, userId, campaign, now())
    imports.insert(tx, userId, campaignId, row)
  }
  return calls !== undefined
}

/** Deletes an import that was not accepted, slice by slice. */
export const dropImport = ({ db, write }: Pick<Needs, 'db' | 'write'>, id: number) =>
  dropStaged(write, callImportQueries(db), id)

/** Resumes accepted imports after a crash and deletes the others. Called at startup. */
export async function recoverImports(context: Needs & Pick<Context, 'jobs'>): Promise<void> {
  const { db, jobs, write } = context
  for (const { id, is_whole } of callImportQueries(db).left()) {
    if (is_whole)
      await write((tx) => jobs.add(tx, { kind: 'call.import', payload: { import_id: id } }))
    else await dropImport(context, id)
  }
}
