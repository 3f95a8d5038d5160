import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Uuid } from './scalars.ts'

/** Reason why an assistant cannot answer chats at the moment. */
export const BlockedReason = z
  .enum(['no_model', 'no_provider', 'key_refused', 'day_spent', 'month_spent', 'no_balance'])
  .describe(
    '`no_model`: the model is no longer available, because it or its provider was removed or disabled. `no_provider`: the provider’s key cannot be read, or the provider is not configured. `key_refused`: the provider rejects the key. Others: the assistant’s daily budget, the account’s monthly budget, or the balance is used up.',
  )
export type BlockedReason = z.output<typeof BlockedReason>

/** An assistant that was unable to answer. */
export const BlockedAssistant = z.object({
  id: z.int(),
  uuid: Uuid,
  name: z.string(),
  reason: BlockedReason,
})
export type BlockedAssistant = z.output<typeof BlockedAssistant>

export const listBlockedAssistants = endpoint({
  method: 'get',
  path: '/user/assistants/unable',
  capability: 'directory',
  summary: 'List the assistants that cannot currently answer a chat, with the reason',
  reply: z.object({ data: z.array(BlockedAssistant) }),
})
