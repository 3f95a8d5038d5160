import type { Context } from '../../context.ts'
import { removeFromBackups } from '../backups/pool.ts'
import { storeOf } from '../backups/store.ts'
import { attachmentQueries } from '../conversations/attachments/queries.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { visitorCredential } from '../conversations/visitors/credentials.ts'
import { addErasures } from './erasures.ts'
import { forgetVisitor, type Gone } from './forget.ts'
import { askToWipe } from './wipe.ts'

/** What whoever erases needs. */
export type EraseNeeds = Pick<
  Context,
  'db' | 'events' | 'jobs' | 'hub' | 'now' | 'attachments' | 'config'
> & { readonly turns: Turns }

/**
 * Erases a visitor with everything they said, sent and were, as if they had never come: rows, files, the words of the
 * search, what was told of them and what is still to be sent. What is left in the file of the database is nothing either.
 * @returns false when they are gone already
 */
export function eraseContact(context: EraseNeeds, visitorId: number): boolean {
  const gone = erase(context, () => forgetVisitor(context, visitorId))
  if (gone) emptyLog(context)
  return gone !== undefined
}

/**
 * Deletes rows in one commit, and does after it what is to be done outside the database; at the end of it all, `emptyLog`. Whoever goes on erasing for a while
 * lets the wiping of the file wait, ms.
 * @returns what is gone; undefined when there was nothing
 */
export function erase(
  context: EraseNeeds,
  forget: () => Gone | undefined,
  wipeAfter = 0,
): Gone | undefined {
  const gone = context.db.transaction(() => {
    const forgotten = forget()
    if (forgotten) askToWipe(context, wipeAfter)
    return forgotten
  })()
  if (gone) finishErasing(context, gone)
  return gone
}

function finishErasing(context: EraseNeeds, gone: Gone): void {
  const { db, hub, turns } = context
  for (const id of gone.conversationIds) turns.abort(id)
  for (const id of gone.visitorIds) hub.bidFarewell(visitorCredential(id))
  addErasures(context, gone.erasures)
  if (!db.memory) removeFromBackups(storeOf(context), gone.keys)
  for (const key of gone.keys) {
    context.attachments.remove(key)
    attachmentQueries(db).emptied(key)
  }
}

/** The log that writes go through first still has the pages as they were. */
export function emptyLog({ db }: Pick<Context, 'db'>): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}
