import type { StoredType } from '#contracts/events.ts'
import type { Context } from '../../../context.ts'
import { wakeOn } from '../../../jobs/wake-on.ts'
import { ruleQueries } from './queries.ts'

/** Events in whose commits triggers may have queued rules. */
const QUEUING: readonly StoredType[] = [
  'conversation.created',
  'conversation.updated',
  'message.created',
]

/** Runs queued rules at once; accounts without rules are not looked up in the database. */
export function wakeForRules(context: Pick<Context, 'db' | 'events' | 'jobs'>): void {
  wakeOn(context, QUEUING, ruleQueries(context.db).isRuled)
}
