import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import type { Entry, Parcel } from './shelf.ts'

/** A message as shown, sent or unsent. */
export interface Shown
  extends Pick<Message, 'author' | 'author_name' | 'author_picture' | 'content' | 'client_id'> {
  readonly status: Message['status'] | Entry['status']
  readonly created_at?: string
  readonly reason?: string
  readonly id?: number
  readonly seq?: number
  /** Text of an answer before it started over. */
  readonly earlier?: string
  readonly attachments?: Message['attachments']
  readonly sources?: Message['sources']
  /** Files being sent. */
  readonly parcels?: readonly Parcel[]
}

/** Entries of the log in order: the greeting, the messages, and the unsent ones. */
export function timeline(
  assistant: PublicAssistant | undefined,
  messages: readonly Message[],
  outbox: readonly Entry[],
): Shown[] {
  const waiting = outbox.filter((entry) =>
    messages.every(({ client_id }) => client_id !== entry.client_id),
  )
  const isGreeted = messages[0]?.author === 'assistant'
  return [
    ...(assistant && !isGreeted ? [greeting(assistant)] : []),
    ...messages,
    ...waiting.map(outgoing),
  ]
}

/** Shown form of each entry, identical as long as the entry is. */
const outgoings = new WeakMap<Entry, Shown>()

function outgoing(entry: Entry): Shown {
  const { files, ...rest } = entry
  const shown = outgoings.get(entry) ?? {
    ...rest,
    author: 'visitor' as const,
    author_name: '',
    ...(files && { parcels: files }),
  }
  outgoings.set(entry, shown)
  return shown
}

/** The day of a message, or of now for what has no time yet. */
export function dayOf({ created_at }: Pick<Shown, 'created_at'>): string {
  return (created_at ? new Date(created_at) : new Date()).toDateString()
}

/** Reports whether one author wrote both, on one day. */
export function belongTogether(one: Shown | undefined, other: Shown | undefined): boolean {
  if (!one || !other || one.author !== other.author || dayOf(one) !== dayOf(other)) return false
  return one.author === 'visitor' || one.author_name === other.author_name
}

function greeting({ name, initial_message }: PublicAssistant): Shown {
  const content = String(initial_message)
  return {
    author: 'assistant',
    author_name: String(name),
    content,
    client_id: null,
    status: 'complete',
  }
}
