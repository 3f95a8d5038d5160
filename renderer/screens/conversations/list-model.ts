import type { Conversation } from '#contracts/conversations.ts'
import { ConversationType } from '#contracts/enums.ts'
import { assistantOptions } from '../records/assistant-options.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'

export type ConversationsModel = ReturnType<typeof createConversationsModel>

/** The list of conversations. */
export function createConversationsModel(deps: RecordsDeps) {
  const assistants = assistantOptions(deps.api)
  const list = createRecordsModel<Conversation, 'type' | 'assistant_id'>(deps, {
    name: 'conversations',
    read: deps.api.listConversations,
    filters: { type: ConversationType.options, assistant_id: undefined },
    hidden: ['updated', 'id'],
    keyOf: ({ id }) => id,
    handleEvent(event, query) {
      if (event.type === 'conversation.created') {
        const { type, assistant_id } = event.data
        const wanted = assistants.value.find(({ id }) => String(id) === query['assistant_id'])
        const fits =
          (!query['type'] || query['type'] === type) && (!wanted || wanted.uuid === assistant_id)
        return fits ? { kind: 'new' } : undefined
      }
      if (event.type === 'conversation.deleted') return { kind: 'gone', key: event.data.id }
      if (event.type !== 'conversation.updated') return undefined
      const { id, message_count, ai_enabled, updated_at } = event.data
      return { kind: 'changed', key: id, change: { message_count, ai_enabled, updated_at } }
    },
  })
  return { ...list, assistants }
}
