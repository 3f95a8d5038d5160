import { signal } from '@preact/signals'
import { CAPABILITIES, type Capability } from '#contracts/capabilities.ts'
import type { ConversationDetail, InboxItem } from '#contracts/conversations.ts'
import type { AuthoredMessage } from '#contracts/messages.ts'
import { createApi } from '../../renderer/app/api.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'

/** A response of a fake server: the body of a 200, or a complete response. */
type Answer = object | Response
type Handler = (request: { body: unknown; url: URL; path: string }) => Answer | Promise<Answer>

/** A server with a few responses in place of the network. A call without one fails as unreachable. */
export function fakeServer() {
  const handlers = new Map<string, Handler>()
  const calls: { call: string; body: unknown; query: Record<string, string> }[] = []

  const send: typeof fetch = async (input, init) => {
    const url = new URL(String(input), 'http://parley.test')
    const path = url.pathname.replace(/^\/api/, '')
    const call = `${init?.method ?? 'GET'} ${path}`
    const body = init?.body ? JSON.parse(String(init.body)) : undefined
    calls.push({ call, body, query: Object.fromEntries(url.searchParams) })
    const handler = handlers.get(call)
    if (!handler) throw new TypeError('fetch failed')
    const answer = await handler({ body, url, path })
    return answer instanceof Response ? answer : Response.json(answer)
  }

  return {
    fetch: send,
    api: createApi(() => undefined, send),
    calls,
    bodies: (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body),
    on(call: string, handler: Handler | object): void {
      handlers.set(call, typeof handler === 'function' ? (handler as Handler) : () => handler)
    },
    /** Makes this call unreachable again. */
    off: (call: string) => handlers.delete(call),
  }
}

/** A 422 with messages by field. */
export function invalid(errors: Record<string, string[]>): Response {
  return Response.json({ message: 'The given data was invalid.', errors }, { status: 422 })
}

/** A response that the test resolves. */
export function later<value>() {
  return Promise.withResolvers<value>()
}

/** Runs everything that is due. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** A stream that the test emits on. */
export function fakeLive() {
  const listeners = new Set<(event: LiveEvent) => void>()
  const resumed = new Set<() => void>()
  return {
    subscribe(listener: (event: LiveEvent) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onResume(listener: () => void) {
      resumed.add(listener)
      return () => resumed.delete(listener)
    },
    emit(event: LiveEvent) {
      for (const listener of listeners) listener(event)
    },
    resume() {
      for (const listener of resumed) listener()
    },
    count: () => listeners.size,
  }
}

/** Saved views of somebody who has none. */
export const NO_VIEWS = { saved: signal([]), isLoaded: signal(true) }

export const ADA = '0199c0de-0000-7000-8000-00000000ada0'
export const BOB = '0199c0de-0000-7000-8000-00000000b0b0'
const VISITOR = '0199c0de-0000-7000-8000-0000000000f1'

/** A time on the fixed test day, that many minutes after 09:00 UTC. */
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString()

export function inboxItem(changes: Partial<InboxItem> = {}): InboxItem {
  return {
    id: ADA,
    assistant_id: BOB,
    assistant_name: 'Guide',
    type: 'widget',
    visitor: { id: VISITOR, name: 'Ada', online: true },
    last_message: { author: 'assistant', content: 'Hello!', created_at: at(1) },
    open_question: null,
    message_count: 1,
    unread: 0,
    ai_enabled: true,
    ai_mode: 'auto',
    ai_epoch: 0,
    mode_changed_by: null,
    mode_changed_at: null,
    assignee: null,
    labels: [],
    call: null,
    needs_person: false,
    waiting_since: null,
    team: null,
    reply_due: null,
    is_ai_only: true,
    read_seq: 0,
    snoozed_until: null,
    ended_at: null,
    updated_at: at(1),
    ...changes,
  }
}

export function message(seq: number, changes: Partial<AuthoredMessage> = {}): AuthoredMessage {
  return {
    id: 100 + seq,
    seq,
    client_id: null,
    author: 'visitor',
    author_name: 'Ada',
    content: `message ${seq}`,
    status: 'complete',
    created_at: at(seq),
    ...changes,
  }
}

export function detail(
  messages: readonly AuthoredMessage[],
  changes: Partial<ConversationDetail> = {},
): ConversationDetail {
  return {
    id: ADA,
    assistant_id: BOB,
    assistant_name: 'Guide',
    assistant_picture: null,
    type: 'widget',
    message_count: messages.length,
    total_cost: 0,
    ai_enabled: true,
    ai_mode: 'auto',
    ai_epoch: 0,
    mode_changed_by: null,
    mode_changed_at: null,
    call: null,
    reply_due: null,
    call_company: null,
    proposal: null,
    pending_answer: null,
    approvals: [],
    activities: [],
    created_at: '2026-11-21 09:00:00',
    updated_at: '2026-11-21 09:00:00',
    messages: [...messages],
    read_seq: messages.length,
    visitor_read_seq: 0,
    notes: [],
    drafts: [],
    drafters: [],
    pages: [],
    earlier: [],
    visitor: {
      id: VISITOR,
      name: 'Ada',
      email: null,
      phone: null,
      external_id: null,
      online: true,
      page_url: null,
      page_title: null,
      user_agent: null,
      language: null,
      timezone: null,
      notes: null,
      created_at: at(0),
      last_seen_at: at(1),
    },
    variables: {},
    outcome: null,
    rating: null,
    webhook_deliveries: [],
    ended_at: null,
    cursor: 10,
    ...changes,
  }
}

/** A new message as the stream reports it. */
export function created(id: number, about: AuthoredMessage, conversation = ADA): LiveEvent {
  return { type: 'message.created', id, data: { conversation_id: conversation, message: about } }
}

export function updated(id: number, about: AuthoredMessage, conversation = ADA): LiveEvent {
  return { type: 'message.updated', id, data: { conversation_id: conversation, message: about } }
}

export function delta(id: number, message_id: number, offset: number, text: string): LiveEvent {
  return { type: 'message.delta', id, data: { conversation_id: ADA, message_id, offset, text } }
}

export function presence(online: boolean): LiveEvent {
  return { type: 'presence', id: undefined, data: { visitor_id: VISITOR, online } }
}

/** Role and capabilities of a Parley's owner, as in the session response. */
export const EVERYTHING = {
  role: 'owner' as const,
  capabilities: Object.keys(CAPABILITIES) as Capability[],
}
