import type { VisitedPage } from '#contracts/contacts.ts'
import type { ConversationDetail, InboxItem } from '#contracts/conversations.ts'
import type { Message } from '#contracts/messages.ts'
import type { Note } from '#contracts/notes.ts'
import type { DeskMessage, ToolCall } from '#contracts/tool-calls.ts'
import type { MessageTranslation } from '#contracts/translations.ts'
import type { LiveEvent } from '../../../app/live.ts'
import { applyToDial, type Dialled, withDialOf } from './apply-to-dial.ts'
import { withPending } from './pending-answer.ts'

/** The part of a thread that events can change. Its messages are a gapless range of the conversation. */
export interface Thread extends Dialled {
  readonly messages: readonly DeskMessage[]
  readonly message_count: number
  readonly visitor_read_seq: number
  readonly notes: readonly Note[]
  readonly pages: readonly VisitedPage[]
  readonly variables: ConversationDetail['variables']
  readonly drafters: ConversationDetail['drafters']
  readonly ended_at: string | null
  readonly pending_answer: ConversationDetail['pending_answer']
  readonly call: ConversationDetail['call']
  readonly call_company: ConversationDetail['call_company']
  readonly outcome: ConversationDetail['outcome']
  readonly total_cost: number
  readonly visitor: ConversationDetail['visitor']
}

/** Reports whether the newest messages are loaded. */
export const isAtEnd = ({ messages, message_count }: Pick<Thread, 'messages' | 'message_count'>) =>
  (messages.at(-1)?.seq ?? 0) >= message_count

const NOBODY: ConversationDetail['call_company'] = { listeners: [], speaker: null }

/** The thread after an event; `gap` if an event was missed and it must be read again. */
export function applyToThread<thread extends Thread>(
  thread: thread,
  event: LiveEvent,
): thread | 'gap' {
  switch (event.type) {
    case 'message.created': {
      const { message } = event.data
      return withMessage(
        message.author === 'operator' ? { ...thread, reply_due: null } : thread,
        message,
      )
    }
    case 'message.updated':
      return withMessage(thread, event.data.message)
    case 'message.delta':
      return withDelta(thread, event.data)
    case 'message.translated':
      return { ...thread, messages: withTranslation(thread.messages, event.data) }
    case 'function_call.updated':
      return { ...thread, messages: withCall(thread.messages, event.data.seq, event.data.call) }
    case 'conversation.updated':
      // It is shown as another contact: merged, split or identified.
      if (thread.visitor && event.data.visitor && thread.visitor.id !== event.data.visitor.id)
        return 'gap'
      return {
        ...withDialOf(thread, event.data),
        ended_at: event.data.ended_at,
        call: event.data.call,
        reply_due: event.data.reply_due,
        // Participants of a call report themselves immediately.
        call_company: event.data.call && (thread.call_company ?? NOBODY),
        visitor: renamed(thread.visitor, event.data.visitor),
      }
    case 'call.attended': {
      const { listeners, speaker } = event.data
      return { ...thread, call_company: { listeners, speaker } }
    }
    case 'conversation.outcome':
      return { ...thread, outcome: event.data.outcome, total_cost: event.data.total_cost }
    case 'conversation.variables':
      return { ...thread, variables: { ...thread.variables, ...event.data.variables } }
    case 'conversation.seen':
      return { ...thread, visitor_read_seq: Math.max(thread.visitor_read_seq, event.data.seq) }
    case 'note.created':
    case 'note.updated':
      return { ...thread, notes: withNote(thread.notes, event.data.note) }
    case 'note.deleted':
      return { ...thread, notes: thread.notes.filter(({ id }) => id !== event.data.note_id) }
    case 'answer.pending':
      return withPending(thread, event.data)
    case 'drafting':
      return event.data.kind === 'note' ? thread : withDrafter(thread, event.data)
    default:
      return applyToVisitor(thread, event)
  }
}

/** Applies events about the visitor, which may concern any of their conversations. */
function applyToVisitor<thread extends Thread>(thread: thread, event: LiveEvent): thread | 'gap' {
  const { visitor } = thread
  switch (event.type) {
    case 'presence':
      if (visitor?.id !== event.data.visitor_id) return thread
      return { ...thread, visitor: { ...visitor, online: event.data.online } }
    case 'contact.updated': {
      if (visitor?.id !== event.data.id) return thread
      const { name, email, phone, notes } = event.data
      return { ...thread, visitor: { ...visitor, name, email, phone, notes } }
    }
    case 'visiting': {
      if (visitor?.id !== event.data.visitor_id) return thread
      const { url, title, at } = event.data
      const moved = { ...visitor, page_url: url, page_title: title }
      const pages =
        thread.pages[0]?.url === url ? thread.pages : [{ url, title, at }, ...thread.pages]
      return { ...thread, visitor: moved, pages: pages.slice(0, 50) }
    }
    default:
      return applyToDial(thread, event)
  }
}

