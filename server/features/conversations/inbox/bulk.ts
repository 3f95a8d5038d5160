import { setImmediate } from 'node:timers/promises'
import type { BulkAction, BulkOperation, BulkValue } from '#contracts/inbox-bulk.ts'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import { indexSlice } from '../../../db/search-index.ts'
import { toIso } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { conversationQueries } from '../queries.ts'
import { ACTIONS, type ActionContext } from './actions.ts'
import { bulkQueries, type OperationRow } from './bulk-queries.ts'
import { TOP } from './cursor.ts'
import { beginning, nextMatching, type Progress } from './matching.ts'
import type { Caller } from './narrowing.ts'

/** Conversations per commit, and the maximum that is processed before the response. */
const SLICE = 25
const MAX_IMMEDIATE = 50

/** Delay before a bulk end starts, ms; an end cannot be undone once it has started. */
const GRACE_MS = 10_000

/** Period in which every other action can be undone, ms. */
export const UNDO_MS = 600_000

interface Order {
  readonly action: BulkAction
  readonly value: BulkValue
  readonly what: { readonly ids: readonly string[] } | { readonly filter: InboxFilter }
}

/** Progress of the search for an operation's conversations; `isAgain` rescans those that moved meanwhile. */
interface Search {
  readonly progress: Progress
  readonly isAgain: boolean
  /** Excludes conversations that were created after the request. */
  readonly lastId: number
}

/** Starts an action on the listed or matching conversations: a few are processed at once, many in a job. */
export async function startBulk(
  context: ActionContext,
  caller: Caller,
  order: Order,
): Promise<OperationRow> {
  const { db, write } = context
  const bulk = bulkQueries(db)
  return await write((tx) => {
    const operation = written(tx, context, caller, order)
    if (operation.status === 'running' && operation.matched <= MAX_IMMEDIATE)
      finish(tx, context, operation.id)
    else enqueueRest(tx, context, operation)
    return bulk.find(operation.id)!
  })
}

/** Stores an operation with its conversations, or with the start of the search for them. */
function written(
  tx: Tx,
  { db, now, ...rest }: ActionContext,
  caller: Caller,
  order: Order,
): OperationRow {
  const bulk = bulkQueries(db)
  const { action, value, what } = order
  const time = now().getTime()
  const filter = 'filter' in what ? what.filter : undefined
  const { id } = bulk.insert(tx, {
    ...caller,
    action,
    value: JSON.stringify(value),
    filters: filter ? JSON.stringify(filter) : null,
    status: filter ? 'collecting' : afterCollecting(action),
    runsAt: action === 'end' ? time + GRACE_MS : time,
    now: time,
  })
  if ('ids' in what)
    bulk.collected(tx, id, null, bulk.add(tx, id, bulk.idsOf(caller.userId, what.ids)))
  else {
    const lastId = bulk.lastConversation()
    const search: Search = { progress: beginning(what.filter), isAgain: false, lastId }
    bulk.collected(tx, id, JSON.stringify(search), 0)
    collect(tx, { ...rest, db, now }, bulk.find(id)!, MAX_IMMEDIATE + 1)
  }
  return bulk.find(id)!
}

function enqueueRest(tx: Tx, context: ActionContext, operation: OperationRow): void {
  const { id, status, runs_at, created_at } = operation
  const runAt = new Date(status === 'waiting' ? runs_at : created_at)
  context.jobs.add(tx, { kind: 'inbox.bulk', payload: { operation_id: id }, runAt })
  record(tx, context, operation)
}

/** Completes a short operation. */
function finish(tx: Tx, context: ActionContext, id: number): void {
  while (step(tx, context, id) === 'more');
}

const afterCollecting = (action: BulkAction) => (action === 'end' ? 'waiting' : 'running')

/**
 * Processes an operation in a series of commits, each of which also records its progress.
 * @returns time to continue, if the operation is still waiting
 */
export async function workOnBulk(
  context: ActionContext,
  operationId: number,
  stopping: AbortSignal,
): Promise<Date | undefined> {
  for (;;) {
    const next = await context.write((tx) => step(tx, context, operationId))
    if (next === 'done') return undefined
    if (next !== 'more') return next
    // Yields to other work between slices.
    await setImmediate()
    if (stopping.aborted) return undefined
  }
}

/** Runs the next step of an operation. */
function step(tx: Tx, context: ActionContext, id: number): 'more' | 'done' | Date {
  const bulk = bulkQueries(context.db)
  const operation = bulk.find(id)
  switch (operation?.status) {
    case 'collecting':
      collect(tx, context, operation)
      return 'more'
    case 'waiting':
      if (context.now().getTime() < operation.runs_at) return new Date(operation.runs_at)
      bulk.setStatus(tx, id, 'running')
      return 'more'
    case 'running':
      return change(tx, context, operation)
    case 'undoing':
      return takeBack(tx, context, operation)
    default:
      return 'done'
  }
}

