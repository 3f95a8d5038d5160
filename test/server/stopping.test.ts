import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listSms } from '#contracts/sms.ts'
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { acceptUpgrades } from '../../server/features/calls/upgrade.ts'
import { startPricedModel } from '../support/priced-model.ts'
import { startServer, temporaryFolder } from '../support/server.ts'
import { accept, RECIPIENT, readyToSend, smsStandIn } from '../support/sms.ts'
import { createVisitor } from '../support/visitor.ts'

/** A server that is waiting for a model, which answers once `release` is called, for an operator's request. */
async function waitingForModel(limits: { readonly drainMs: number }) {
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  onTestFinished(() => release())
  const model = await startPricedModel(() => ({ text: 'Better.', until }))
  const server = await startServer({ llm: model.llm, limits })
  const visitor = await createVisitor(server)
  const reply = server.fetch(`/api/user/conversations/${visitor.conversationId}/writing-aid`, {
    method: 'POST',
    body: JSON.stringify({ task: 'rephrase', text: 'We is closed' }),
    headers: { 'content-type': 'application/json' },
  })
  await vi.waitFor(() => expect(model.bodies).toHaveLength(1))
  const errors = vi.spyOn(server.context.log, 'error')
  return { server: server.server, release, reply, errors }
}

test('a server that shuts down does not wait for idle connections', async () => {
  const { server, url } = await startServer({ limits: { drainMs: 60_000 } })
  const { hostname, port } = new URL(url)
  const spare = connect(Number(port), hostname)
  onTestFinished(() => void spare.destroy())
  await once(spare, 'connect')
  const closed = once(spare, 'close')
  await server.stop()
  await closed
  expect(spare.bytesRead).toBe(0)
})

test('a WebSocket that is asked for while the server stops is not opened', async () => {
  const http = createServer()
  const app = vi.fn()
  const close = acceptUpgrades(http, app)
  await once(http.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void http.close())
  close()
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  const upgrade = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  socket.write(`GET ${VOICE_SOCKET.path} HTTP/1.1\r\n${upgrade}`)
  await once(socket, 'close')
  expect([socket.bytesRead, app.mock.calls]).toEqual([0, []])
})

test('a request in progress is answered before the server stops', async () => {
  const { server, release, reply, errors } = await waitingForModel({ drainMs: 60_000 })
  const stopped = server.stop()
  release()
  expect(await (await reply).json()).toMatchObject({ data: { text: 'Better.' } })
  await stopped
  expect(errors).not.toHaveBeenCalled()
})

test('a request that takes longer than the server waits is refused with 503', async () => {
  const { server, reply, errors } = await waitingForModel({ drainMs: 20 })
  const stopped = server.stop()
  const response = await reply
  expect([response.status, response.headers.get('Parley-Error')]).toEqual([503, 'server_stopping'])
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(await response.json()).toEqual({
    message: 'The server is stopping. Try again in a moment.',
  })
  await stopped
  expect(errors).not.toHaveBeenCalled()
})

test('the work of a client that has left ends before the database closes', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  const { provider, sends } = smsStandIn(async (message) => {
    await until
    return accept(message)
  })
  const dataDir = temporaryFolder()
  const limits = { drainMs: 60_000 }
  const started = await startServer({ dataDir, limits, outside: { smsProvider: provider } })
  const from = await readyToSend(started)
  const client = new AbortController()
  const reply = started.fetch('/api/user/sms', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to: RECIPIENT, body: 'Hello' }),
    signal: client.signal,
  })
  await vi.waitFor(() => expect(sends).toHaveLength(1))
  const errors = vi.spyOn(started.context.log, 'error')
  client.abort()
  await expect(reply).rejects.toThrow('aborted')
  const stopped = started.server.stop()
  await expect.poll(() => fetch(started.url).catch(() => 'closed')).toBe('closed')
  release()
  await stopped
  expect(errors).not.toHaveBeenCalled()
  const { call } = await startServer({ dataDir, outside: { smsProvider: provider } })
  expect((await call(listSms)).data).toMatchObject([{ status: 'sent' }])
})
