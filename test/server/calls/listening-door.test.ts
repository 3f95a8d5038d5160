import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createApiKey, deleteApiKey } from '#contracts/accounts.ts'
import { getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { encodeUp, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { colleague } from '../../support/operators.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'
import { callFrom, openSocket, ticketOf } from '../../support/voice-caller.ts'
import { deskSocket, listenFrom, listenTicket } from '../../support/voice-listener.ts'
import { onCall, speech, waitLong } from '../../support/web-calls.ts'

const companyOf = async ({ call }: Pick<TestServer, 'call'>, uuid: string) =>
  (await call(getConversation, { params: { uuid } })).call_company

/** First response to someone who presents a ticket. */
async function hello(socket: WebSocket, ticket: string) {
  await once(socket, 'open')
  const first = once(socket, 'message')
  socket.send(JSON.stringify({ type: 'hello', ticket }))
  return JSON.parse(String((await first)[0]))
}

const closeOf = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0]

test('listening ends with the call, and a finished call cannot be listened to', async () => {
  const { server, caller, uuid, callId } = await onCall()
  const ear = await listenFrom(server, callId)
  const ticket = await listenTicket(server, callId)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  caller.hangUp()
  await expect.poll(() => ear.of('ended')).toEqual([{ type: 'ended', reason: 'customer' }])
  await expect.poll(ear.isOpen).toBe(false)
  await expect.poll(() => server.context.liveCalls.count, waitLong).toBe(0)
  expect(await hello(deskSocket(server), ticket)).toEqual({ type: 'ended', reason: 'failed' })
  await expect(listenTicket(server, callId)).rejects.toMatchObject({
    status: 409,
    code: 'call_over',
  })
  expect(await companyOf(server, uuid)).toBeNull()
})

test('a ticket is valid once, within its lifetime, for the page that requested it, and on its own socket', async () => {
  let late = 0
  const now = () => new Date(Date.now() + late)
  const { server, visitor, callId } = await onCall({ now })
  const ended = { type: 'ended', reason: 'failed' }
  const ticket = await listenTicket(server, callId)
  expect(await hello(deskSocket(server), ticket)).toMatchObject({ type: 'ready' })
  expect(await hello(deskSocket(server), ticket)).toEqual(ended)
  expect(await hello(deskSocket(server), 'x'.repeat(43))).toEqual(ended)
  const ofVisitor = await ticketOf(server, visitor)
  expect(await hello(deskSocket(server), ofVisitor)).toEqual(ended)
  const misplaced = await listenTicket(server, callId)
  expect(await hello(openSocket(server), misplaced)).toEqual(ended)
  // A program's request has no origin, so its ticket is valid for no page.
  const ofProgram = await listenTicket(server, callId, server.call)
  expect(await hello(deskSocket(server), ofProgram)).toEqual(ended)
  const old = await listenTicket(server, callId)
  late = 31_000
  expect(await hello(deskSocket(server), old)).toEqual(ended)
})

test('a call of another account is not found', async () => {
  const { server, callId } = await onCall()
  const other = await anotherAccount(server)
  await expect(listenTicket(server, callId, other.call)).rejects.toMatchObject({
    status: 404,
    code: 'call_not_found',
  })
  await expect(listenTicket(server, callId, server.as())).rejects.toMatchObject({ status: 401 })
})

test('the socket accepts only our own pages', async () => {
  const server = await startServer({ outside: { speech } })
  const statusOf = (origin: string) =>
    new Promise((resolve) => {
      const socket = deskSocket(server, origin)
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
  expect(await statusOf('')).toBe(403)
  expect(await statusOf('https://evil.example')).toBe(403)
  // Local pages may call as visitors, but are not the desk.
  expect(await statusOf('http://127.0.0.1:1')).toBe(403)
  expect(await statusOf(server.url)).toBe(101)
})

test.each([
  [
    'sound of who has not taken the call',
    encodeUp({ sequence: 0, capturedAt: 0, samples: new Int16Array(UP_SAMPLES) }),
    1008,
  ],
  ['a message of the visitor’s socket', '{"type":"mute","on":true}', 1008],
  ['a message that is too large', 'x'.repeat(64 * 1024 + 1), 1009],
])('%s closes the socket', async (_, message, code) => {
  const { server, uuid, callId } = await onCall()
  const ear = await listenFrom(server, callId)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  ear.socket.send(message)
  expect(await closeOf(ear.socket)).toBe(code)
  await expect.poll(() => companyOf(server, uuid)).toMatchObject({ listeners: [] })
})

test('listeners per call are limited; reconnecting replaces one’s own connection', async () => {
  const small = await startServer({ outside: { speech }, limits: { listenersOfCall: 1 } })
  const guest = await createVisitor(small)
  const caller = await callFrom(small, guest)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  const callId = caller.of('ready')[0]!.call_id!
  const first = await listenFrom(small, callId)
  await expect.poll(() => first.of('ready').length).toBe(1)
  const bea = await colleague(small, 'Bea')
  await expect(listenTicket(small, callId, bea.call)).rejects.toMatchObject({
    status: 409,
    code: 'listeners_full',
  })
  const again = await listenFrom(small, callId)
  await expect.poll(() => again.of('ready').length).toBe(1)
  await expect.poll(first.isOpen).toBe(false)
  expect(again.isOpen()).toBe(true)
})

test('listening ends with the session or key that started it', async () => {
  const { server, uuid, callId } = await onCall()
  const { api_key } = await server.call(createApiKey, { body: { name: 'Desk' } })
  const call = server.as({ authorization: `Bearer ${api_key.token}`, origin: server.url })
  const ear = await listenFrom(server, callId, call)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  await server.call(deleteApiKey, { params: { id: api_key.id } })
  await expect.poll(ear.isOpen).toBe(false)
  expect(await companyOf(server, uuid)).toMatchObject({ listeners: [] })
})

test('turning the dial to Human without taking the call ends the call, and listening with it', async () => {
  const { server, uuid, callId } = await onCall()
  const ear = await listenFrom(server, callId)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  await server.call(turnDial, { params: { uuid }, body: { mode: 'human', epoch: 0 } })
  await expect.poll(() => ear.of('ended')).toEqual([{ type: 'ended', reason: 'closed' }])
})