/** Inserts a message, or replaces the one with its id; must not leave a gap before it. */
export function withMessage<thread extends Pick<Thread, 'messages' | 'message_count'>>(
  thread: thread,
  message: Message,
): thread | 'gap' {
  const { messages } = thread
  const index = messages.findLastIndex(({ id }) => id === message.id)
  if (index >= 0) {
    // Fields visible only to the desk are not part of the event.
    const { function_calls, translations, content } = messages[index]!
    // An answer that is continued has no translation any more.
    const isSame = message.content === content && message.status !== 'streaming'
    const known = {
      ...message,
      ...(function_calls && { function_calls }),
      ...(translations && isSame && { translations }),
    }
    return { ...thread, messages: messages.with(index, known) }
  }
  const last = messages.at(-1)?.seq ?? 0
  const message_count = Math.max(thread.message_count, message.seq)
  // Outside the loaded range: it is loaded when the user scrolls there.
  if (message.seq <= last || !isAtEnd(thread)) return { ...thread, message_count }
  if (message.seq !== last + 1) return 'gap'
  return { ...thread, messages: [...messages, message], message_count }
}

/** Merges loaded and newly read messages into one gapless range; only the new ones if there is a gap. */
export function joined(known: readonly DeskMessage[], read: readonly DeskMessage[]): DeskMessage[] {
  const [first, last] = [read[0]?.seq ?? 0, read.at(-1)?.seq ?? 0]
  if (known.length === 0 || read.length === 0) return [...read]
  if (known[0]!.seq > last + 1 || known.at(-1)!.seq < first - 1) return [...read]
  return [
    ...known.filter(({ seq }) => seq < first),
    ...read,
    ...known.filter(({ seq }) => seq > last),
  ]
}

/** Inserts or replaces a note, in order. */
export function withNote(notes: readonly Note[], note: Note): Note[] {
  return [...notes.filter(({ id }) => id !== note.id), note].sort((one, other) => one.id - other.id)
}

/** Inserts a tool call at the message that it helps to answer. */
function withCall(
  messages: readonly DeskMessage[],
  seq: number,
  call: ToolCall,
): readonly DeskMessage[] {
  return messages.map((message) => {
    if (message.seq !== seq) return message
    const calls = message.function_calls ?? []
    const index = calls.findIndex(({ id }) => id === call.id)
    const function_calls = index < 0 ? [...calls, call] : calls.with(index, call)
    return { ...message, function_calls }
  })
}

/** Adds a message in another language. */
function withTranslation(
  messages: readonly DeskMessage[],
  { message_id, translation }: { message_id: number; translation: MessageTranslation },
): readonly DeskMessage[] {
  return messages.map((message) =>
    message.id === message_id
      ? { ...message, translations: [...(message.translations ?? []), translation] }
      : message,
  )
}

interface Delta {
  readonly message_id: number
  readonly offset: number
  readonly text: string
}

/** Appends streamed text, which may overlap with the known text, but must not leave a gap. */
function withDelta<thread extends Thread>(thread: thread, delta: Delta): thread | 'gap' {
  const index = thread.messages.findLastIndex(({ id }) => id === delta.message_id)
  const message = thread.messages[index]
  if (!message && !isAtEnd(thread)) return thread
  if (!message || delta.offset > message.content.length) return 'gap'
  const fresh = delta.text.slice(message.content.length - delta.offset)
  if (fresh === '' || message.status !== 'streaming') return thread
  const content = message.content + fresh
  return { ...thread, messages: thread.messages.with(index, { ...message, content }) }
}

function withDrafter<thread extends Thread>(
  thread: thread,
  { by, active }: { by: { id: number; name: string }; active: boolean },
): thread {
  const isKnown = thread.drafters.some((one) => one.by.id === by.id)
  if (isKnown && active) return thread
  const others = thread.drafters.filter((one) => one.by.id !== by.id)
  const drafters = active ? [...others, { by, updated_at: new Date().toISOString() }] : others
  return { ...thread, drafters }
}

function renamed<visitor extends Thread['visitor']>(
  visitor: visitor,
  now: InboxItem['visitor'],
): visitor {
  return visitor && now ? { ...visitor, name: now.name } : visitor
}
