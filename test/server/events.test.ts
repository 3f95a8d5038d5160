import { randomUUID } from 'node:crypto'
import { expect, expectTypeOf, test } from 'vitest'
import { disableAi } from '#contracts/conversations.ts'
import { readConfig } from '../../server/config.ts'
import { KEY, startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

/** A payload that the compiler does not check. */
const unseen = (value: unknown) => JSON.parse(JSON.stringify(value))

test('in tests and development an event that violates its contract is rejected', async () => {
  const { context } = await startServer()
  const { events, hub } = context
  const before = events.last()
  const broken = { userId: 1, type: 'calls.imported', payload: unseen({ count: 'two' }) } as const
  await expect(context.write((tx) => events.record(tx, broken))).rejects.toThrow(
    'An event calls.imported breaks its contract',
  )
  expect(events.last()).toBe(before)
  expect(() => hub.sendToUser(1, 'presence', unseen({ visitor_id: randomUUID() }))).toThrow(
    'An event presence breaks its contract',
  )
  expect(() => hub.tellVisitor(1, 'typing', unseen({ active: 'yes' }))).toThrow(
    'An event typing breaks its contract',
  )
  expect(() => hub.tellVisitor(1, unseen('attending'), unseen({}))).toThrow(
    "attending is not on the visitor's stream",
  )
})

test('in production the contract check costs nothing', async () => {
  expect(readConfig({}).checkReplies).toBe(false)
  const { context } = await startServer({ checkReplies: false })
  const broken = { userId: 1, type: 'calls.imported', payload: unseen({ count: 'two' }) } as const
  await expect(context.write((tx) => context.events.record(tx, broken))).resolves.toBeGreaterThan(0)
})

test('stored events cannot be sent directly, and transient ones cannot be recorded', async () => {
  const { context } = await startServer()
  const { events, hub } = context
  expectTypeOf(events.record).parameter(1).toHaveProperty('type')
  type Recorded = Parameters<typeof events.record>[1]['type']
  expectTypeOf<Extract<Recorded, 'typing' | 'ping' | 'presence' | 'session.closed'>>().toBeNever()
  expectTypeOf<Extract<Recorded, 'message.created'>>().toEqualTypeOf<'message.created'>()
  type ToldToOperators = Parameters<typeof hub.sendToUser>[1]
  expectTypeOf<Extract<ToldToOperators, Recorded | 'session.closed'>>().toBeNever()
  expectTypeOf<Parameters<typeof hub.tellVisitor>[1]>().toEqualTypeOf<
    'ping' | 'session.closed' | 'typing'
  >()
})

test('a visitor sees the state of the conversation, and nothing else that the desk sees of it', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  await server.call(disableAi, { params })
  const stream = await followStream(`${server.url}/api/widget/stream?after=0`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const { data } = await stream.next(({ type }) => type === 'conversation.updated')
  expect(data).toEqual({
    id: visitor.conversationId,
    ai_enabled: false,
    ended: false,
    seen_seq: expect.any(Number),
  })
  const desk = await followStream(`${server.url}/api/user/stream?after=0`, {
    authorization: `Bearer ${KEY}`,
  })
  await desk.next(({ type }) => type === 'conversation.created')
  expect(stream.events.map(({ type }) => type)).not.toContain('conversation.created')
})
