import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { updateAssistantSettings } from '#contracts/assistant-settings.ts'
import type { Call } from '#contracts/client.ts'
import { getConversation } from '#contracts/conversations.ts'
import { attend } from '#contracts/presence.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import type { createClock } from './clock.ts'
import type { TestServer } from './server.ts'
import { followStream, openStream } from './stream.ts'
import { createVisitor, starterAssistant, type TestVisitor } from './visitor.ts'

/** Headers of an operator, as for a stream. */
type Headers = Record<string, string>

/** Delays watched answers of the starter assistant by so many seconds. */
export async function delayAnswers(server: Pick<TestServer, 'call'>, seconds: number) {
  const { id } = await starterAssistant(server)
  await server.call(updateAssistantSettings, { params: { id }, body: { answer_delay: seconds } })
}

/** An operator's tab that follows the stream and has a conversation open; its stream stays open until it is closed. */
export async function openTab(
  { url }: Pick<TestServer, 'url'>,
  { call, headers }: { readonly call: Call; readonly headers: Headers },
  conversation: string,
) {
  const tab = randomUUID()
  const stream = await openStream(`${url}/api/user/stream?tab=${tab}`, headers)
  const look = (id: string | null) =>
    call(attend, { body: { tab, ...(id !== null && { conversation_id: id }) } })
  await look(conversation)
  return { tab, stream, look }
}

/** Opens a tab like `openTab`, and closes its stream after the test. */
export async function watching(...opened: Parameters<typeof openTab>) {
  const tab = await openTab(...opened)
  onTestFinished(tab.stream.close)
  return tab
}

/** A clock, whose sleepers of no time also need a turn. */
type Clock = Pick<ReturnType<typeof createClock>, 'advance'>

/** A visitor with their stream, and the last message as they have it. */
export async function readingVisitor(server: TestServer, clock: Clock) {
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const last = async () => {
    await clock.advance(0)
    return (await visitor.call(getVisitorConversation, { params })).messages.at(-1)!
  }
  return { ...visitor, params, stream, last }
}

/** The pending answer of a conversation at the desk, once it fits. */
export async function pendingAt(
  { call }: Pick<TestServer, 'call'>,
  clock: Clock,
  { conversationId: uuid }: Pick<TestVisitor, 'conversationId'>,
  fits: { readonly is_writing?: boolean; readonly held_by?: unknown } = { is_writing: false },
) {
  const read = async () => {
    await clock.advance(0)
    return (await call(getConversation, { params: { uuid } })).pending_answer
  }
  await expect.poll(read).toMatchObject(fits)
  return (await read())!
}
