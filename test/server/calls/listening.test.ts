import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { colleague } from '../../support/operators.ts'
import { KEY, type TestServer } from '../../support/server.ts'
import { followStream } from '../../support/stream.ts'
import { listenFrom } from '../../support/voice-listener.ts'
import { onCall, waitLong } from '../../support/web-calls.ts'

const companyOf = async ({ call }: Pick<TestServer, 'call'>, uuid: string) =>
  (await call(getConversation, { params: { uuid } })).call_company

test('a listener hears both sides: the assistant as the visitor hears it, and the visitor', async () => {
  const { server, caller, callId } = await onCall()
  const ear = await listenFrom(server, callId)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak('thank you')
  await expect.poll(() => caller.playedMs(2), waitLong).toBeGreaterThan(400)
  const heard = caller.heardOf(2)
  expect(heard.length).toBeGreaterThan(5)
  expect(ear.heardOf('assistant', 2).slice(0, heard.length)).toBe(heard)
  expect(ear.heardOf('visitor')).toBe('thank you')
  const playback = ear.told.filter(({ type }) => type === 'utterance')
  expect(playback.at(-1)).toEqual({ type: 'utterance', utterance: 2 })
})

test('interrupted speech is dropped for listeners too, and a muted microphone is silent', async () => {
  const { server, caller, callId } = await onCall(
    {},
    { initial_message: 'We bake bread and cake and rolls and pies. '.repeat(3) },
  )
  const ear = await listenFrom(server, callId)
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(300)
  caller.speak('no, wait a moment please')
  await expect.poll(() => caller.of('clear').length, waitLong).toBe(1)
  expect(ear.of('clear')).toEqual(caller.of('clear'))
  await expect.poll(() => caller.isSpeaking(), waitLong).toBe(false)
  const before = ear.heardOf('visitor')
  caller.tell({ type: 'mute', on: true })
  caller.speak('nobody hears this')
  await expect.poll(() => caller.isSpeaking(), waitLong).toBe(false)
  expect(ear.heardOf('visitor')).toBe(before)
})

test('colleagues see who is listening, and the conversation records it once', async () => {
  const { server, uuid, callId } = await onCall()
  const bea = await colleague(server, 'Bea')
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  expect(await companyOf(server, uuid)).toEqual({ listeners: [], speaker: null })
  const who = { id: bea.operator.id, name: 'Bea' }
  const ear = await listenFrom(server, callId, bea.call)
  const come = await stream.next(({ type }) => type === 'call.attended')
  expect(come.data).toEqual({
    call_id: callId,
    conversation_id: uuid,
    listeners: [who],
    speaker: null,
  })
  expect(await companyOf(server, uuid)).toEqual({ listeners: [who], speaker: null })
  ear.leave()
  await stream.next(({ type, data }) => type === 'call.attended' && data.listeners.length === 0)
  await expect.poll(ear.isOpen).toBe(false)
  const again = await listenFrom(server, callId, bea.call)
  await expect.poll(() => again.of('ready').length).toBe(1)
  const { activities } = await server.call(getConversation, { params: { uuid } })
  expect(activities).toMatchObject([{ kind: 'call_listened', by: who }])
})
