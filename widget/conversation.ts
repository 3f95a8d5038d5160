import type { MessageDelta, VisitorEvent } from '#contracts/events.ts'
import type { Message } from '#contracts/messages.ts'
import type { VisitorConversation } from '#contracts/widget.ts'

/** An event of the visitor's stream; only stored events have an id. */
export type LiveEvent = {
  [type in keyof VisitorEvent]: {
    readonly id: number | undefined
    readonly type: type
    readonly data: VisitorEvent[type]
  }
}[keyof VisitorEvent]

/** Checks only for an object; the shape is guaranteed by the server's contract. */
export function isLiveEvent(event: {
  readonly id: number | undefined
  readonly type: string
  readonly data: unknown
}): event is LiveEvent {
  return event.data instanceof Object
}

/** A message, with the text that an answer had before it started over. */
export interface KnownMessage extends Message {
  readonly earlier?: string
}

/** A conversation as this browser knows it. */
export interface Conversation extends VisitorConversation {
  readonly messages: KnownMessage[]
  /** `seq` of the last message before the most recent handover; 0 if none was observed. */
  readonly handover: number
}

/** The conversation that a snapshot from the server shows, of which this may be known already. */
export function fromSnapshot(snapshot: VisitorConversation, known?: Conversation): Conversation {
  const messages = snapshot.messages
    .map((message) => renew(message, known?.messages))
    .sort((a, b) => a.seq - b.seq)
  return { ...snapshot, messages, handover: snapshot.ai_enabled ? 0 : lastSeq(messages) }
}

/** Applies an event to a conversation; `undefined` if an earlier event was missed. */
export function applyEvent(known: Conversation, event: LiveEvent): Conversation | undefined {
  if (event.id === undefined) return change(known, event)
  if (event.id <= known.cursor) return known
  const next = change(known, event)
  return next && { ...next, cursor: event.id }
}

/** Adds a message, or replaces the one with the same id. */
export function withMessage(known: Conversation, message: Message): Conversation {
  const others = known.messages.filter((other) => other.id !== message.id)
  const messages = [...others, renew(message, known.messages)].sort((a, b) => a.seq - b.seq)
  return { ...known, messages }
}

/** `seq` of the last message; 0 if there is none. */
export function lastSeq(messages: readonly Message[]): number {
  return messages.at(-1)?.seq ?? 0
}

function change(known: Conversation, { type, data }: LiveEvent): Conversation | undefined {
  if (type === 'conversation.updated') return data.id === known.id ? withState(known, data) : known
  if (!('conversation_id' in data) || type === 'typing' || data.conversation_id !== known.id)
    return known
  if (type === 'message.delta') return withDelta(known, data)
  if (type === 'message.created' && !isNext(known, data.message)) return undefined
  return withMessage(known, data.message)
}

/** Reports whether the preceding message is loaded; messages are numbered without gaps. */
function isNext({ messages }: Conversation, { seq }: Message): boolean {
  return seq === 1 || messages.some((other) => other.seq === seq || other.seq === seq - 1)
}

function withState(known: Conversation, state: VisitorEvent['conversation.updated']): Conversation {
  const { ai_enabled, ended, seen_seq } = state
  const handover = ai_enabled === known.ai_enabled ? known.handover : lastSeq(known.messages)
  return { ...known, ai_enabled, ended, seen_seq, handover }
}

function withDelta(known: Conversation, delta: MessageDelta): Conversation | undefined {
  const message = known.messages.find(({ id }) => id === delta.message_id)
  if (!message || delta.offset > message.content.length) return undefined
  if (delta.offset < message.content.length) return known
  return withMessage(known, { ...message, content: message.content + delta.text })
}

/** The current state of a message, with its full text; an answer that starts over keeps its earlier text. */
function renew(message: Message, known: readonly KnownMessage[] = []): KnownMessage {
  const { content, author_name, id, status } = message
  const before = known.find((other) => other.id === id)
  const earlier = before?.earlier ?? before?.content ?? ''
  return {
    ...message,
    content: String(content),
    author_name: String(author_name),
    ...(status === 'streaming' && earlier.length > content.length && { earlier }),
  }
}

/** The text of a message to show: the old one until the new one has passed it. */
export function textOf({
  content,
  earlier = '',
}: Pick<KnownMessage, 'content' | 'earlier'>): string {
  return earlier.length > content.length ? earlier : content
}
