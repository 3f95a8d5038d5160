import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { AssistantRow } from '../../assistants/row.ts'
import { canPay } from '../../billing/money/model-cost.ts'
import { chatModel } from '../../platform/lookups/models.ts'

/**
 * Asserts that an answer can be paid for.
 * @throws AppError with the code
 */
export function assertFunds(
  context: Pick<Context, 'db'>,
  assistant: Parameters<typeof hasFunds>[1],
  code: 'insufficient_balance' | 'reply_unpaid' = 'insufficient_balance',
): void {
  if (!hasFunds(context, assistant)) throw new AppError(code)
}

/** Reports whether an answer of an assistant can be paid for. */
export function hasFunds(
  { db }: Pick<Context, 'db'>,
  assistant: Pick<AssistantRow, 'user_id' | 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'>,
): boolean {
  const model = chatModel(db, assistant)
  return !model || canPay(db, assistant.user_id, model)
}
