import type { InboxItem } from '#contracts/conversations.ts'
import type { LiveEvent } from '../../live.ts'

/** The row of a conversation after an event about it. */
export function applyToItem(item: InboxItem, event: LiveEvent): InboxItem {
  switch (event.type) {
    case 'conversation.created':
    case 'conversation.updated':
      // Presence comes on its own; a row read back later may hold an old one.
      return { ...event.data, visitor: keepPresence(item, event.data.visitor) }
    case 'message.created': {
      const { message } = event.data
      const { author, content, created_at } = message
      return {
        ...item,
        last_message: { author, content, created_at },
        message_count: Math.max(item.message_count, message.seq),
        unread: item.unread + (author === 'visitor' ? 1 : 0),
        updated_at: laterOf(item.updated_at, created_at),
      }
    }
    case 'message.updated': {
      const { seq, author, content, created_at } = event.data.message
      if (seq !== item.message_count) return item
      return { ...item, last_message: { author, content, created_at } }
    }
    case 'presence': {
      const { visitor } = item
      if (visitor?.id !== event.data.visitor_id || visitor.online === event.data.online) return item
      return { ...item, visitor: { ...visitor, online: event.data.online } }
    }
    default:
      return item
  }
}

const laterOf = (one: string, other: string) => (one < other ? other : one)

function keepPresence(known: InboxItem, visitor: InboxItem['visitor']): InboxItem['visitor'] {
  if (!visitor || !known.visitor) return visitor
  return { ...visitor, online: known.visitor.online }
}

/** The conversation that an event is about, if it is about one. */
export function conversationOf(event: LiveEvent): string | undefined {
  switch (event.type) {
    case 'conversation.created':
    case 'conversation.updated':
      return event.data.id
    case 'message.created':
    case 'message.delta':
    case 'message.updated':
    case 'typing':
      return event.data.conversation_id
    default:
      return undefined
  }
}

/** Latest activity first, as the server sorts. */
export function byActivity(one: InboxItem, other: InboxItem): number {
  if (one.updated_at === other.updated_at) return one.id < other.id ? 1 : -1
  return one.updated_at < other.updated_at ? 1 : -1
}
