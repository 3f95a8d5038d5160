import type { NoticeKind } from '#contracts/notices.ts'
import type { Context } from '../../../context.ts'
import { presentNotice } from './present.ts'
import { noticeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Subject of a notice. */
export interface Subject {
  readonly userId: number
  readonly kind: NoticeKind
  readonly subject: string
}

/**
 * Tells an account something it should know; once for each subject, until it is put away or over. Call it in the
 * transaction of what it reports.
 */
export function raiseNotice(context: Needs, about: Subject, reason: string): void {
  const { db, events, now } = context
  db.transaction(() => {
    const row = noticeQueries(db).insert({
      ...about,
      reason,
      now: now().getTime(),
    })
    if (row)
      events.record({ userId: about.userId, type: 'notice.created', payload: presentNotice(row) })
  })()
}

/** What a notice was about is over. */
export function dropNotice({ db, events }: Needs, { userId, kind, subject }: Subject): void {
  db.transaction(() => {
    const id = noticeQueries(db).removeAbout(userId, kind, subject)
    if (id !== undefined) events.record({ userId, type: 'notice.deleted', payload: { id } })
  })()
}
