import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { accountQueries } from '../accounts/queries.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { chatModel } from '../lookups/models.ts'

/**
 * Makes sure that an answer can be paid for: a model with a price needs a balance, the built-in one is free.
 * @throws AppError `bad_request`
 */
export function assertFunds(
  { db }: Pick<Context, 'db'>,
  assistant: Pick<AssistantRow, 'user_id' | 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'>,
): void {
  const model = chatModel(db, assistant)
  const hasPrice = model !== undefined && model.input_price + model.output_price > 0
  if (!hasPrice || accountQueries(db).balance(assistant.user_id) > 0) return
  throw new AppError('bad_request', 'Insufficient balance. Please top up your account.')
}
