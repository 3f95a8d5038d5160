import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { realOutside } from '../../server/context.ts'
import { type Connections, createConnections } from '../../server/providers/http/connections.ts'
import { guardedFetch } from '../../server/providers/http/guarded-fetch.ts'
import { guardedStream } from '../../server/providers/http/guarded-stream.ts'

/** A service on loopback, with the connections it accepted and the requests it received. */
async function startService() {
  const sockets: Socket[] = []
  const requests: string[] = []
  const server = createServer((req, res) => {
    requests.push(req.url!)
    if (req.url !== '/silent') res.end('ok')
  })
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { sockets, requests, url: `http://127.0.0.1:${port}`, address: `127.0.0.1:${port}` }
}

function caller(connections: Connections | undefined, ...allowPrivate: string[]) {
  const policy = { policy: 'desktop', allowPrivate } as const
  const context = { ...realOutside, network: () => policy, port: () => 1, version: 'test' }
  return { ...context, ...(connections && { connections }) }
}

function keptConnections(): Connections {
  const connections = createConnections()
  onTestFinished(connections.close)
  return connections
}

test('streams that are read to the end share a connection, and other requests open their own', async () => {
  const { sockets, url, address } = await startService()
  const context = caller(keptConnections(), address)
  for (let count = 0; count < 3; count += 1)
    expect(await (await guardedStream(context)(url)).text()).toBe('ok')
  expect(sockets).toHaveLength(1)
  await guardedFetch(context, { url, timeoutMs: 5000, maxBytes: 10 })
  await guardedFetch(context, { url, timeoutMs: 5000, maxBytes: 10, keepsConnection: true })
  expect(sockets).toHaveLength(2)
})

test('a request on a connection that the service has closed is repeated on a new one', async () => {
  const { sockets, requests, url, address } = await startService()
  const fetch = guardedStream(caller(keptConnections(), address))
  await (await fetch(`${url}/1`)).text()
  // Closed by the service without our noticing before the next request is written.
  sockets[0]!.resetAndDestroy()
  expect(await (await fetch(`${url}/2`)).text()).toBe('ok')
  expect(requests).toEqual(['/1', '/2'])
  expect(sockets).toHaveLength(2)
})

test('a kept connection to an address that the caller may not call is not used', async () => {
  const { sockets, requests, url, address } = await startService()
  const connections = keptConnections()
  const named = url.replace('127.0.0.1', 'service.example.com')
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const allowed = { ...caller(connections, address), lookup }
  await (await guardedStream(allowed)(named)).text()
  expect(sockets).toHaveLength(1)
  // For this caller the name resolves to a public address, but the open connection leads to a private one.
  const elsewhere = async () => [{ address: '93.184.216.34', family: 4 }]
  const fetch = guardedStream({ ...caller(connections), lookup: elsewhere })
  await expect(fetch(named)).rejects.toMatchObject({ code: 'blocked' })
  expect(requests).toEqual(['/'])
})

test('a request that is stopped on a reused connection may have arrived', async () => {
  const { sockets, requests, url, address } = await startService()
  const context = caller(keptConnections(), address)
  const controller = new AbortController()
  const { signal } = controller
  const request = { timeoutMs: 5000, maxBytes: 10, keepsConnection: true, signal }
  await guardedFetch(context, { ...request, url })
  const stopped = guardedFetch(context, { ...request, url: `${url}/silent` })
  await expect.poll(() => requests).toContain('/silent')
  controller.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'stopped', mayHaveLeft: true })
  expect(sockets).toHaveLength(1)
})
