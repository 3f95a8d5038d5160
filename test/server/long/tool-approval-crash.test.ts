import { expect, test } from 'vitest'
import { activateAssistant, listAssistants } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listModels } from '#contracts/lookups.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { approveToolCall } from '#contracts/tool-approvals.ts'
import { createTool } from '#contracts/tools.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { live } from '../../support/life.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { asksFor } from '../../support/mcp-chat.ts'
import { startReceiver } from '../../support/receiver.ts'
import { emptyDataFolder } from '../../support/server.ts'
import { stockTool } from '../../support/tools.ts'

/** A started server with a chat whose call waits for a person. */
async function waiting() {
  const shop = await startReceiver(() => undefined)
  const model = await startLlmStandIn({
    personality: 'scripted',
    script: [asksFor({ item: 'rye' }, 'stock'), { says: 'I am not sure that it is booked.' }],
  })
  const dataDir = emptyDataFolder()
  const env = {
    PARLEY_LLM_URL: model.url,
    PARLEY_LLM_MODEL: 'some-model',
    PARLEY_ALLOW_PRIVATE: shop.host,
  }
  const start = () => live({ dataDir, env })
  const first = await start()
  const { call } = first
  const tool = await call(createTool, { body: { ...stockTool(shop.url), asks_first: true } })
  const found = (await call(listModels)).find(({ name }) => name === 'some-model')!
  const id = await createdAssistant(first, { llm_model_id: found.id, tool_ids: [tool.data.id] })
  await call(activateAssistant, { params: { id } })
  const { uuid } = (await call(listAssistants)).data.find((one) => one.id === id)!
  const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
  const params = { uuid: conversation_id }
  await call(sendPublicMessage, { params, body: { message: 'Book it' } })
  const read = async (by: typeof call) => (await by(getConversation, { params })).messages
  const callIn = async (by: typeof call) =>
    (await read(by)).flatMap(({ function_calls }) => function_calls ?? [])[0]!
  return { shop, model, start, first, params, read, callIn }
}

const ENDS = ['SIGKILL', 'SIGTERM'] as const

test.for(ENDS)(
  'a call survives %s if it waits, and is not made again if it was under way',
  async (signal) => {
    const { shop, model, start, first, params, read, callIn } = await waiting()
    await using _ = model
    await first.end(signal)

    const second = await start()
    const { id, status } = await callIn(second.call)
    expect(status).toBe('waiting')
    await second.call(approveToolCall, { params: { ...params, id }, body: {} })
    await expect.poll(() => shop.requests.length, { timeout: 20_000 }).toBe(1)
    expect((await callIn(second.call)).status).toBe('running')
    await second.end(signal)

    const third = await start()
    await expect
      .poll(async () => (await read(third.call)).at(-1)!.content, { timeout: 20_000 })
      .toBe('I am not sure that it is booked.')
    expect(await callIn(third.call)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('not made again'),
      approval: { decided_at: expect.any(String) },
    })
    expect(shop.requests).toHaveLength(1)
    const { messages, tools } = model.requests.at(-1)!.body!
    expect(tools).toBeUndefined()
    expect(messages.at(-1)!.content).toContain('not known whether this call came through')
    await third.end('SIGTERM')
  },
)
