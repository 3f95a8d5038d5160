import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { callQueries } from '../../calls/queries.ts'
import { removeCall } from '../../calls/remove.ts'
import { type EraseNeeds, emptyLog, erase } from '../erase.ts'
import {
  forgetConversation,
  forgetLatest,
  forgetVisitor,
  mergeErasures,
  NOTHING_GONE,
  type PendingCleanup,
} from '../forget.ts'
import { mergeQueries } from '../merges/queries.ts'
import { splitOff } from '../merges/split.ts'
import { type OldConversation, retentionQueries } from './queries.ts'

type Needs = Context & EraseNeeds

/** Interval between the starts of two runs, ms. */
const INTERVAL_MS = 86_400_000

/** Maximum number of messages, conversations, contacts and calls erased per commit, so that no request waits long for the single writer. */
export const SLICE = 24

/** Pause between two commits, ms, for other writers. */
const PAUSE_MS = 10

/** Delay after which erased data is wiped from the file, ms after the first erasure. */
const WIPE_AFTER_MS = 60_000

/**
 * Erases conversations and calls past their assistant's retention period in slices, and then contacts without
 * conversations who were last seen longer ago than that, unless they are blocked. The next run continues an interrupted one.
 * @returns time of the next run
 */
export async function eraseOld(context: Needs, signal: AbortSignal): Promise<Date> {
  const { now, sleep, log } = context
  const startedAt = now()
  const total = { conversations: 0, contacts: 0, calls: 0 }
  for (;;) {
    const gone = await erase(
      context,
      (tx) =>
        forgetConversations(tx, context, startedAt) ??
        forgetContacts(tx, context, startedAt) ??
        forgetCalls(tx, context, startedAt, total),
      WIPE_AFTER_MS,
    )
    if (!gone) break
    total.conversations += gone.conversationIds.length
    total.contacts += gone.visitorIds.length
    await sleep(PAUSE_MS, signal)
  }
  if (total.conversations + total.contacts + total.calls > 0) {
    emptyLog(context)
    log.info(total, 'what is kept no longer is erased')
  }
  return new Date(startedAt.getTime() + INTERVAL_MS)
}

function forgetConversations(tx: Tx, context: EraseNeeds, at: Date): PendingCleanup | undefined {
  const old = retentionQueries(context.db).conversations(at, SLICE)
  const first = old[0]
  if (!first) return undefined
  if (first.messages > SLICE) return forgetLatest(tx, context, first, SLICE)
  return fitting(old)
    .map((conversation) => forgetConversation(tx, context, conversation))
    .reduce(mergeErasures, NOTHING_GONE)
}

/** The leading conversations that fit into a slice. */
function fitting(old: readonly OldConversation[]): readonly OldConversation[] {
  let rows = 0
  const end = old.findIndex(({ messages }) => {
    rows += 1 + messages
    return rows > SLICE + 1
  })
  return end === -1 ? old : old.slice(0, end)
}

function forgetContacts(tx: Tx, context: EraseNeeds, at: Date): PendingCleanup | undefined {
  const old = retentionQueries(context.db).visitors(at, SLICE / 2)
  if (old.length === 0) return undefined
  return old
    .map((id) => {
      // The contact that it is shown as keeps none of its details.
      const merge = mergeQueries(context.db).ofVisitor(id)
      if (merge) splitOff(tx, context, merge)
      return forgetVisitor(tx, context, id) ?? NOTHING_GONE
    })
    .reduce(mergeErasures, NOTHING_GONE)
}

function forgetCalls(
  tx: Tx,
  context: Needs,
  at: Date,
  total: { calls: number },
): PendingCleanup | undefined {
  const old = retentionQueries(context.db).calls(at, SLICE)
  if (old.length === 0) return undefined
  for (const id of old) removeCall(tx, context, callQueries(context.db).byId(id)!)
  total.calls += old.length
  return NOTHING_GONE
}
