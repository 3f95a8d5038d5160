import type { AssistantRow } from '../../assistants/row.ts'
import type { Payer } from '../../billing/budgets/shares.ts'

/** Payer of a telephone call, which has no conversation: the account and the assistant's day. */
export const payerOnTelephone = ({ id, user_id }: Pick<AssistantRow, 'id' | 'user_id'>): Payer => ({
  userId: user_id,
  assistantId: id,
  conversationId: null,
  visitorId: null,
})
