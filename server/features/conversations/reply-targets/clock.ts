import type { StoredType } from '#contracts/events.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { wakeOn } from '../../../jobs/wake-on.ts'
import { afterBusinessTime } from '../../platform/values/business-time.ts'
import { weekOf } from '../../platform/values/office-hours.ts'
import { notifyAnswerers } from '../activities/notify.ts'
import { recordConversation } from '../record.ts'
import { type AnnouncedRow, clockQueries, type NewClock } from './clock-queries.ts'
import { targetQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'jobs' | 'now' | 'write'>

const MINUTE_MS = 60_000

/** Kind and lane of the job that watches running clocks. */
const CHECK = 'reply_clocks.check'

/** Clocks per commit, so that no request waits long for the single writer. */
const SLICE = 50

/** Computes when a reply is due, for a clock that a trigger has started. A second run changes nothing. */
export async function setClock(context: Needs, clockId: number): Promise<void> {
  const clocks = clockQueries(context.db)
  await context.write((tx) => {
    const clock = clocks.find(clockId)
    if (!clock) return
    const times = timesOf(clock)
    // Nobody will ever be there.
    if (!times) clocks.remove(tx, clockId)
    else if (clocks.set(tx, { id: clockId, ...times })) {
      const runAt = new Date(times.warnAt)
      context.jobs.hasten(tx, { kind: CHECK, payload: {}, lane: CHECK, runAt })
      recordConversation(tx, context, clock.conversation_id, 'conversation.updated')
    }
  })
}

function timesOf({ minutes, hours, warn_percent, since, timezone, office_hours }: NewClock) {
  const week =
    hours === 'all' || office_hours === null ? undefined : weekOf(JSON.parse(office_hours))
  const after = (share: number) =>
    afterBusinessTime(week, timezone, since, Math.round(minutes * MINUTE_MS * share))
  const dueAt = after(1)
  return dueAt === undefined ? undefined : { dueAt, warnAt: after(warn_percent / 100)! }
}

/**
 * Announces replies that are due soon, and records missed targets, each once.
 * @returns time of the next check; undefined if no clock is running
 */
export async function checkClocks(context: Needs): Promise<Date | undefined> {
  const { db, write, now } = context
  const clocks = clockQueries(db)
  const time = now().getTime()
  const late = clocks.toMiss(time, SLICE)
  const soon = clocks.toWarn(time, SLICE)
  if (late.length + soon.length > 0)
    await write((tx) => {
      // Read again in the transaction, because a reply may have come meanwhile.
      for (const row of clocks.toMiss(time, SLICE)) {
        clocks.missed(tx, row.id)
        announce(tx, context, row, 'overdue')
      }
      for (const row of clocks.toWarn(time, SLICE)) {
        clocks.warned(tx, row.id)
        announce(tx, context, row, 'due_soon')
      }
    })
  if (late.length === SLICE || soon.length === SLICE) return new Date(time)
  const next = clocks.next()
  return next === null ? undefined : new Date(Math.max(next, time + 1))
}

function announce(
  tx: Tx,
  context: Pick<Needs, 'db' | 'events' | 'now'>,
  { conversation_id: id, conversation_uuid: uuid, user_id }: AnnouncedRow,
  stage: 'due_soon' | 'overdue',
): void {
  notifyAnswerers(tx, context, { id, uuid, user_id }, 'sla', { cause: stage })
}

/** Events in whose commits triggers may have started a clock. */
const STARTING: readonly StoredType[] = ['conversation.updated', 'message.created']

/** Computes the times of new clocks at once; accounts without targets are not looked up. */
export function wakeForClocks(context: Pick<Context, 'db' | 'events' | 'jobs'>): void {
  wakeOn(context, STARTING, targetQueries(context.db).isTargeted)
}
