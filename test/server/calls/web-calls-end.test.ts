import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { endCall, getCall, listCalls } from '#contracts/calls.ts'
import { endConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { startVisitorCall } from '#contracts/web-calls.ts'
import { realOutside } from '../../../server/context.ts'
import { startServer as start } from '../../../server/start.ts'
import { emptyDataFolder, startServer, testConfig, testServer } from '../../support/server.ts'
import { createVisitor, type TestVisitor } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { onlyCall, speech, waitLong, withCaller } from '../../support/web-calls.ts'

test('a call whose connection does not come back was ended by the customer', async () => {
  let waited = 0
  const sleep = async (ms: number, signal?: AbortSignal) => {
    // The wait for the visitor's return is the only ten-second one.
    if (ms === 10_000) waited += 1
    else await realOutside.sleep(ms, signal)
  }
  const { server, visitor } = await withCaller({ sleep })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(200)
  caller.cut()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  expect(waited).toBeGreaterThan(0)
  const { id } = await onlyCall(server)
  const timeline = await server.fetch(`/api/user/calls/${id}/timeline`)
  expect(await timeline.json()).toMatchObject({ ended_by: 'customer', provider: 'web' })
})

test('a lost connection is continued by the next one', async () => {
  // Longer than what is sent ahead.
  const greeting =
    'Welcome to our bakery, where bread comes out of the oven at six and rolls every hour.'
  const { server, visitor } = await withCaller({}, { initial_message: greeting })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(200)
  caller.stall()
  await expect.poll(() => caller.waiting(), waitLong).toBe(0)
  caller.cut()
  await caller.comeBack()
  await expect.poll(() => caller.of('ready').length, waitLong).toBe(2)
  const [first, second] = caller.of('ready')
  expect(second!.call_id).toBe(first!.call_id)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  // Everything lost with the connection was resent.
  const [heard] = caller.of('heard')
  expect(heard!.text).toBe(greeting)
  // Pieces of a sentence are spoken one by one, without the spaces between them.
  const letters = (text: string) => text.replaceAll(' ', '')
  await expect
    .poll(() => letters(caller.heardOf(heard!.utterance)), waitLong)
    .toBe(letters(greeting))
  await onlyCall(server)
})

test('an operator who takes the conversation over ends the call', async () => {
  const { server, visitor } = await withCaller()
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  await server.call(turnDial, {
    params: { uuid: visitor.conversationId },
    body: { mode: 'human', epoch: 0 },
  })
  await expect
    .poll(() => caller.of('ended'), waitLong)
    .toEqual([{ type: 'ended', reason: 'closed' }])
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
})

test('an operator ends the conversation, or the call, and the visitor is told', async () => {
  const { server, visitor } = await withCaller()
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  await server.call(endConversation, { params: { uuid: visitor.conversationId } })
  await expect.poll(() => caller.has('ended'), waitLong).toBe(true)

  const again = await callFrom(server, visitor)
  await expect.poll(() => again.has('ready'), waitLong).toBe(true)
  const id = again.of('ready')[0]!.call_id!
  await server.call(endCall, { params: { id } })
  await expect.poll(() => again.has('ended'), waitLong).toBe(true)
  expect(await server.call(getCall, { params: { id } })).toMatchObject({
    status: expect.stringMatching(/ended|completed/),
  })
})

test('calls are unavailable without a transcriber, and while an operator answers', async () => {
  const { server, visitor } = await withCaller()
  const start = (by: TestVisitor) =>
    by.call(startVisitorCall, { params: { uuid: by.conversationId } })
  await server.call(turnDial, {
    params: { uuid: visitor.conversationId },
    body: { mode: 'human', epoch: 0 },
  })
  await expect(start(visitor)).rejects.toMatchObject({
    status: 409,
    code: 'person_answers',
  })

  const deaf = await startServer()
  const other = await createVisitor(deaf)
  await expect(start(other)).rejects.toMatchObject({ status: 409, code: 'calls_unavailable' })
})

test('beyond the limit new calls are refused with an explanation, and ongoing ones are unaffected', async () => {
  const server = await startServer({ outside: { speech }, limits: { callsAtOnce: 1 } })
  const [one, other] = [await createVisitor(server), await createVisitor(server)]
  const caller = await callFrom(server, one)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  await expect(callFrom(server, other)).rejects.toMatchObject({ status: 503, code: 'lines_busy' })
  expect(caller.has('ended')).toBe(false)
})

test('a call cut off by a crash is over after the next start', async () => {
  const { server, visitor } = await withCaller()
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  server.context.write.flush()
  const database = server.context.db.serialize()
  const next = await startServer({ outside: { database } })
  await expect.poll(async () => (await onlyCall(next)).status, waitLong).toBe('completed')
  expect((await onlyCall(next)).transcript).not.toBe('')
})

test('a server shutting down tells the caller and closes the record', async () => {
  const dataDir = emptyDataFolder()
  const running = await start(testConfig({ dataDir }), { speech })
  const server = testServer(running)
  const caller = await callFrom(server, await createVisitor(server))
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  await running.stop()
  expect(caller.of('ended')).toEqual([{ type: 'ended', reason: 'failed' }])
  const db = new Database(path.join(dataDir, 'parley.db'), { readonly: true })
  onTestFinished(() => void db.close())
  expect(db.prepare('SELECT status FROM calls').pluck().all()).toEqual(['ended'])
})

test('a call is erased with its visitor, and ends at once', async () => {
  const { server, visitor } = await withCaller()
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  await visitor.call(eraseVisitor)
  await expect.poll(() => caller.has('ended'), waitLong).toBe(true)
  expect((await server.call(listCalls)).data).toEqual([])
  server.context.write.flush()
  const { db } = server.context
  const rows = db
    .prepare(
      "SELECT count(*) FROM events WHERE type LIKE 'call.%' AND payload LIKE '%Welcome to our%'",
    )
    .pluck()
  expect(rows.get()).toBe(0)
  expect(db.prepare('SELECT count(*) FROM call_turns').pluck().get()).toBe(0)
})
