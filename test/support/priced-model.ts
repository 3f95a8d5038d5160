import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Response of a provider to one call. */
export interface Script {
  readonly text?: string
  /** Omitted when undefined, as by a provider that reports no usage. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
  /** Awaited before the first byte. */
  readonly until?: Promise<unknown>
  readonly status?: number
}

/** A provider on loopback that answers as scripted, call by call. */
export async function startPricedModel(script: (call: number, body: string) => Script) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call = bodies.push(body) - 1
    const { text = 'Yes.', usage, until, status = 200 } = script(call, body)
    await until
    if (status !== 200) return response.writeHead(status).end('{"error":{"message":"no"}}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const frame = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`)
    frame({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })
    frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    if (usage) frame({ choices: [], usage })
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return {
    /** The settings that the environment would contain for it. */
    llm: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      key: undefined,
      model: 'priced',
    },
    /** The bodies of the calls. */
    bodies,
  }
}
