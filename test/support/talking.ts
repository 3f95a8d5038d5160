import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { activateAssistant, listAssistants } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listModels } from '#contracts/lookups.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { createTool, type NewTool } from '#contracts/tools.ts'
import { createdAssistant } from './assistants.ts'
import { startLlmStandIn } from './llm-stand-in.ts'
import { startServer } from './server.ts'

type StandIn = Parameters<typeof startLlmStandIn>[0]
type Server = Parameters<typeof startServer>[0]

interface Options {
  readonly standIn?: StandIn
  readonly server?: Server
  /** Custom tools of the assistant. */
  readonly tools?: readonly z.input<typeof NewTool>[]
  readonly assistant?: Partial<z.input<typeof NewAssistant>>
}

/** A server whose only assistant uses a stand-in, and a chat with it over the public endpoints. */
export async function talking({
  standIn: script,
  server: options,
  tools = [],
  assistant,
}: Options = {}) {
  const standIn = await startLlmStandIn({ personality: 'scripted', ...script })
  const llm = { url: standIn.url, key: 'sk-canary-of-the-model', model: 'some-model' }
  const server = await startServer({ llm, ...options })
  const { call } = server
  const toolIds: number[] = []
  for (const tool of tools) toolIds.push((await call(createTool, { body: tool })).data.id)
  const model = (await call(listModels)).find(({ name }) => name === 'some-model')!
  const id = await createdAssistant(server, {
    llm_model_id: model.id,
    tool_ids: toolIds,
    ...assistant,
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = (await call(listAssistants)).data.find((one) => one.id === id)!
  const chat = await call(startConversation, { body: { assistant_id: uuid } })
  const params = { uuid: chat.conversation_id }
  return {
    server,
    standIn,
    params,
    assistantId: id,
    uuid,
    modelId: model.id,
    say: (message: string) => call(sendPublicMessage, { params, body: { message } }),
    read: () => call(getConversation, { params }),
    /** The body of a request to the model. */
    sent: (index: number) =>
      standIn.requests[index]!.body as unknown as {
        messages: { role: string; content: unknown; tool_calls?: unknown[] }[]
        tools?: { function: { name: string; parameters: object } }[]
      },
    [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose](),
  }
}
