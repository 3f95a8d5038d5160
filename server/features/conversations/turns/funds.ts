import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { AssistantRow } from '../../assistants/row.ts'
import { canPay } from '../../billing/money/model-cost.ts'
import { chatModel } from '../../platform/lookups/models.ts'

/**
 * Makes sure that an answer can be paid for.
 * @throws AppError `bad_request`
 */
export function assertFunds(
  { db }: Pick<Context, 'db'>,
  assistant: Pick<AssistantRow, 'user_id' | 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'>,
): void {
  const model = chatModel(db, assistant)
  if (!model || canPay(db, assistant.user_id, model)) return
  throw new AppError('insufficient_balance')
}
