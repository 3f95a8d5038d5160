import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { labelQueries, SLICE } from './queries.ts'
import { recordLabels } from './record-labels.ts'
import { renameReferences } from './references.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write'>

/** Delay of the job that completes an interrupted merge, ms. The request itself is done by then, unless it failed. */
const RESUME_AFTER_MS = 60_000

/**
 * Merges a label into another one. What has it is moved in slices, so that other requests are served in between; until the last one, each conversation has one
 * label or the other. After a crash, a job completes the merge.
 * @param check refuses the merge, in the transaction that accepts it
 */
export async function mergeLabels(
  context: Needs & Pick<Context, 'jobs' | 'log'>,
  { from, into }: { readonly from: number; readonly into: number },
  check: () => void,
): Promise<void> {
  const { db, jobs, log, now, write } = context
  const job = await write((tx) => {
    check()
    labelQueries(db).beginMerge(tx, from, into)
    if (moveSlice(tx, context, from)) return undefined
    const runAt = new Date(now().getTime() + RESUME_AFTER_MS)
    return jobs.add(tx, { kind: 'label.merge', payload: { label_id: from }, runAt })
  })
  if (job === undefined) return
  try {
    await finishMerge(context, from)
    await write((tx) => jobs.finish(tx, job))
  } catch (error) {
    // It has been accepted, and cannot be undone.
    log.warn({ err: error, label: from }, 'the rest of a merge of labels comes later')
  }
}

/** Moves what is left of a merge that was accepted. Safe to run concurrently. */
export async function finishMerge(
  context: Needs,
  id: number,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted()
    if (await context.write((tx) => moveSlice(tx, context, id))) return
    await breathe()
  }
}

/** Moves the next conversations; the last of them take the label along. True if nothing is left to do. */
function moveSlice(tx: Tx, context: Omit<Needs, 'write'>, from: number): boolean {
  const labels = labelQueries(context.db)
  const merge = labels.merging(from)
  if (!merge) return true
  const { user_id: userId, merged_into: into } = merge
  if (labels.moveSome(tx, from, into) === SLICE) return false
  renameReferences(tx, context, userId, { from, into })
  labels.remove(tx, userId, from)
  recordLabels(tx, context, userId, { merged: { from, into } })
  return true
}
