import { setImmediate as breathe } from 'node:timers/promises'
import type { Label } from '#contracts/labels.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { labelQueries, SLICE } from './queries.ts'
import { recordLabels } from './record-labels.ts'
import { renameReferences } from './references.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write'>

/** Delay of the job that completes a merge whose request failed, ms. */
const RESUME_AFTER_MS = 60_000

/** Outcome of moving a slice. */
interface Moved {
  /** The label that the conversations are moved to; undefined if no merge was under way. */
  readonly into?: Label
  readonly isDone: boolean
}

/**
 * Merges a label into another one. From the first transaction on, only the other one is offered, shown, and named by rules and views; what has the label is moved
 * in slices, so that other requests are served in between. After a crash, a job completes the merge.
 * @param check refuses the merge, in the transaction that accepts it
 * @returns the label that the conversations have now: a later one, if the other one was itself merged meanwhile
 */
export async function mergeLabels(
  context: Needs & Pick<Context, 'jobs' | 'log'>,
  { from, into }: { readonly from: number; readonly into: number },
  check: () => Label,
): Promise<Label> {
  const { jobs, log, write } = context
  const { target, job } = await write((tx) => {
    const target = check()
    return { target, job: accept(tx, context, from, into) }
  })
  if (job === undefined) return target
  try {
    const final = await finishMerge(context, from)
    await write((tx) => jobs.finish(tx, job))
    return final ?? target
  } catch (error) {
    // It has been accepted, and cannot be undone.
    log.warn({ err: error, label: from }, 'the rest of a merge of labels comes later')
    return labelQueries(context.db).merging(from)?.into ?? target
  }
}

/** Begins a merge; returns the job that completes it, undefined if it is complete. */
function accept(
  tx: Tx,
  context: Needs & Pick<Context, 'jobs'>,
  from: number,
  into: number,
): number | undefined {
  const { db, jobs, now } = context
  labelQueries(db).beginMerge(tx, from, into)
  if (moveSlice(tx, context, from).isDone) return undefined
  announce(tx, context, labelQueries(db).merging(from)!.user_id, { from, into })
  const runAt = new Date(now().getTime() + RESUME_AFTER_MS)
  return jobs.add(tx, { kind: 'label.merge', payload: { label_id: from }, runAt })
}

/**
 * Moves what is left of a merge that was accepted. Safe to run concurrently.
 * @returns the label that they have now; undefined if nothing was left
 */
export async function finishMerge(
  context: Needs,
  id: number,
  stopping?: AbortSignal,
): Promise<Label | undefined> {
  let last: Label | undefined
  for (;;) {
    stopping?.throwIfAborted()
    const { into, isDone } = await context.write((tx) => moveSlice(tx, context, id))
    last = into ?? last
    if (isDone) return last
    await breathe()
  }
}

/** Resumes merges that were accepted before a crash, or whose job was given up. Called at startup. */
export async function recoverMerges({
  db,
  jobs,
  write,
}: Pick<Context, 'db' | 'jobs' | 'write'>): Promise<void> {
  for (const label_id of labelQueries(db).allMerging())
    await write((tx) => jobs.add(tx, { kind: 'label.merge', payload: { label_id } }))
}

/** Completes merges whose job was given up. */
export async function finishLostMerges(
  context: Needs & Pick<Context, 'jobs' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, jobs, log } = context
  for (const label of labelQueries(db).allMerging()) {
    if (jobs.payloadsWith('label.merge', 'label_id', label).length > 0) continue
    await finishMerge(context, label, stopping).catch((error: unknown) => {
      stopping.throwIfAborted()
      log.error({ err: error, label }, 'a merge of labels could not be completed')
    })
  }
}

/** Moves the next conversations; the last of them take the label along. */
function moveSlice(tx: Tx, context: Omit<Needs, 'write'>, from: number): Moved {
  const labels = labelQueries(context.db)
  const merge = labels.merging(from)
  if (!merge) return { isDone: true }
  const { user_id: userId, into } = merge
  if (labels.moveSome(tx, from, into.id) === SLICE) return { into, isDone: false }
  labels.remove(tx, userId, from)
  announce(tx, context, userId, { from, into: into.id })
  return { into, isDone: true }
}

/** Makes everything that names a label name the one that it is merged into, and says so. */
function announce(
  tx: Tx,
  context: Omit<Needs, 'write'>,
  userId: number,
  merged: { readonly from: number; readonly into: number },
): void {
  renameReferences(tx, context, userId, merged)
  recordLabels(tx, context, userId, { merged })
}
