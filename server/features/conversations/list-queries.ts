import { countedList } from '../../db/counted-list.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { ListedConversation } from './queries.ts'

export const CONVERSATION_COLUMNS = `
  conversations.uuid, conversations.type, conversations.message_count, conversations.total_cost,
  conversations.ai_enabled, conversations.created_at, conversations.updated_at,
  assistants.uuid AS assistant_uuid, assistants.name AS assistant_name
`

export const CONVERSATION_JOINS = 'JOIN assistants ON assistants.id = conversations.assistant_id'

/** The conversations list, newest first. */
export const listedConversations = oncePerDb((sql, db) =>
  countedList<ListedConversation, 'type' | 'assistantId'>(sql, db, {
    table: 'conversations',
    columns: CONVERSATION_COLUMNS,
    joins: CONVERSATION_JOINS,
    filters: { type: 'type', assistantId: 'assistant_id' },
    indexes: {
      conversations_by_user: [],
      conversations_by_type: ['type'],
      conversations_by_assistant: ['assistantId'],
      conversations_by_assistant_type: ['assistantId', 'type'],
    },
  }),
)
