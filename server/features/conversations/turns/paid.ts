import type { Tx } from '../../../db/write.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { detailOf } from '../../billing/budgets/refusal.ts'
import type { Refusal } from '../../billing/budgets/reserve.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import type { ConversationRow } from '../queries.ts'
import type { AnswerWriter } from './writer.ts'

interface Unpaid {
  readonly conversation: Pick<ConversationRow, 'ai_mode'>
  readonly assistant: Pick<AssistantWithLanguage, 'language' | 'over_budget_message'>
  readonly writer: AnswerWriter
}

/** Payer of the answers of a conversation: the account, assistant and visitor whose budgets they take from. */
export const payerOf = (conversation: ConversationRow): Payer => ({
  userId: conversation.user_id,
  assistantId: conversation.assistant_id,
  conversationId: conversation.id,
  visitorId: conversation.visitor_id,
})

/** Answers over budget: a visitor gets the assistant's message, the desk the reason. */
export function answerOverBudget(
  tx: Tx,
  { conversation, assistant, writer }: Unpaid,
  refused: Refusal,
  cost: number,
): void {
  const isForVisitor = conversation.ai_mode === 'auto'
  if (isForVisitor)
    writer.append(tx, assistant.over_budget_message ?? phrasesFor(assistant.language).overBudget)
  writer.finish(tx, { isWhole: isForVisitor, cost, detail: detailOf(refused), sources: [] })
}
