import type { StoredType } from '#contracts/events.ts'
import type { Context } from '../../../context.ts'
import { ruleQueries } from './queries.ts'

/** Events in whose commits triggers may have queued rules. */
const QUEUING: readonly StoredType[] = [
  'conversation.created',
  'conversation.updated',
  'message.created',
]

/** Runs queued rules at once instead of within half a minute; accounts without rules are not looked up in the database. */
export function wakeForRules({ db, events, jobs }: Pick<Context, 'db' | 'events' | 'jobs'>): void {
  const rules = ruleQueries(db)
  events.onRecorded((type, userId) => {
    if (QUEUING.includes(type) && rules.isRuled(userId)) jobs.wake()
  })
}