/** Collects the next conversations of an operation. */
function collect(tx: Tx, context: ActionContext, operation: OperationRow, limit?: number): void {
  const bulk = bulkQueries(context.db)
  const { id, user_id: userId, operator_id, created_at } = operation
  const filter = JSON.parse(operation.filters!) as InboxFilter
  const { progress, isAgain, lastId } = JSON.parse(operation.place!) as Search
  const caller = { userId, operatorId: operator_id ?? 0 }
  if (progress.by === 'words') while (indexSlice(tx, context.db));
  const { ids, next } = nextMatching(context.db, filter, caller, progress, limit)
  const added = bulk.add(
    tx,
    id,
    ids.filter((one) => one <= lastId),
  )
  const isOver = isAgain && progress.by === 'activity' && progress.updatedAt < created_at
  const further = isOver ? undefined : next
  const again: Search | undefined =
    isAgain || progress.by === 'words' || limit !== undefined
      ? undefined
      : { progress: { by: 'activity', ...TOP }, isAgain: true, lastId }
  const search = further ? { progress: further, isAgain, lastId } : again
  bulk.collected(tx, id, search ? JSON.stringify(search) : null, added)
  if (!search) {
    bulk.setStatus(tx, id, afterCollecting(operation.action))
    record(tx, context, bulk.find(id)!)
  }
}

/** Changes the next conversations. */
function change(tx: Tx, context: ActionContext, operation: OperationRow): 'more' | 'done' {
  const bulk = bulkQueries(context.db)
  const ids = bulk.pending(operation.id, SLICE)
  let changed = 0
  for (const id of ids) {
    const before = ACTIONS[operation.action].act(tx, acting(context, operation, id))
    if (before) changed += 1
    bulk.done(tx, operation.id, id, before !== undefined, before ? JSON.stringify(before) : null)
  }
  bulk.advance(tx, operation.id, ids.length, changed)
  if (ids.length < SLICE) bulk.setStatus(tx, operation.id, 'done')
  record(tx, context, bulk.find(operation.id)!)
  return ids.length < SLICE ? 'done' : 'more'
}

/** Undoes the next changes. */
function takeBack(tx: Tx, context: ActionContext, operation: OperationRow): 'more' | 'done' {
  const bulk = bulkQueries(context.db)
  const items = bulk.changed(operation.id, SLICE)
  for (const { conversation_id, before } of items) {
    ACTIONS[operation.action].undo?.(
      tx,
      acting(context, operation, conversation_id),
      JSON.parse(before ?? '{}'),
    )
    bulk.done(tx, operation.id, conversation_id, false, null)
  }
  bulk.advance(tx, operation.id, 0, -items.length)
  if (items.length < SLICE) bulk.setStatus(tx, operation.id, 'undone')
  record(tx, context, bulk.find(operation.id)!)
  return items.length < SLICE ? 'done' : 'more'
}

function acting(context: ActionContext, operation: OperationRow, conversationId: number) {
  return {
    context,
    row: conversationQueries(context.db).byId(conversationId)!,
    value: JSON.parse(operation.value) as BulkValue,
    by: operation.operator_id,
  }
}

/**
 * Undoes an operation. An end can only be cancelled before it starts; after any other action each conversation returns
 * to its previous state, unless it was changed since.
 */
export async function undoBulk(
  context: ActionContext,
  operation: OperationRow,
): Promise<OperationRow> {
  const { db, write, now, jobs } = context
  const bulk = bulkQueries(db)
  const { id, action, status, changed } = operation
  if (UNDONE_STATES.includes(status)) return operation
  if (undoUntil(operation) <= now().getTime()) throw new AppError('cannot_be_undone')
  return await write((tx) => {
    bulk.setStatus(tx, id, action === 'end' ? 'cancelled' : 'undoing')
    if (action === 'end') record(tx, context, bulk.find(id)!)
    else if (status === 'done' && changed <= MAX_IMMEDIATE) finish(tx, context, id)
    else jobs.add(tx, { kind: 'inbox.bulk', payload: { operation_id: id } })
    return bulk.find(id)!
  })
}

/** States of an operation whose undo is pending or done. */
const UNDONE_STATES: readonly OperationRow['status'][] = ['undoing', 'undone', 'cancelled']

/** Undo deadline, ms since 1970; 0 if the operation cannot be undone. */
function undoUntil({ action, status, runs_at, created_at }: OperationRow): number {
  if (UNDONE_STATES.includes(status)) return 0
  if (action !== 'end') return created_at + UNDO_MS
  return status === 'collecting' || status === 'waiting' ? runs_at : 0
}

/** Retention of operations, ms. */
const RETENTION_MS = 86_400_000

/** Deletes a batch of records of old operations. */
export async function forgetOperations({
  db,
  write,
  now,
}: Pick<ActionContext, 'db' | 'now' | 'write'>): Promise<void> {
  await write((tx) => bulkQueries(db).forget(tx, new Date(now().getTime() - RETENTION_MS), 1000))
}

function record(tx: Tx, { events }: ActionContext, operation: OperationRow): void {
  events.record(tx, {
    userId: operation.user_id,
    type: 'bulk.progress',
    payload: presentOperation(operation),
  })
}

/** Progress of an operation. */
export function presentOperation(row: OperationRow): BulkOperation {
  const until = undoUntil(row)
  return {
    id: row.id,
    action: row.action,
    status: row.status,
    matched: row.matched,
    processed: row.processed,
    changed: row.changed,
    runs_at: toIso(row.runs_at),
    undo_until: until === 0 ? null : toIso(until),
  }
}
