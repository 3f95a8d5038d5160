import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { activateAssistant, listAssistants } from '#contracts/assistants.ts'
import { type ConversationDetail, getConversation } from '#contracts/conversations.ts'
import { listModels } from '#contracts/lookups.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { createTool } from '#contracts/tools.ts'
import { startServer } from '../../../server/start.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { testConfig, testServer } from '../../support/server.ts'
import { type Model, startModel } from './stand-in.ts'

export type Scene = Awaited<ReturnType<typeof createScene>>

/** A Parley whose assistant uses the stand-in and has one tool, and the shop that the tool calls. */
export async function createScene() {
  const model: Model = await startModel((_, response) => void response.end())
  const asked: string[] = []
  const shop = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    req.resume()
    res.end('{"count":7}')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`
  const llm = { url: model.url, key: 'sk-canary', model: 'torture' }
  const running = await startServer(
    testConfig({ llm, network: { policy: 'desktop', allowPrivate: [host] } }),
  )
  const server = testServer(running)
  const { call } = server
  const tool = await call(createTool, {
    body: {
      name: 'stock',
      description: 'How many are in stock.',
      endpoint: `http://${host}/stock`,
      method: 'POST',
      schema: [{ name: 'item', type: 'string', description: 'Its name.' }],
    },
  })
  const id = await createdAssistant(server, {
    llm_model_id: (await call(listModels)).find(({ name }) => name === 'torture')!.id,
    tool_ids: [tool.data.id],
    tools: [{ type: 'call_transfer', phone_number: '+15550001' }],
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = (await call(listAssistants)).data.find((one) => one.id === id)!

  return {
    server,
    model,
    /** Requests that reached the shop. */
    asked,
    /** Sends one message in a new conversation; resolves to the conversation as the desk then sees it. */
    async ask(message: string): Promise<ConversationDetail> {
      const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
      const params = { uuid: conversation_id }
      await call(sendPublicMessage, { params, body: { message } })
      return call(getConversation, { params })
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      shop.closeAllConnections()
      await new Promise((resolve) => shop.close(resolve))
      await model[Symbol.asyncDispose]()
    },
  }
}

/** Runs something this many times, some of them concurrently. */
export async function many<result>(
  count: number,
  atOnce: number,
  run: (index: number) => Promise<result>,
): Promise<result[]> {
  const results: result[] = []
  let next = 0
  async function work(): Promise<void> {
    while (next < count) {
      const index = next++
      results[index] = await run(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
