import { expect, test, vi } from 'vitest'
import { listMcpServers, updateMcpServer } from '#contracts/mcp-servers.ts'
import {
  addedMcpServer,
  asksFor,
  chattingWith,
  refreshedMcpServer,
} from '../../support/mcp-chat.ts'
import { listedTool, startMcpServer } from '../../support/mcp-server.ts'
import { startReceiver, status } from '../../support/receiver.ts'
import { allowing, startServer } from '../../support/server.ts'

test('every failure is explained in a sentence', async () => {
  const page = await startReceiver(status(200, { 'content-type': 'text/html' }, '<h1>Shop</h1>'))
  const none = await startReceiver(status(404))
  const moved = await startReceiver(status(307, { location: '/there' }))
  const json = await startReceiver(status(200, { 'content-type': 'application/json' }, '{"a":1}'))
  const big = await startReceiver((res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(`"${'x'.repeat(2_000_000)}"`)
  })
  const stream = await startReceiver((res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.end(': nothing\n\n')
  })
  const slow = await startReceiver(() => {})
  const gone = await startReceiver()
  await gone.close()
  const server = await startServer({
    ...allowing(...[page, none, moved, json, big, stream, slow, gone].map(({ host }) => host)),
    limits: { mcpListMs: 3000 },
  })
  const id = await addedMcpServer(server, page.url)
  async function reasonAt(url: string): Promise<string> {
    await server.call(updateMcpServer, { params: { id }, body: { url } })
    const { ok, message } = await refreshedMcpServer(server, id)
    expect(ok).toBe(false)
    return message
  }
  expect(await reasonAt(page.url)).toBe(`${page.url} answers, but not as an MCP server.`)
  expect(await reasonAt(none.url)).toContain('There is no MCP server')
  expect(await reasonAt(moved.url)).toContain('sends elsewhere (HTTP 307)')
  expect(moved.requests).toHaveLength(1)
  expect(await reasonAt(json.url)).toBe(`${json.url} answers, but not as an MCP server.`)
  expect(await reasonAt(big.url)).toBe('The response is longer than 1024 kB.')
  expect(await reasonAt(stream.url)).toBe(`${stream.url} ended the response without an answer.`)
  expect(await reasonAt(slow.url)).toBe('No whole answer within 3 s.')
  expect(await reasonAt(gone.url)).toContain(gone.host)
  // A private address that is not listed, with the address to allow.
  expect(await reasonAt('http://127.0.0.1:9/mcp')).toMatch(/127\.0\.0\.1/)
  const { data } = await server.call(listMcpServers)
  expect(data[0]).toMatchObject({ allowable_address: '127.0.0.1:9', tools: [] })
})

test('thousands of tools, hostile names and invalid schemas harm nothing', async () => {
  const deep = JSON.parse(`${'{"items":'.repeat(3000)}{}${'}'.repeat(3000)}`)
  const odd = [
    listedTool('end_call'),
    listedTool('x'.repeat(500)),
    listedTool('line\nbreak'),
    listedTool('日本語'),
    listedTool('no schema', { inputSchema: 'none' }),
    listedTool('array', { inputSchema: { type: 'array' } }),
    listedTool('odd type', { inputSchema: { type: 'object', properties: { a: { type: 'any' } } } }),
    listedTool('odd key', { inputSchema: { type: 'object', properties: { 'a b': {} } } }),
    listedTool('lost', { inputSchema: { type: 'object', $ref: '#/$defs/nowhere' } }),
    listedTool('deep', { inputSchema: { type: 'object', properties: { a: deep } } }),
    listedTool('long', { description: `\u0000${'word '.repeat(1000)}` }),
    listedTool('whole', {
      inputSchema: {
        type: 'object',
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { when: { $ref: '#/$defs/Day' }, any: true },
        $defs: { Day: { type: ['string', 'null'], format: 'date', 'x-own': 1 } },
      },
    }),
    null,
    7,
  ]
  const many = Array.from({ length: 5000 }, (_, at) => listedTool(`t${at}`))
  const mcp = await startMcpServer({ pages: [odd, many, many], isJson: true })
  const server = await startServer(allowing(mcp.host))
  const id = await addedMcpServer(server, mcp.url, { name: '📦' })
  const { message, data } = await refreshedMcpServer(server, id)
  expect(message).toMatch(/^100 tools; \d+ others cannot be used/)
  const names = data.tools.slice(0, 6).map(({ function_name }) => function_name)
  expect(names).toEqual([
    'mcp__end_call',
    'mcp__tool',
    'mcp__long',
    'mcp__whole',
    'mcp__t0',
    'mcp__t1',
  ])
  expect(data.tools[2]!.description).toHaveLength(1000)
  const schema = server.context.db
    .prepare("SELECT input_schema FROM mcp_tools WHERE name = 'whole'")
    .pluck()
    .get()
  expect(JSON.parse(String(schema))).toEqual({
    type: 'object',
    properties: { when: { $ref: '#/$defs/Day' }, any: {} },
    $defs: { Day: { type: ['string', 'null'], format: 'date' } },
  })
})

test('a server that dies, hangs, floods or refuses costs one failed call', async () => {
  const mcp = await startMcpServer({
    pages: [[listedTool('find_stock')]],
    call: async ({ item }, drop) => {
      if (item === 'dies') drop()
      if (item === 'floods') return { content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] }
      if (item === 'fails')
        return { isError: true, content: [{ type: 'text', text: 'No such item' }] }
      if (item === 'long') return { content: [{ type: 'text', text: 'y'.repeat(20_000) }] }
      if (item === 'throws') throw new Error('Out of order')
      return new Promise(() => {})
    },
  })
  const items = ['dies', 'floods', 'fails', 'long', 'throws']
  const { chat } = await chattingWith(
    mcp,
    [...items, 'hangs', 'fails']
      .map((item) => asksFor({ item }))
      .concat({ says: 'Later.' } as never),
    { limits: { mcpCallMs: 4500, toolRounds: 8 } },
  )
  await using _ = chat
  const { message, function_calls } = await chat.say('How many?')
  expect(message).toBe('Later.')
  const results = function_calls.map(({ result }) => String(result))
  expect(results.map((result) => result.slice(0, 60))).toEqual([
    'The tool could not be reached.',
    'The tool could not be reached.',
    'No such item',
    'y'.repeat(60),
    'The tool refused: Out of order',
    'The tool did not answer in time.',
    'No such item',
  ])
  expect(results[3]!.length).toBeLessThan(8100)
  const calls = (await chat.read()).messages[1]!.function_calls!
  expect(calls.map((call) => call.status)).toEqual([
    ...['failed', 'failed', 'failed', 'done', 'failed', 'failed', 'failed'],
  ])
  expect(calls[1]!.detail).toContain('longer than 64 kB')
  expect(calls[5]!.detail).toContain('4.5 s')
  // A session that broke off is ended, too.
  await vi.waitFor(() => expect(mcp.sessions.size).toBe(0), { timeout: 20_000 })
})
