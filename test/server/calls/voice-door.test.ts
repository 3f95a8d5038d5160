import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { realOutside } from '../../../server/context.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { toneSynthesizer, toneTranscriber } from '../../support/tone-services.ts'
import { createVisitor } from '../../support/visitor.ts'
import { type Opening, openSocket, ticketOf } from '../../support/voice-caller.ts'

const speech = { synthesizer: toneSynthesizer, transcriber: toneTranscriber }
const start = () => startServer({ outside: { speech } })

/** The status with which an upgrade is refused; 101 if it succeeds, 0 if the connection is cut off. */
async function statusOf(server: TestServer, opening: Opening): Promise<number> {
  const socket = openSocket(server, opening)
  return await new Promise((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode!))
    socket.once('error', () => resolve(0))
  })
}

/** An accepted socket. */
async function admitted(server: TestServer, opening: Opening = {}): Promise<WebSocket> {
  const socket = openSocket(server, opening)
  await once(socket, 'open')
  return socket
}

/** The code with which a socket is closed. */
const closeOf = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0]

test('an upgrade passes the checks of every request, and requires an origin and the subprotocol', async () => {
  const server = await start()
  expect(await statusOf(server, {})).toBe(101)
  expect(await statusOf(server, { origin: '' })).toBe(403)
  expect(await statusOf(server, { origin: 'https://evil.example' })).toBe(403)
  expect(await statusOf(server, { headers: { host: 'evil.example' } })).toBe(421)
  expect(await statusOf(server, { protocols: ['chat'] })).toBe(400)
  expect(await statusOf(server, { path: '/api/widget/voice?ticket=1' })).toBe(0)
  expect(await statusOf(server, { path: '/api/user/calls' })).toBe(0)
  expect(await statusOf(server, { path: '/' })).toBe(0)
  const plain = await fetch(`${server.url}/api/widget/voice`, { headers: { origin: server.url } })
  expect(plain.status).toBe(400)
})

test('a client that requests another protocol is answered in this one', async () => {
  const server = await start()
  const { request } = await import('node:http')
  const answer = await new Promise<number>((resolve, reject) => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' }
    request(`${server.url}/health`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end()
  })
  expect(answer).toBe(200)
})

test('a ticket is valid once, for the page that requested it', async () => {
  const server = await start()
  const visitor = await createVisitor(server)
  const hello = async (ticket: string, opening: Opening = {}) => {
    const socket = await admitted(server, opening)
    const first = once(socket, 'message')
    socket.send(JSON.stringify({ type: 'hello', ticket }))
    return JSON.parse(String((await first)[0]))
  }
  const ticket = await ticketOf(server, visitor)
  const elsewhere = server.url.replace('127.0.0.1', 'localhost')
  expect(await hello(await ticketOf(server, visitor), { origin: elsewhere })).toEqual({
    type: 'ended',
    reason: 'failed',
  })
  expect(await hello('x'.repeat(43))).toMatchObject({ type: 'ended' })
  expect(await hello(ticket)).toMatchObject({ type: 'ready' })
  expect(await hello(ticket)).toMatchObject({ type: 'ended' })
})

test('a ticket expires, and none is issued for someone else’s conversation', async () => {
  let late = 0
  const outside = { speech, now: () => new Date(Date.now() + late) }
  const server = await startServer({ outside })
  const [visitor, other] = [await createVisitor(server), await createVisitor(server)]
  const ticket = await ticketOf(server, visitor)
  late = 31_000
  const socket = await admitted(server)
  const first = once(socket, 'message')
  socket.send(JSON.stringify({ type: 'hello', ticket }))
  expect(JSON.parse(String((await first)[0]))).toMatchObject({ type: 'ended' })
  const foreign = { ...visitor, conversationId: other.conversationId }
  await expect(ticketOf(server, foreign)).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['no JSON', 'hello'],
  ['an unknown message', '{"type":"sing"}'],
  ['a message with more than it may have', '{"type":"bye","really":true}'],
  ['a long ticket', JSON.stringify({ type: 'hello', ticket: 'x'.repeat(201) })],
  ['no frame', Buffer.alloc(655)],
  ['a frame of another kind', Buffer.alloc(656, 2)],
])('%s closes the socket', async (_, message) => {
  const socket = await admitted(await start())
  socket.send(message)
  expect(await closeOf(socket)).toBe(1008)
})

test('an oversized message closes the socket, and so does a flood of valid ones', async () => {
  const server = await start()
  const large = await admitted(server)
  large.send('x'.repeat(64 * 1024 + 1))
  expect(await closeOf(large)).toBe(1009)
  const flood = await admitted(server)
  for (let index = 0; index < 1300; index += 1) flood.send('{"type":"digit","digit":"1"}')
  expect(await closeOf(flood)).toBe(1008)
})

test('idle sockets are limited in number, and cut off', async () => {
  const deadlines: (() => void)[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (ms === 5000) deadlines.push(resolve)
      else realOutside.sleep(ms, signal).then(resolve, reject)
    })
  const server = await startServer({
    outside: { speech, sleep },
    limits: { voiceSocketsWaiting: 20 },
  })
  const silent = await Promise.all(Array.from({ length: 20 }, () => admitted(server)))
  expect(await statusOf(server, {})).toBe(503)
  const closed = Promise.all(silent.map(closeOf))
  for (const pass of deadlines) pass()
  await closed
  await expect.poll(() => statusOf(server, {})).toBe(101)
})
