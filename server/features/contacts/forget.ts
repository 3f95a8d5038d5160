import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { RECORDING_NAME } from '../../providers/voice/recordings.ts'
import { callQueries } from '../calls/queries.ts'
import { attachmentQueries } from '../conversations/attachments/queries.ts'
import { blockQueries } from '../conversations/blocks/queries.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { answerLane } from '../conversations/turns/ask.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { erasureQueries, type Named } from './erasure-queries.ts'
import { type Erasure, erasureOf, erasureOfConversation } from './erasures.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'now'>

/** Cleanup outside the database, due after the commit. */
export interface PendingCleanup {
  /** Keys of attachments. */
  readonly keys: readonly string[]
  /** File names of recordings. */
  readonly recordings: readonly string[]
  readonly conversationIds: readonly number[]
  readonly visitorIds: readonly number[]
  readonly erasures: readonly Erasure[]
}

export const NOTHING_GONE: PendingCleanup = {
  keys: [],
  recordings: [],
  conversationIds: [],
  visitorIds: [],
  erasures: [],
}

/** Merges two of them. */
export const mergeErasures = (one: PendingCleanup, other: PendingCleanup): PendingCleanup => ({
  keys: [...one.keys, ...other.keys],
  recordings: [...one.recordings, ...other.recordings],
  conversationIds: [...one.conversationIds, ...other.conversationIds],
  visitorIds: [...one.visitorIds, ...other.visitorIds],
  erasures: [...one.erasures, ...other.erasures],
})

/**
 * Deletes a visitor with all of their rows.
 * @returns undefined if they no longer exist
 */
export function forgetVisitor(
  tx: Tx,
  context: Needs,
  visitorId: number,
): PendingCleanup | undefined {
  const { db, events } = context
  const visitor = visitorQueries(db).find(visitorId)
  if (!visitor) return undefined
  const { user_id: userId } = visitor
  const conversations = conversationQueries(db).namesOfVisitor(visitorId)
  const uuids = [visitor, ...conversations].map(({ uuid }) => uuid)
  const files = conversations.map(({ id }) => forgetRelated(tx, context, id))
  events.dropVisitor(tx, visitorId, uuids)
  if (blockQueries(db).dropVisitor(tx, visitorId))
    events.record(tx, { userId, type: 'blocks.changed', payload: {} })
  const erasures = recordErasures(tx, context, uuids.map(erasureOf))
  // Everything else cascades.
  visitorQueries(db).remove(tx, visitorId)
  for (const { uuid } of conversations)
    events.record(tx, { userId, type: 'conversation.deleted', payload: { id: uuid } })
  events.record(tx, { userId, type: 'contact.deleted', payload: { id: visitor.uuid } })
  return {
    keys: files.flatMap(({ keys }) => keys),
    recordings: files.flatMap(({ recordings }) => recordings),
    conversationIds: conversations.map(({ id }) => id),
    visitorIds: [visitorId],
    erasures,
  }
}

/** Deletes a conversation with all of its rows; its visitor stays. */
export function forgetConversation(tx: Tx, context: Needs, conversation: Named): PendingCleanup {
  const { db, events } = context
  const { id, uuid, user_id: userId, visitor_id: visitorId } = conversation
  const files = forgetRelated(tx, context, id)
  events.dropConversation(tx, visitorId, uuid)
  const erasures = recordErasures(tx, context, [erasureOfConversation(uuid)])
  // Everything else cascades.
  erasureQueries(db).removeConversation(tx, id)
  events.record(tx, { userId, type: 'conversation.deleted', payload: { id: uuid } })
  return { ...files, conversationIds: [id], visitorIds: [], erasures }
}

/** Deletes the latest messages of a conversation that is to be erased and has too many to go at once. */
export function forgetLatest(
  tx: Tx,
  context: Needs,
  { id }: Pick<Named, 'id'>,
  count: number,
): PendingCleanup {
  const { db } = context
  const erasures = erasureQueries(db)
  const from = erasures.latest(id, count)
  const keys = erasures.keysFrom(id, from)
  forgetTexts(tx, context, id, from)
  erasures.removeFrom(tx, id, from)
  return { ...NOTHING_GONE, keys }
}

/**
 * Deletes what belongs to a conversation but does not cascade from its row.
 * @returns its files
 */
function forgetRelated(
  tx: Tx,
  context: Needs,
  id: number,
): Pick<PendingCleanup, 'keys' | 'recordings'> {
  const { db, jobs } = context
  jobs.forgetLane(tx, answerLane(id))
  for (const delivery of webhookQueries(db).idsOfConversation(id))
    jobs.forgetWith(tx, 'delivery_id', delivery)
  forgetTexts(tx, context, id, 0)
  const calls = callQueries(db).ofConversation(id)
  const recordings = calls.flatMap((call) => forgetCall(tx, context, call))
  return { keys: attachmentQueries(db).keys(id), recordings }
}

/**
 * Deletes the events and deliveries of a call in a conversation; its row cascades.
 * @returns the file name of its recording
 */
function forgetCall(tx: Tx, { db, events, jobs }: Needs, id: number): string[] {
  for (const delivery of webhookQueries(db).ofCall(id))
    jobs.forgetWith(tx, 'delivery_id', delivery.id)
  events.dropOf(tx, 'call', id)
  const recording = callQueries(db).byId(id)?.recording ?? ''
  return RECORDING_NAME.test(recording) ? [recording] : []
}

/** Deletes the text messages that carried the conversation, except those needed to settle reserved money. */
function forgetTexts(tx: Tx, { db, events }: Needs, conversationId: number, fromSeq: number): void {
  erasureQueries(db).removeMessages(tx, conversationId, fromSeq)
  for (const sms of erasureQueries(db).removeTexts(tx, conversationId, fromSeq))
    events.dropOf(tx, 'sms', sms)
}

function recordErasures(tx: Tx, { db, now }: Needs, subjects: readonly Buffer[]): Erasure[] {
  const at = now().getTime()
  for (const subject of subjects) erasureQueries(db).insert(tx, subject, at)
  return subjects.map((subject) => ({ subject, erased_at: at }))
}
