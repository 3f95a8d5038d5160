import type { Context } from '../../context.ts'
import { attachmentQueries } from '../attachments/queries.ts'
import { removeFromBackups } from '../backups/pool.ts'
import { storeOf } from '../backups/store.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { answerLane } from '../turns/ask.ts'
import type { Turns } from '../turns/run.ts'
import { visitorCredential } from '../visitors/credentials.ts'
import { visitorQueries } from '../visitors/queries.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { erasureQueries } from './erasure-queries.ts'
import { erasureOf, writeErasures } from './erasures.ts'
import { askToWipe } from './wipe.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'hub' | 'now' | 'attachments' | 'config'> & {
  readonly turns: Turns
}

/**
 * Erases a visitor with everything they said, sent and were, as if they had never come: rows, files, the words of the
 * search, what was told of them and what is still to be sent. What is left in the file of the database is nothing either.
 * @returns false when they are gone already
 */
export function eraseContact(context: Needs, visitorId: number): boolean {
  const { db, hub, turns } = context
  const gone = db.transaction(() => forget(context, visitorId))()
  if (!gone) return false
  for (const id of gone.conversationIds) turns.abort(id)
  hub.bidFarewell(visitorCredential(visitorId))
  writeErasures(context)
  if (!db.memory) removeFromBackups(storeOf(context), gone.keys)
  for (const key of gone.keys) {
    context.attachments.remove(key)
    attachmentQueries(db).emptied(key)
  }
  // The log that writes go through first still has the old pages.
  db.pragma('wal_checkpoint(TRUNCATE)')
  return true
}

function forget(context: Needs, visitorId: number) {
  const { db, events, jobs } = context
  const visitor = visitorQueries(db).find(visitorId)
  if (!visitor) return undefined
  const conversations = conversationQueries(db).namesOfVisitor(visitorId)
  const keys = conversations.flatMap(({ id }) => attachmentQueries(db).keys(id))
  for (const { id } of conversations) {
    jobs.forgetLane(answerLane(id))
    for (const delivery of webhookQueries(db).idsOfConversation(id))
      jobs.forgetWith('delivery_id', delivery)
  }
  const uuids = [visitor, ...conversations].map(({ uuid }) => uuid)
  events.dropVisitor(visitorId, uuids)
  for (const uuid of uuids) erasureQueries(db).insert(erasureOf(uuid), context.now().getTime())
  askToWipe(context)
  // All the rest goes with them.
  visitorQueries(db).remove(visitorId)
  const { user_id: userId } = visitor
  for (const { uuid } of conversations)
    events.record({ userId, type: 'conversation.deleted', payload: { id: uuid } })
  events.record({ userId, type: 'contact.deleted', payload: { id: visitor.uuid } })
  return { keys, conversationIds: conversations.map(({ id }) => id) }
}
