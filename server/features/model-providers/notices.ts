import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { accountQueries } from '../accounts/queries.ts'
import { dropNotice, raiseNotice } from '../platform/notices/raise.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

const about = (db: Context['db'], subject: string) => {
  const owner = accountQueries(db).owner()
  return owner && { userId: owner.id, kind: 'model_refused' as const, subject }
}

/** Notifies the owner that a provider rejects its key. */
export function raiseKeyNotice(tx: Tx, context: Needs, name: string, status: number): void {
  const subject = about(context.db, name)
  if (!subject) return
  raiseNotice(tx, context, subject, fault('model_key_refused_notice', { status }))
}

/** Withdraws the notice about a provider that answers again or has been changed. */
export function dropKeyNotice(tx: Tx, context: Needs, name: string): void {
  const subject = about(context.db, name)
  if (subject) dropNotice(tx, context, subject)
}
