import type { RuleConditions } from '#contracts/rule-fields.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { conversationQueries } from '../queries.ts'
import { type ActNeeds, act } from './act.ts'
import { type RuleEventRow, ruleEventQueries } from './event-queries.ts'
import { factsOf } from './facts.ts'
import { factsQueries } from './facts-queries.ts'
import { presentRun } from './present.ts'
import { type RuleRow, ruleQueries } from './queries.ts'
import { reasonsFor } from './reasons.ts'
import { runQueries } from './run-queries.ts'

type Needs = ActNeeds & Pick<Context, 'write'>

/**
 * Checks the rules for an event that a trigger has recorded. The event is deleted in the commit of everything the rules do: a job
 * that runs again finds nothing.
 */
export async function runRules(context: Needs, eventId: number): Promise<void> {
  await context.write((tx) => {
    const event = ruleEventQueries(context.db).take(tx, eventId)
    if (event) checkRules(tx, context, event)
  })
}

/** Performs the actions of every rule that matches an event, in order, up to one that is the last. */
export function checkRules(
  tx: Tx,
  context: ActNeeds,
  { conversation_id: id, event, message_id, at }: RuleEventRow,
  isMeant: (rule: RuleRow) => boolean = () => true,
): void {
  const { db } = context
  const row = conversationQueries(db).byId(id)
  if (!row) return
  for (const rule of ruleQueries(db).inForce(row.user_id, event).filter(isMeant)) {
    // Read again for each rule, because the one before may have changed it.
    const facts = factsQueries(db).find(id, message_id)!
    const conditions = JSON.parse(rule.conditions) as RuleConditions
    if (!reasonsFor(conditions, factsOf(facts, at))) continue
    const actions = act(tx, context, { rule, facts })
    log(tx, context, { rule, conversationId: id, actions: JSON.stringify(actions) })
    if (rule.is_last === 1) return
  }
}

/** Writes a match to the log. */
function log(
  tx: Tx,
  { db, events, now }: ActNeeds,
  { rule, ...run }: { rule: RuleRow; conversationId: number; actions: string },
): void {
  const time = now().getTime()
  const { id: ruleId, name: ruleName, user_id: userId, event } = rule
  ruleQueries(db).ran(tx, ruleId, time)
  const entry = runQueries(db).insert(tx, { ...run, ruleId, ruleName, userId, event, now: time })
  events.record(tx, { userId, type: 'rule.ran', payload: presentRun(entry) })
}
