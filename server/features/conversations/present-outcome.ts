import type { ConversationOutcome } from '#contracts/evaluations.ts'
import { toIso } from '../../db/time.ts'
import { toDollars } from '../platform/values/dollars.ts'
import type { OutcomeRow } from './outcome-queries.ts'
import type { ConversationRow } from './queries.ts'

/** Outcome of a conversation, and its total cost so far. */
export function presentOutcome(
  row: OutcomeRow,
  { total_cost }: Pick<ConversationRow, 'total_cost'>,
): { readonly outcome: ConversationOutcome; readonly total_cost: number } {
  return {
    outcome: {
      ended_at: toIso(row.created_at),
      extracted: JSON.parse(row.extracted),
      extraction_problem: row.extraction_problem,
      evaluation: row.evaluation === null ? null : JSON.parse(row.evaluation),
      evaluation_problem: row.evaluation_problem,
    },
    total_cost: toDollars(total_cost),
  }
}
