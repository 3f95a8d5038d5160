import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Request to a model: all messages, and the names of the functions it may call. */
export interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly offered: readonly string[]
}

type Answer = (asked: Asked, response: ServerResponse) => Promise<void> | void

/** A model provider on loopback that does what a part of the torture wants. */
export async function startModel(answer: Answer) {
  let reply = answer
  let requests = 0
  const server = createServer(async (req: IncomingMessage, res: ServerResponse) => {
    requests += 1
    const body = JSON.parse(await text(req))
    res.on('error', () => {})
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    const tools: { function: { name: string } }[] = body.tools ?? []
    const offered = tools.map((tool) => tool.function.name)
    await reply({ messages: body.messages, offered }, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    /** From now on it answers like this. */
    answer(next: Answer): void {
      reply = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Model = Awaited<ReturnType<typeof startModel>>

/** Content of the visitor's last message; empty when there is none. */
export const lastWords = ({ messages }: Asked): string =>
  String(messages.findLast(({ role }) => role === 'user')?.content ?? '')
