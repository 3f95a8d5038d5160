import type { RuleEvent } from '#contracts/rule-fields.ts'
import type { Context } from '../../../context.ts'
import { toIso } from '../../../db/time.ts'
import type { ConversationRow } from '../queries.ts'
import { factsOf } from './facts.ts'
import type { FactsRow } from './facts-queries.ts'
import type { RuleRow } from './queries.ts'

/** Payload of the webhook of a rule that has matched (docs/RULES.md). */
export interface MatchedPayload {
  readonly event: 'rule_matched'
  readonly rule: { readonly id: number; readonly name: string; readonly event: RuleEvent }
  readonly conversation_id: string
  readonly assistant_id: string
  readonly type: string
  readonly customer_name: string | null
  readonly customer_email: string | null
  readonly customer_phone: string | null
  readonly page: string | null
  /** The visitor's message, or the last one. */
  readonly message: string | null
  readonly labels: readonly string[]
  readonly timestamp: string
}

/** The payload for a rule and the conversation in which it has matched. */
export function matchedPayload(
  { now }: Pick<Context, 'now'>,
  { rule, row, facts }: { rule: RuleRow; row: ConversationRow; facts: FactsRow },
): MatchedPayload {
  const time = now().getTime()
  const { contact, page, text, labels } = factsOf(facts, time)
  return {
    event: 'rule_matched',
    rule: { id: rule.id, name: rule.name, event: rule.event },
    conversation_id: row.uuid,
    assistant_id: row.assistant_uuid,
    type: row.type,
    customer_name: contact('name') ?? null,
    customer_email: contact('email') ?? null,
    customer_phone: contact('phone') ?? null,
    page,
    message: text,
    labels: labels.map(({ name }) => name),
    timestamp: toIso(time),
  }
}
