import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import { canPay } from '../../billing/money/model-cost.ts'
import { chatModel } from '../../platform/lookups/models.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'

/** The conversation being read, unless it is a call. */
export interface Chat {
  readonly conversationId: number
  readonly visitorId: number | null
}

/** A model for reading a conversation, and who pays for it. */
interface Reader {
  readonly model: ModelRow
  readonly languageModel: LanguageModelV4
  readonly payer: Payer
}

/** The model that reads an assistant's conversations; undefined if it is the built-in one, unavailable or cannot be paid for. */
export function readerOf(
  { db, models }: Pick<Context, 'db' | 'models'>,
  assistant: Pick<
    AssistantWithLanguage,
    'id' | 'user_id' | 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'
  >,
  chat: Chat | undefined,
): Reader | undefined {
  const model = chatModel(db, assistant)
  if (!model || model.provider === 'built-in' || !canPay(db, assistant.user_id, model))
    return undefined
  const languageModel = models.of(model)
  if (!languageModel) return undefined
  const payer = {
    userId: assistant.user_id,
    assistantId: assistant.id,
    conversationId: chat?.conversationId ?? null,
    visitorId: chat?.visitorId ?? null,
  }
  return { model, languageModel, payer }
}
