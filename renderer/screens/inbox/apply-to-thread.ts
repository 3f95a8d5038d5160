import type { InboxItem } from '#contracts/conversations.ts'
import type { Message } from '#contracts/messages.ts'
import type { LiveEvent } from '../../live.ts'

/** What a thread shows and the stream can change. */
export interface Thread {
  readonly messages: readonly Message[]
  readonly ai_enabled: boolean
  readonly ended_at: string | null
  readonly visitor: InboxItem['visitor']
}

/** The thread after an event; `gap` when something in between is missing and it must be read again. */
export function applyToThread<thread extends Thread>(
  thread: thread,
  event: LiveEvent,
): thread | 'gap' {
  switch (event.type) {
    case 'message.created':
    case 'message.updated':
      return withMessage(thread, event.data.message)
    case 'message.delta':
      return withDelta(thread, event.data)
    case 'conversation.updated':
      return {
        ...thread,
        ai_enabled: event.data.ai_enabled,
        ended_at: event.data.ended_at,
        visitor: renamed(thread.visitor, event.data.visitor),
      }
    case 'presence': {
      const { visitor } = thread
      if (visitor?.id !== event.data.visitor_id) return thread
      return { ...thread, visitor: { ...visitor, online: event.data.online } }
    }
    default:
      return thread
  }
}

/** Puts a message in its place: it replaces the one with its id, and may not leave a hole before it. */
export function withMessage<thread extends Thread>(
  thread: thread,
  message: Message,
): thread | 'gap' {
  const { messages } = thread
  const index = messages.findLastIndex(({ id }) => id === message.id)
  if (index >= 0) return { ...thread, messages: messages.with(index, message) }
  const last = messages.at(-1)?.seq ?? 0
  if (message.seq !== last + 1) return 'gap'
  return { ...thread, messages: [...messages, message] }
}

interface Delta {
  readonly message_id: number
  readonly offset: number
  readonly text: string
}

/** Appends what is new of a piece of text: it may overlap with what is there, but may not leave a hole. */
function withDelta<thread extends Thread>(thread: thread, delta: Delta): thread | 'gap' {
  const index = thread.messages.findLastIndex(({ id }) => id === delta.message_id)
  const message = thread.messages[index]
  if (!message || delta.offset > message.content.length) return 'gap'
  const fresh = delta.text.slice(message.content.length - delta.offset)
  if (fresh === '' || message.status !== 'streaming') return thread
  const content = message.content + fresh
  return { ...thread, messages: thread.messages.with(index, { ...message, content }) }
}

function renamed<visitor extends InboxItem['visitor']>(
  visitor: visitor,
  now: InboxItem['visitor'],
): visitor {
  return visitor && now ? { ...visitor, name: now.name } : visitor
}
