import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { callImportQueries, type WaitingCall } from './import-queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write'>

/** Calls of a slice: at a million of them one takes 0.4 ms, where it comes between others. */
export const SLICE = 25

/** Size from which a slice takes no further call, characters: transcripts may be long. */
const SLICE_CHARS = 64 * 1024

/** Slices put aside in one commit. */
const KEPT_AT_ONCE = 8

/**
 * Puts calls aside, in slices; none of them is the account's before they are accepted.
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
  try {
    let place = 0
    for (const some of slicesOf(calls)) {
      await write((tx) => {
        for (const json of some) imports.insertSlice(tx, id, place++, json)
      })
      await breathe()
    }
    return id
  } catch (error) {
    await dropImport(context, id)
    throw error
  }
}

/** Slices as JSON, as many at a time as one commit puts aside. */
function* slicesOf(calls: Iterable<WaitingCall>): Generator<string[]> {
  let slices: string[] = []
  let slice: string[] = []
  let chars = 0
  for (const call of calls) {
    const json = JSON.stringify(call)
    slice.push(json)
    chars += json.length
    if (slice.length < SLICE && chars < SLICE_CHARS) continue
    slices.push(`[${slice.join()}]`)
    slice = []
    chars = 0
    if (slices.length < KEPT_AT_ONCE) continue
    yield slices
    slices = []
  }
  if (slice.length > 0) slices.push(`[${slice.join()}]`)
  if (slices.length > 0) yield slices
}

/** Brings the first slice of an import that is being accepted. */
export function moveFirst(tx: Tx, context: Needs, id: number): void {
  moveSlice(tx, context, id, callImportQueries(context.db).accepted(id)!.user_id)
}

/**
 * Brings the calls of an accepted import that still wait, a slice in each commit. Two may do so at the same time: each
 * slice is taken once. Whoever finds none left says that the import is done.
 */
export async function moveOn(context: Needs, id: number, stopping?: AbortSignal): Promise<void> {
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

/** Makes the first slice that waits calls of the account; false when none is left. */
function moveSlice(tx: Tx, { db, now }: Needs, id: number, userId: number): boolean {
  const imports = callImportQueries(db)
  const calls = imports.takeSlice(tx, id)
  for (const { campaign, row } of calls ?? []) {
    const campaignId = campaign === '' ? null : imports.campaign(tx, userId, campaign, now())
    imports.insert(tx, userId, campaignId, row)
  }
  return calls !== undefined
}

/** Removes an import that was not accepted, slice by slice. */
export async function dropImport({ db, write }: Pick<Needs, 'db' | 'write'>, id: number) {
  const imports = callImportQueries(db)
  while ((await write((tx) => imports.takeSlice(tx, id))) !== undefined) await breathe()
  await write((tx) => imports.end(tx, id))
}

/** Has imports go on whose process has ended, and removes what was not accepted. Call it at each start. */
export async function recoverImports(context: Needs & Pick<Context, 'jobs'>): Promise<void> {
  const { db, jobs, write } = context
  for (const { id, is_whole } of callImportQueries(db).left()) {
    if (is_whole)
      await write((tx) => jobs.add(tx, { kind: 'call.import', payload: { import_id: id } }))
    else await dropImport(context, id)
  }
}
