import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, onTestFinished, test } from 'vitest'
import { createNote, listNotes } from '#contracts/notes.ts'
import { createTools } from '../../server/features/mcp/tools.ts'
import { may, POLICY } from '../../server/http/policy.ts'
import { anotherAccount } from '../support/accounts.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

/** The protocol's official client, connected with a key. */
async function connected({ url }: Pick<TestServer, 'url'>, key = KEY): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport as Transport)
  onTestFinished(() => client.close())
  return client
}

const dataOf = ({ structuredContent }: object & { structuredContent?: unknown }) =>
  structuredContent as Record<string, unknown>

test('the official client connects with a key, and finds tools with their endpoints’ fields', async () => {
  const client = await connected(await startServer())
  expect(client.getServerVersion()).toMatchObject({ name: 'parley', title: 'Parley' })
  const { tools } = await client.listTools()
  const reply = tools.find(({ name }) => name === 'reply_to_conversation')!
  expect(reply.inputSchema).toMatchObject({
    type: 'object',
    properties: { uuid: { type: 'string' }, content: { type: 'string' } },
    required: expect.arrayContaining(['uuid', 'content']),
  })
  expect(reply.inputSchema.required).not.toContain('client_id')
  expect(reply.annotations).toMatchObject({ readOnlyHint: false })
  expect(tools.find(({ name }) => name === 'get_conversation')!.annotations).toMatchObject({
    readOnlyHint: true,
  })
})

test('conversations are found, read and answered as through the API', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await visitor.say('Do you sell rye bread?')
  const client = await connected(server)
  const call = async (name: string, input: Record<string, unknown>) =>
    dataOf(await client.callTool({ name, arguments: input }))
  const { data } = await call('list_conversations', { per_page: 5 })
  expect(data).toMatchObject([{ id: visitor.conversationId }])
  await call('reply_to_conversation', {
    uuid: visitor.conversationId,
    content: 'We do, on Fridays.',
  })
  const read = await call('get_conversation', { uuid: visitor.conversationId })
  expect(JSON.stringify(read)).toContain('We do, on Fridays.')
})

test('an endpoint’s error becomes a result with the reason and its fields', async () => {
  const client = await connected(await startServer())
  const refused = await client.callTool({ name: 'send_sms', arguments: { body: '' } })
  expect(refused.isError).toBe(true)
  expect(dataOf(refused)).toMatchObject({ errors: { body: [expect.any(String)] } })
  const unknown = client.callTool({ name: 'delete_everything', arguments: {} })
  await expect(unknown).rejects.toMatchObject({ code: -32602 })
})

test('another account can neither see nor change foreign data', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await server.call(createNote, {
    params: { uuid: visitor.conversationId },
    body: { client_id: crypto.randomUUID(), content: 'Private' },
  })
  const { token } = await anotherAccount(server)
  const client = await connected(server, token)
  const uuid = visitor.conversationId
  for (const [name, input] of [
    ['get_conversation', { uuid }],
    ['reply_to_conversation', { uuid, content: 'Hello' }],
    ['create_note', { uuid, content: 'Hello' }],
  ] as const) {
    const { isError, structuredContent } = await client.callTool({ name, arguments: input })
    expect([name, isError, structuredContent]).toEqual([
      name,
      true,
      { message: 'Conversation not found' },
    ])
  }
  expect((await server.call(listNotes, { params: { uuid } })).data).toHaveLength(1)
})

test('without a valid key there is no access', async () => {
  const server = await startServer()
  await expect(connected(server, '1|wrong')).rejects.toThrow()
  const bare = await fetch(`${server.url}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  })
  expect(bare.status).toBe(401)
  const listening = await fetch(`${server.url}/api/mcp`, {
    headers: { authorization: `Bearer ${KEY}`, accept: 'text/event-stream' },
  })
  expect([listening.status, listening.headers.get('allow')]).toEqual([405, 'POST'])
})

test('an invalid protocol message is rejected, and a notification is accepted without a response', async () => {
  const server = await startServer()
  const post = (body: unknown, headers = {}) =>
    fetch(`${server.url}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
      body: JSON.stringify(body),
    })
  expect((await post({ method: 'tools/list' })).status).toBe(422)
  expect((await post({ jsonrpc: '2.0', id: 1 })).status).toBe(400)
  const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([notified.status, await notified.text()]).toEqual([202, ''])
})

test('an agent is offered only the tools their role allows', () => {
  const agent = { grants: POLICY.agent, isByKey: false, isOwner: false }
  const names = createTools()
    .filter(({ endpoint }) => may(agent, endpoint.capability))
    .map(({ name }) => name)
  expect(names).toContain('reply_to_conversation')
  expect(names).not.toContain('send_sms')
})

test('no field name of a tool is used twice', () => {
  for (const { name, endpoint } of createTools()) {
    const fields = [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
      Object.keys(part?.shape ?? {}),
    )
    expect([name, fields]).toEqual([name, [...new Set(fields)]])
  }
})
