import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { truncateLog } from '../../db/log.ts'
import type { Db } from '../../db/open.ts'
import type { Tx } from '../../db/write.ts'
import { removeFromBackups } from '../backups/pool.ts'
import { storeOf } from '../backups/store.ts'
import { attachmentQueries } from '../conversations/attachments/queries.ts'
import { conversationQueries } from '../conversations/queries.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { visitorCredential } from '../conversations/visitors/credentials.ts'
import { mergedQueries } from '../conversations/visitors/merged-queries.ts'
import { enqueueWipe } from '../platform/wipe/wipe.ts'
import { erasureQueries } from './erasure-queries.ts'
import { addErasures } from './erasures.ts'
import {
  forgetLatest,
  forgetVisitor,
  mergeErasures,
  NOTHING_GONE,
  type PendingCleanup,
} from './forget.ts'

/** Dependencies of an erasure. */
export type EraseNeeds = Pick<
  Context,
  'db' | 'events' | 'jobs' | 'hub' | 'now' | 'attachments' | 'recordings' | 'config' | 'write'
> & { readonly turns: Turns }

/** Messages or events erased per transaction. */
export const SLICE = 150

/** Delay of the job that completes an interrupted erasure, ms. */
const RESUME_AFTER_MS = 60_000

/**
 * Erases a visitor with everything they said, sent and were, as if they had never come: rows, files, the words of the
 * search, what was told of them and what is still to be sent. What is left in the file of the database is nothing either.
 * What operators merged into the same contact is the same person, and is erased along.
 * Large amounts are erased in slices; after a crash, a job completes the erasure.
 * @returns false when they are gone already
 */
export async function eraseContact(context: EraseNeeds, visitorId: number): Promise<boolean> {
  const { jobs, now, write } = context
  if (!hasLongHistory(context, visitorId)) return eraseAll(context, visitorId)
  const job = await write((tx) =>
    jobs.add(tx, {
      kind: 'contacts.erase',
      payload: { visitor_id: visitorId },
      runAt: new Date(now().getTime() + RESUME_AFTER_MS),
    }),
  )
  const isGone = await eraseAll(context, visitorId)
  await write((tx) => jobs.finish(tx, job))
  return isGone
}

/**
 * Erases a visitor without adding a job.
 * @returns false when they are gone already
 */
export async function eraseAll(context: EraseNeeds, visitorId: number): Promise<boolean> {
  const { db } = context
  await eraseHistory(context, mergedQueries(db).idsWith(visitorId))
  const gone = await erase(context, (tx) => {
    const together = mergedQueries(db).idsWith(visitorId)
    if (together.length === 0) return undefined
    return together
      .map((id) => forgetVisitor(tx, context, id) ?? NOTHING_GONE)
      .reduce(mergeErasures, NOTHING_GONE)
  })
  if (gone) emptyLog(context)
  return gone !== undefined
}

function hasLongHistory({ db }: EraseNeeds, visitorId: number): boolean {
  let count = 0
  for (const { id } of namesOf(db, mergedQueries(db).idsWith(visitorId))) {
    count += erasureQueries(db).count(id, SLICE + 1)
    if (count > SLICE) return true
  }
  return false
}

const namesOf = (db: Db, visitorIds: readonly number[]) =>
  visitorIds.flatMap((id) => conversationQueries(db).namesOfVisitor(id))

/** Erases messages, the latest of a conversation first, until a slice of them is left, and most events, slice by slice. */
async function eraseHistory(context: EraseNeeds, visitorIds: readonly number[]): Promise<void> {
  const { db, write, events } = context
  const { count } = erasureQueries(db)
  let room = SLICE
  for (const conversation of namesOf(db, visitorIds)) {
    while (count(conversation.id, room + 1) > room) {
      const gone = await write((tx) => forgetLatest(tx, context, conversation, SLICE))
      await finishErasing(context, gone)
      await breathe()
    }
    room -= count(conversation.id, room)
  }
  for (const id of visitorIds)
    while ((await write((tx) => events.dropSomeOfVisitor(tx, id, SLICE))) === SLICE) await breathe()
}

/**
 * Deletes rows in one commit and then cleans up outside the database; call `emptyLog` when all is done. A series of
 * erasures can delay the wipe of the database file by `wipeAfter`, ms.
 * @returns what was erased; undefined if nothing
 */
export async function erase(
  context: EraseNeeds,
  forget: (tx: Tx) => PendingCleanup | undefined,
  wipeAfter = 0,
): Promise<PendingCleanup | undefined> {
  const gone = await context.write((tx) => {
    const forgotten = forget(tx)
    if (forgotten) enqueueWipe(tx, context, wipeAfter)
    return forgotten
  })
  if (gone) await finishErasing(context, gone)
  return gone
}

async function finishErasing(context: EraseNeeds, gone: PendingCleanup): Promise<void> {
  const { db, write, hub, turns } = context
  for (const id of gone.conversationIds) turns.abort(id)
  for (const id of gone.visitorIds) hub.closeSession(visitorCredential(id))
  addErasures(context, gone.erasures)
  if (!db.memory) removeFromBackups(storeOf(context), gone)
  for (const name of gone.recordings) context.recordings.remove(name)
  for (const key of gone.keys) {
    context.attachments.remove(key)
    await write((tx) => attachmentQueries(db).emptied(tx, key))
  }
}

/** Truncates the write-ahead log, which still contains the old pages; the wipe does it if a backup is in the way. */
export function emptyLog({ db, write }: Pick<Context, 'db' | 'write'>): void {
  write.flush()
  truncateLog(db)
}
