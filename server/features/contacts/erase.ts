import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { removeFromBackups } from '../backups/pool.ts'
import { storeOf } from '../backups/store.ts'
import { attachmentQueries } from '../conversations/attachments/queries.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { visitorCredential } from '../conversations/visitors/credentials.ts'
import { addErasures } from './erasures.ts'
import { forgetVisitor, type Gone } from './forget.ts'
import { askToWipe } from './wipe.ts'

/** Dependencies of an erasure. */
export type EraseNeeds = Pick<
  Context,
  'db' | 'events' | 'jobs' | 'hub' | 'now' | 'attachments' | 'recordings' | 'config' | 'write'
> & { readonly turns: Turns }

/**
 * Erases a visitor with everything they said, sent and were, as if they had never come: rows, files, the words of the
 * search, what was told of them and what is still to be sent. What is left in the file of the database is nothing either.
 * @returns false when they are gone already
 */
export async function eraseContact(context: EraseNeeds, visitorId: number): Promise<boolean> {
  const gone = await erase(context, (tx) => forgetVisitor(tx, context, visitorId))
  if (gone) emptyLog(context)
  return gone !== undefined
}

/**
 * Deletes rows in one commit, and does after it what is to be done outside the database; at the end of it all, `emptyLog`. Whoever goes on erasing for a while
 * lets the wiping of the file wait, ms.
 * @returns what is gone; undefined when there was nothing
 */
export async function erase(
  context: EraseNeeds,
  forget: (tx: Tx) => Gone | undefined,
  wipeAfter = 0,
): Promise<Gone | undefined> {
  const gone = await context.write((tx) => {
    const forgotten = forget(tx)
    if (forgotten) askToWipe(tx, context, wipeAfter)
    return forgotten
  })
  if (gone) await finishErasing(context, gone)
  return gone
}

async function finishErasing(context: EraseNeeds, gone: Gone): Promise<void> {
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

/** The log that writes go through first still has the pages as they were. */
export function emptyLog({ db, write }: Pick<Context, 'db' | 'write'>): void {
  write.flush()
  db.pragma('wal_checkpoint(TRUNCATE)')
}
