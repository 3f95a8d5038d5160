import { expect, test } from 'vitest'
import { createTool, listTools, testTool } from '#contracts/tools.ts'
import { scaled } from '../../server/limits.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { allowing, startServer } from '../support/server.ts'
import { SECRET, stockTool } from '../support/tools.ts'

test('an unsaved tool is called once, and the request and response are shown without its secret', async () => {
  const shop = await startReceiver((res, { headers }) =>
    res.end(`{"count":7,"you":"${headers.authorization}"}`),
  )
  const { call } = await startServer(allowing(shop.host))
  const tried = await call(testTool, {
    body: { tool: stockTool(shop.url), arguments: { item: 'rye' } },
  })
  expect(tried).toEqual({
    status: 'done',
    result: '{"count":7,"you":"[hidden]"}',
    detail: null,
    allowable_address: null,
    request: {
      method: 'POST',
      url: shop.url,
      headers: [
        { name: 'content-type', value: 'application/json' },
        { name: 'authorization', value: '[hidden]' },
        { name: 'content-length', value: '14' },
      ],
      body: '{"item":"rye"}',
    },
    http_status: 200,
    duration_ms: expect.any(Number),
  })
  expect(shop.requests).toHaveLength(1)
  expect(shop.requests[0]).toMatchObject({ headers: { authorization: SECRET } })
  expect(await call(listTools)).toEqual([])
})

test('a GET’s arguments are in the query, and a failure is reported with its status', async () => {
  const shop = await startReceiver(status(404, {}, 'No such thing'))
  const { call } = await startServer(allowing(shop.host))
  const tool = stockTool(`${shop.url}?shop=1`, { method: 'GET' })
  const tried = await call(testTool, { body: { tool, arguments: { item: 'rye & co' } } })
  expect(tried).toMatchObject({
    status: 'failed',
    result: 'The tool answered with HTTP 404: No such thing',
    request: { method: 'GET', url: `${shop.url}?shop=1&item=rye+%26+co`, body: null },
    http_status: 404,
  })
})

test('invalid arguments and a forbidden address send nothing, and say why', async () => {
  const shop = await startReceiver()
  const { call } = await startServer()
  const nothing = { request: null, http_status: null }
  expect(
    await call(testTool, { body: { tool: stockTool(shop.url), arguments: { item: 7 } } }),
  ).toEqual({
    ...nothing,
    status: 'refused',
    result: expect.stringContaining('Wrong arguments: item'),
    detail: null,
    allowable_address: null,
    duration_ms: expect.any(Number),
  })
  expect(
    await call(testTool, { body: { tool: stockTool(shop.url), arguments: { item: 'rye' } } }),
  ).toMatchObject({
    ...nothing,
    status: 'failed',
    detail: expect.stringContaining(`the owner can allow ${shop.host} in Settings`),
    allowable_address: shop.host,
  })
  expect(shop.requests).toEqual([])
})

test('errors in the tool are named by field, and trial calls are rate-limited', async () => {
  const { call } = await startServer({
    rates: { ...scaled(10_000), toolTests: { max: 1, windowMs: 60_000 } },
  })
  const { data } = await call(createTool, { body: stockTool('https://tool.invalid/') })
  const { id: _, created_at: __, ...tool } = data
  await expect(
    call(testTool, { body: { tool: { ...tool, endpoint: 'ftp://x' } } }),
  ).rejects.toMatchObject({ status: 422, errors: { 'tool.endpoint': [expect.any(String)] } })
  const failed = await call(testTool, { body: { tool, arguments: { item: 'rye' } } })
  expect(failed).toMatchObject({ status: 'failed', http_status: null })
  await expect(
    call(testTool, { body: { tool, arguments: { item: 'rye' } } }),
  ).rejects.toMatchObject({ status: 429 })
})
