import { randomUUID } from 'node:crypto'
import { listAssistants } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import type { Message } from '#contracts/messages.ts'
import {
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import type { TestServer } from './server.ts'

/** The starter assistant of a test server. */
export async function starterAssistant({ call }: Pick<TestServer, 'call'>) {
  const { data } = await call(listAssistants)
  return data[0]!
}

export interface TestVisitor {
  readonly id: string
  readonly token: string
  readonly call: Call
  /** The visitor's one conversation. */
  readonly conversationId: string
  say(content: string, clientId?: string): Promise<Message>
  /** Plain HTTP with the visitor's token, for what a typed client cannot say. */
  readonly fetch: (target: string, init?: RequestInit) => Promise<Response>
}

/** A visitor of the starter assistant, in a conversation. */
export async function createVisitor(server: TestServer): Promise<TestVisitor> {
  const { uuid } = await starterAssistant(server)
  const session = await server.as()(openVisitorSession, { body: { assistant_id: uuid } })
  return inConversation(server, session)
}

/** Who a token belongs to, in a new conversation. */
export async function inConversation(
  server: TestServer,
  session: { readonly visitor_id: string; readonly token: string },
): Promise<TestVisitor> {
  const authorization = `Bearer ${session.token}`
  const call = server.as({ authorization })
  const conversation = await call(openVisitorConversation, { body: { client_id: randomUUID() } })
  return {
    id: session.visitor_id,
    token: session.token,
    call,
    conversationId: conversation.id,
    async say(content, clientId = randomUUID()) {
      const reply = await call(sendVisitorMessage, {
        params: { uuid: conversation.id },
        body: { client_id: clientId, content },
      })
      return reply.data
    },
    fetch: (target, init = {}) =>
      fetch(server.url + target, { ...init, headers: { authorization, ...init.headers } }),
  }
}
