import { expect } from 'vitest'
import type { z } from 'zod'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { listCalls } from '#contracts/calls.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import type { Outside } from '../../server/context.ts'
import { startServer, type TestServer } from './server.ts'
import { toneSynthesizer, toneTranscriber } from './tone-services.ts'
import { createVisitor, starterAssistant, type TestVisitor } from './visitor.ts'
import { callFrom } from './voice-caller.ts'

/** Services that speak and hear tones. */
export const speech = { synthesizer: toneSynthesizer, transcriber: toneTranscriber }

/** A server whose assistant speaks and hears tones, and answers quickly; and a visitor of it. */
export async function withCaller(
  outside: Partial<Outside> = {},
  fields: Partial<z.input<typeof AssistantChange>> = {},
  options: Parameters<typeof startServer>[0] = {},
) {
  const server = await startServer({ ...options, outside: { speech, ...outside } })
  const { id } = await starterAssistant(server)
  const body = { initial_message: 'Welcome to our bakery.', endpoint_sensitivity: 5, ...fields }
  await server.call(updateAssistant, { params: { id }, body })
  return { server, visitor: await createVisitor(server) }
}

/** Timeout for something that has to be said. */
export const waitLong = { timeout: 15_000, interval: 20 }

/** Messages in a visitor's conversation. */
export async function messagesOf(visitor: TestVisitor) {
  const { messages } = await visitor.call(getVisitorConversation, {
    params: { uuid: visitor.conversationId },
  })
  return messages.map(({ author, content }) => ({ author, content }))
}

/** The only call that a server has had. */
export async function onlyCall({ call }: TestServer) {
  const { data } = await call(listCalls)
  expect(data).toHaveLength(1)
  return data[0]!
}

/** A visitor in a call, which the assistant has answered. */
export async function onCall(...setting: Parameters<typeof withCaller>) {
  const [outside, fields] = setting
  const { server, visitor } = await withCaller(outside, { initial_message: 'Hello.', ...fields })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  const callId = caller.of('ready')[0]!.call_id!
  return { server, visitor, caller, callId, uuid: visitor.conversationId }
}
