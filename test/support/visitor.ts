import { randomUUID } from 'node:crypto'
import { listAssistants } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import type { Message } from '#contracts/messages.ts'
import {
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { type Clients, fetchAs } from './server.ts'

/** The starter assistant of a test server. */
export async function starterAssistant({ call }: Pick<Clients, 'call'>) {
  const { data } = await call(listAssistants)
  return data[0]!
}

export interface TestVisitor {
  readonly id: string
  readonly token: string
  readonly call: Call
  /** The visitor's only conversation. */
  readonly conversationId: string
  say(content: string, clientId?: string): Promise<Message>
  /** Plain HTTP with the visitor's token, for requests that a typed client cannot make. */
  readonly fetch: (target: string, init?: RequestInit) => Promise<Response>
}

/** A visitor and their token. */
export interface VisitorSession {
  readonly visitor_id: string
  readonly token: string
}

/** A visitor of the starter assistant, in a conversation. */
export async function createVisitor(server: Clients): Promise<TestVisitor> {
  return inConversation(server, await openSession(server))
}

/** A new visitor of the starter assistant. */
export async function openSession(
  server: Clients,
  visit: { readonly page_url?: string } = {},
): Promise<VisitorSession> {
  const { uuid } = await starterAssistant(server)
  return server.as()(openVisitorSession, { body: { assistant_id: uuid, ...visit } })
}

/** A visitor in a new conversation. */
export async function inConversation(
  server: Clients,
  session: VisitorSession,
): Promise<TestVisitor> {
  const call = server.as({ authorization: `Bearer ${session.token}` })
  const conversation = await call(openVisitorConversation, { body: { client_id: randomUUID() } })
  return asVisitor(server, session, conversation.id)
}

/** A visitor in one of their conversations. */
export function asVisitor(
  server: Pick<Clients, 'as' | 'url'>,
  { visitor_id, token }: VisitorSession,
  conversationId: string,
): TestVisitor {
  const call = server.as({ authorization: `Bearer ${token}` })
  return {
    id: visitor_id,
    token,
    call,
    conversationId,
    async say(content, clientId = randomUUID()) {
      const reply = await call(sendVisitorMessage, {
        params: { uuid: conversationId },
        body: { client_id: clientId, content },
      })
      return reply.data
    },
    fetch: fetchAs(server, token),
  }
}
