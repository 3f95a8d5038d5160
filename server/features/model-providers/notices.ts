import type { Context } from '../../context.ts'
import { accountQueries } from '../accounts/queries.ts'
import { dropNotice, raiseNotice } from '../platform/notices/raise.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

const about = (db: Context['db'], subject: string) => {
  const owner = accountQueries(db).owner()
  return owner && { userId: owner.id, kind: 'model_refused' as const, subject }
}

/** Tells the owner, who alone can change it, that a provider refuses its key. */
export function tellRefused(context: Needs, name: string, status: number): void {
  const subject = about(context.db, name)
  if (!subject) return
  raiseNotice(
    context,
    subject,
    `It refused the key (HTTP ${status}). Assistants that use its models cannot answer until it is changed.`,
  )
}

/** A provider answers, or was changed: what was told about it is over. */
export function tellAnswered(context: Needs, name: string): void {
  const subject = about(context.db, name)
  if (subject) dropNotice(context, subject)
}
