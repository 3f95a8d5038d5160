import type { AssistantRow } from '../../assistants/row.ts'
import type { Payer } from '../../billing/budgets/shares.ts'

/** Payer of a telephone call, which is spoken in no conversation: the account, and the day of the assistant. */
export const payerOnTelephone = ({ id, user_id }: Pick<AssistantRow, 'id' | 'user_id'>): Payer => ({
  userId: user_id,
  assistantId: id,
  conversationId: null,
  visitorId: null,
})
