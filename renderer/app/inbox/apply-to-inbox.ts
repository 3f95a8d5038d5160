import type { InboxItem } from '#contracts/conversations.ts'
import type { LabelsChange } from '#contracts/labels.ts'
import type { LiveEvent } from '../live.ts'

/** The row of a conversation after an event. */
export function applyToItem(item: InboxItem, event: LiveEvent): InboxItem {
  switch (event.type) {
    case 'conversation.created':
    case 'conversation.updated':
      // Presence arrives in its own events; a row read later may carry an older value.
      return { ...event.data, visitor: keepPresence(item, event.data.visitor) }
    case 'message.created':
      return withMessage(item, event.data.message)
    case 'message.updated': {
      const { seq, author, content, created_at, status } = event.data.message
      if (seq !== item.message_count) return item
      const isNone = author === 'assistant' && (status === 'failed' || status === 'interrupted')
      return {
        ...item,
        last_message: { author, content, created_at },
        waiting_since: isNone ? (item.waiting_since ?? created_at) : item.waiting_since,
      }
    }
    case 'proposal.updated':
      return event.data.proposal.status === 'sent' ? { ...item, reply_due: null } : item
    case 'presence': {
      const { visitor } = item
      if (visitor?.id !== event.data.visitor_id || visitor.online === event.data.online) return item
      return { ...item, visitor: { ...visitor, online: event.data.online } }
    }
    default:
      return item
  }
}

/** A row with its labels as they are now: renamed, merged into one that stays, or deleted. */
export function withLabels(item: InboxItem, { data, merged }: LabelsChange): InboxItem {
  if (item.labels.length === 0) return item
  const ids = new Set(item.labels.map(({ id }) => (id === merged?.from ? merged.into : id)))
  return { ...item, labels: data.filter(({ id }) => ids.has(id)) }
}

/** The complete row, if the event carries one. */
export function itemIn(event: LiveEvent): InboxItem | undefined {
  const isWhole = event.type === 'conversation.created' || event.type === 'conversation.updated'
  return isWhole ? event.data : undefined
}

type Created = Extract<LiveEvent, { type: 'message.created' }>['data']['message']

/** Mirrors the database triggers that run when a message is inserted. */
function withMessage(item: InboxItem, { author, content, created_at, seq }: Created): InboxItem {
  const isVisitor = author === 'visitor'
  const isPerson = author === 'operator'
  return {
    ...item,
    last_message: { author, content, created_at },
    message_count: Math.max(item.message_count, seq),
    unread: item.unread + (isVisitor ? 1 : 0),
    waiting_since: isVisitor ? (item.waiting_since ?? created_at) : null,
    reply_due: isPerson ? null : item.reply_due,
    needs_person: item.needs_person && !isPerson,
    is_ai_only: item.is_ai_only && !isPerson,
    snoozed_until: isVisitor ? null : item.snoozed_until,
    updated_at: laterOf(item.updated_at, created_at),
  }
}

const laterOf = (one: string, other: string) => (one < other ? other : one)

function keepPresence(known: InboxItem, visitor: InboxItem['visitor']): InboxItem['visitor'] {
  if (!visitor || !known.visitor) return visitor
  return { ...visitor, online: known.visitor.online }
}

/** Id of the conversation that an event concerns, if any. */
export function conversationOf(event: LiveEvent): string | undefined {
  switch (event.type) {
    case 'conversation.created':
    case 'conversation.updated':
    case 'conversation.deleted':
      return event.data.id
    case 'conversation.variables':
    case 'conversation.outcome':
    case 'message.created':
    case 'message.delta':
    case 'message.updated':
    case 'message.translated':
    case 'function_call.updated':
    case 'proposal.updated':
    case 'proposal.delta':
    case 'answer.pending':
    case 'activity.created':
    case 'note.created':
    case 'note.updated':
    case 'note.deleted':
    case 'conversation.seen':
    case 'drafting':
    case 'typing':
      return event.data.conversation_id
    case 'call.attended':
      return event.data.conversation_id ?? undefined
    default:
      return undefined
  }
}

/** Latest activity first, as the server sorts. */
export function byActivity(one: InboxItem, other: InboxItem): number {
  if (one.updated_at === other.updated_at) return one.id < other.id ? 1 : -1
  return one.updated_at < other.updated_at ? 1 : -1
}
