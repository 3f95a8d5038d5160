import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { NoticeKind } from '#contracts/notices.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { presentNotice } from './present.ts'
import { noticeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Subject of a notice. */
export interface Subject {
  readonly userId: number
  readonly kind: NoticeKind
  readonly subject: string
}

/** Raises a notice for an account: one per subject until it is dismissed or resolved. */
export function raiseNotice(tx: Tx, context: Needs, about: Subject, reason: Fault): void {
  const { db, events, now } = context

  const row = noticeQueries(db).insert(tx, {
    ...about,
    reason: encodeFault(reason),
    now: now().getTime(),
  })
  if (row)
    events.record(tx, { userId: about.userId, type: 'notice.created', payload: presentNotice(row) })
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
