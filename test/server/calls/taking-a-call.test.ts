import { expect, test } from 'vitest'
import { getCallTimeline } from '#contracts/calls.ts'
import { getConversation } from '#contracts/conversations.ts'
import { encodeUp, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { colleague } from '../../support/operators.ts'
import { listenFrom } from '../../support/voice-listener.ts'
import { messagesOf, onCall, onlyCall, waitLong } from '../../support/web-calls.ts'

const LONG = 'We bake bread and cake and rolls and pies. '.repeat(4)

/** The same with an operator listening. */
async function heardByBea(...setting: Parameters<typeof onCall>) {
  const called = await onCall(...setting)
  const bea = await colleague(called.server, 'Bea')
  const ear = await listenFrom(called.server, called.callId, bea.call)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  return { ...called, bea, ear }
}

test('an operator who takes a call is heard by the visitor, and the assistant is silent from then on', async () => {
  const { server, visitor, caller, uuid, ear } = await heardByBea({}, { initial_message: LONG })
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(400)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  expect(caller.of('person')).toEqual([{ type: 'person', name: 'Bea' }])
  const played = caller.playedMs(1)
  ear.speak('Bea here')
  await expect.poll(() => caller.heardOf(0), waitLong).toBe('Bea here')
  expect(caller.late()).toBe(0)
  expect(caller.playedMs(1) - played).toBeLessThanOrEqual(100)
  expect(caller.begunAt.size).toBe(1)
  await expect
    .poll(async () => (await messagesOf(visitor)).at(-1), waitLong)
    .toEqual({
      author: 'operator',
      content: 'Bea here',
    })
  // Only the part of the assistant's speech that was heard counts as said.
  const { messages, ai_mode, call_company, activities } = await server.call(getConversation, {
    params: { uuid },
  })
  expect(messages.at(-1)).toMatchObject({ author_name: 'Bea' })
  expect(ai_mode).toBe('human')
  expect(call_company).toMatchObject({ speaker: { name: 'Bea' } })
  expect(activities.map(({ kind }) => kind)).toEqual(['call_listened', 'call_taken', 'mode'])
  expect(caller.of('said').at(-1)).toEqual({
    type: 'said',
    speaker: 'person',
    text: 'Bea here',
    final: true,
  })
})

test('what the visitor says to an operator is transcribed, heard, and not answered', async () => {
  const { server, caller, ear, visitor } = await heardByBea()
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  caller.speak('two rolls please')
  await expect
    .poll(async () => (await messagesOf(visitor)).at(-1)?.content, waitLong)
    .toBe('two rolls please')
  ear.speak('with pleasure')
  await expect
    .poll(async () => (await messagesOf(visitor)).at(-1)?.content, waitLong)
    .toBe('with pleasure')
  expect(ear.heardOf('visitor')).toBe('two rolls please')
  expect(caller.begunAt.size).toBe(1)
  const { id, transcript } = await onlyCall(server)
  expect(transcript.split('\n').slice(1)).toEqual([
    'Customer: two rolls please',
    'Operator: with pleasure',
  ])
  const { utterances } = await server.call(getCallTimeline, { params: { id } })
  expect(utterances.slice(1)).toMatchObject([
    { speaker: 'customer', name: null },
    { speaker: 'operator', name: 'Bea', at: expect.any(String) },
  ])
})

test('once handed back, the assistant answers the last words and knows the rest', async () => {
  const { server, caller, ear, visitor, uuid } = await heardByBea()
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  ear.speak('one moment')
  await expect.poll(() => messagesOf(visitor), waitLong).toHaveLength(2)
  caller.speak('thank you')
  await expect.poll(() => messagesOf(visitor), waitLong).toHaveLength(3)
  expect(caller.begunAt.size).toBe(1)
  ear.giveBack()
  await expect.poll(() => caller.playedMs(2), waitLong).toBeGreaterThan(200)
  expect(caller.of('person').at(-1)).toEqual({ type: 'person', name: null })
  const said = await messagesOf(visitor)
  expect(said.map(({ author }) => author)).toEqual(['assistant', 'operator', 'visitor'])
  expect(ear.isSpeaking()).toBe(false)
  expect(ear.isOpen()).toBe(true)
  const { ai_mode, activities } = await server.call(getConversation, { params: { uuid } })
  expect(ai_mode).toBe('auto')
  expect(activities.at(-2)).toMatchObject({ kind: 'call_given_back', by: { name: 'Bea' } })
  // A frame in transit at that moment is dropped, without closing the socket.
  const samples = new Int16Array(UP_SAMPLES)
  ear.socket.send(encodeUp({ sequence: 10_000, capturedAt: 0, samples }))
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
})

test('the last words before a call is handed back are transcribed first', async () => {
  const { caller, ear, visitor } = await heardByBea()
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  ear.speak('goodbye')
  await expect.poll(() => caller.heardOf(0), waitLong).toBe('goodbye')
  ear.giveBack()
  await expect.poll(() => caller.of('person').at(-1)?.name, waitLong).toBeNull()
  expect((await messagesOf(visitor)).at(-1)).toEqual({ author: 'operator', content: 'goodbye' })
})
