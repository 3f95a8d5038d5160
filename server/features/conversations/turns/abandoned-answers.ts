import type { Context } from '../../../context.ts'
import { conversationQueries } from '../queries.ts'
import { visitorQueries } from '../visitors/queries.ts'
import { type AnswerJob, enqueueAnswer } from './ask.ts'
import { continueAnswer } from './continue.ts'
import type { RunningTurn } from './run.ts'

type Needs = Pick<
  Context,
  'db' | 'events' | 'jobs' | 'hub' | 'attendance' | 'sleep' | 'config' | 'write' | 'log'
>

/**
 * Stops answers without a reader: the visitor has had no stream for as long as a reload takes, and no operator has the
 * conversation open. One who has left an email address is a reader. The answer continues when the visitor is back. The built-in model always finishes, because it
 * costs nothing.
 */
export function stopAbandonedAnswers(
  context: Needs,
  running: ReadonlyMap<number, RunningTurn>,
): void {
  const { db, write, hub, attendance, sleep, config, log } = context
  /** Jobs of stopped answers, by conversation, by visitor. */
  const waiting = new Map<number, Map<number, AnswerJob>>()

  function stopUnread(visitorId: number): void {
    if (hub.isFollowed(visitorId)) return
    for (const [conversationId, turn] of running) {
      if (turn.isFree) continue
      const conversation = conversationQueries(db).byId(conversationId)
      if (conversation?.visitor_id !== visitorId || conversation.ai_mode !== 'auto') continue
      if (attendance.isAttended(conversation.user_id, conversation.uuid)) continue
      waiting.set(visitorId, (waiting.get(visitorId) ?? new Map()).set(conversationId, turn.job))
      turn.stop('left')
    }
  }

  /** Reports whether a visitor has left an address, at which they read the answer. */
  const readsElsewhere = (visitorId: number): boolean =>
    Boolean(visitorQueries(db).find(visitorId)?.email)

  async function stopUnreadOf(visitorId: number): Promise<void> {
    const stopped = waiting.get(visitorId) ?? []
    waiting.delete(visitorId)
    for (const [id, { settles }] of stopped)
      await write((tx) => {
        if (continueAnswer(tx, context, { id })) return
        enqueueAnswer(tx, context, id, settles === undefined ? {} : { settles })
      })
  }

  hub.watchVisitors((visitorId, isThere) => {
    if (isThere) {
      stopUnreadOf(visitorId).catch((error: unknown) =>
        log.error({ err: error }, 'an answer did not go on'),
      )
      return
    }
    // With the database closed, there is nothing left to stop.
    const check = () => (db.open && !readsElsewhere(visitorId) ? stopUnread(visitorId) : undefined)
    void sleep(config.limits.visitorLeftMs).then(check, () => undefined)
  })
}
