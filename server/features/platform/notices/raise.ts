import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { NoticeKind } from '#contracts/notices.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { notify } from '../notifications/notify.ts'
import { presentNotice } from './present.ts'
import { noticeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Subject of a notice. */
export interface Subject {
  readonly userId: number
  readonly kind: NoticeKind
  readonly subject: string
}

/** Kinds about something that could not be delivered, or may not have been. */
const UNDELIVERED: ReadonlySet<NoticeKind> = new Set([
  'webhook_disabled',
  'sms_unknown',
  'messenger_unknown',
])

/**
 * Raises a notice for an account, and notifies those who manage it: one per subject until it is dismissed or resolved.
 */
export function raiseNotice(tx: Tx, context: Needs, about: Subject, reason: Fault): void {
  const { db, events, now } = context

  const row = noticeQueries(db).insert(tx, {
    ...about,
    reason: encodeFault(reason),
    now: now().getTime(),
  })
  if (!row) return
  const { userId, kind } = about
  events.record(tx, { userId, type: 'notice.created', payload: presentNotice(row) })
  // Whoever answers in the conversation is notified of it there.
  if (kind === 'email_bounced') return
  notify(tx, context, {
    userId,
    kind: UNDELIVERED.has(kind) ? 'delivery_failed' : 'notice',
    to: 'managers',
    noticeId: row.id,
  })
}

/** Deletes the notice about a resolved subject. */
export function dropNotice(
  tx: Tx,
  { db, events }: Needs,
  { userId, kind, subject }: Subject,
): void {
  const id = noticeQueries(db).removeAbout(tx, userId, kind, subject)
  if (id !== undefined) events.record(tx, { userId, type: 'notice.deleted', payload: { id } })
}
