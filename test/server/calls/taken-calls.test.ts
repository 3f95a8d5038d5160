import { expect, test } from 'vitest'
import { getCall, getCallTimeline } from '#contracts/calls.ts'
import { endConversation, getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { deleteOperator } from '#contracts/operators.ts'
import { encodeUp, UP_SAMPLES } from '#contracts/voice-frames.ts'
import { realOutside } from '../../../server/context.ts'
import { readWav } from '../../../server/media/wav.ts'
import { colleague, signedInOwner } from '../../support/operators.ts'
import { fetchAs, KEY } from '../../support/server.ts'
import { hearTones } from '../../support/tone-speech.ts'
import { listenFrom } from '../../support/voice-listener.ts'
import { onCall, onlyCall, waitLong } from '../../support/web-calls.ts'

/** The same with an operator listening. */
async function heardByBea(...setting: Parameters<typeof onCall>) {
  const called = await onCall(...setting)
  const bea = await colleague(called.server, 'Bea')
  const ear = await listenFrom(called.server, called.callId, bea.call)
  await expect.poll(() => ear.of('ready').length).toBe(1)
  return { ...called, bea, ear }
}

test('only one operator speaks at a time, and colleagues hear them', async () => {
  const { server, caller, callId, ear } = await heardByBea()
  const other = await listenFrom(server, callId)
  await expect.poll(() => other.of('ready').length).toBe(1)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  other.take()
  await expect.poll(() => other.of('refused')).toEqual([{ type: 'refused', reason: 'taken' }])
  ear.speak('hello')
  await expect.poll(() => other.heardOf('assistant', 0), waitLong).toBe('hello')
  expect(ear.heardOf('assistant', 0)).toBe('')
})

test('a colleague takes a call over from the operator who has it, without the assistant in between', async () => {
  const { server, caller, callId, uuid, bea, ear } = await heardByBea()
  const other = await listenFrom(server, callId)
  await expect.poll(() => other.of('ready').length).toBe(1)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  ear.speak('I will get Ann')
  await expect.poll(() => caller.heardOf(0), waitLong).toBe('I will get Ann')
  // The page has the wrong operator as the current speaker.
  other.take(bea.operator.id + 1)
  await expect.poll(() => other.of('refused')).toEqual([{ type: 'refused', reason: 'taken' }])
  other.take(bea.operator.id)
  await expect.poll(other.isSpeaking, waitLong).toBe(true)
  expect(ear.isSpeaking()).toBe(false)
  expect(ear.isOpen()).toBe(true)
  other.speak('Ann here')
  await expect.poll(() => ear.heardOf('assistant', 0), waitLong).toBe('Ann here')
  const names = caller.of('person').map(({ name }) => name)
  expect(names).toEqual(['Bea', expect.not.stringMatching(/^Bea$/)])
  expect(caller.begunAt.size).toBe(1)
  await expect
    .poll(async () => (await onlyCall(server)).transcript.split('\n').slice(-2), waitLong)
    .toEqual(['Operator: I will get Ann', 'Operator: Ann here'])
  const { ai_mode, call_company, activities } = await server.call(getConversation, {
    params: { uuid },
  })
  expect(ai_mode).toBe('human')
  expect(call_company?.speaker?.name).toBe(names[1])
  expect(activities.filter(({ kind }) => kind === 'call_taken')).toHaveLength(2)
  // A later hand-back by the first operator changes nothing.
  ear.giveBack()
  other.giveBack()
  await expect.poll(() => caller.of('person').at(-1)?.name, waitLong).toBeNull()
  expect(caller.of('person')).toHaveLength(3)
})

test('an operator who reconnects keeps the call; one who does not has handed it back', async () => {
  const lost: (() => void)[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (ms === 10_000) lost.push(resolve)
      else realOutside.sleep(ms, signal).then(resolve, reject)
    })
  const { server, caller, callId, bea, ear } = await heardByBea({ sleep })
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  ear.cut()
  await expect.poll(() => lost.length).toBe(1)
  const back = await listenFrom(server, callId, bea.call)
  await expect.poll(back.isSpeaking, waitLong).toBe(true)
  back.speak('again')
  await expect.poll(() => caller.heardOf(0), waitLong).toBe('again')
  expect(caller.of('person')).toHaveLength(1)
  back.cut()
  await expect.poll(() => lost.length).toBe(2)
  lost[1]!()
  await expect.poll(() => caller.of('person').at(-1)?.name, waitLong).toBeNull()
  expect(caller.has('ended')).toBe(false)
})

test('an operator removed while speaking is off the call at once, and the assistant has it', async () => {
  const { server, caller, uuid, bea, ear } = await heardByBea()
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  const { call } = await signedInOwner(server)
  await call(deleteOperator, { params: { id: bea.operator.id } })
  await expect.poll(ear.isOpen).toBe(false)
  await expect.poll(() => caller.of('person').at(-1)?.name, waitLong).toBeNull()
  expect(caller.has('ended')).toBe(false)
  const { ai_mode, call_company } = await server.call(getConversation, { params: { uuid } })
  expect([ai_mode, call_company]).toEqual(['auto', { listeners: [], speaker: null }])
})

test('a colleague turning the dial to the assistant hands the call back; one who ends the conversation ends the call', async () => {
  const { server, caller, uuid, ear } = await heardByBea()
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  const turn = async (mode: 'auto' | 'human') => {
    const { ai_epoch: epoch } = await server.call(getConversation, { params: { uuid } })
    await server.call(turnDial, { params: { uuid }, body: { mode, epoch } })
  }
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  await turn('auto')
  await expect.poll(() => caller.of('person').at(-1)?.name, waitLong).toBeNull()
  expect(ear.isSpeaking()).toBe(false)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  await server.call(endConversation, { params: { uuid } })
  await expect.poll(() => ear.of('ended'), waitLong).toEqual([{ type: 'ended', reason: 'closed' }])
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
})

test('audio in transit when the call was handed back is dropped, and its page keeps listening', async () => {
  const { caller, ear } = await heardByBea()
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  // The server reads the three in order: nothing was heard from this page before.
  ear.take()
  ear.giveBack()
  ear.socket.send(encodeUp({ sequence: 0, capturedAt: 0, samples: new Int16Array(UP_SAMPLES) }))
  await expect
    .poll(() => caller.of('person').map(({ name }) => name), waitLong)
    .toEqual(['Bea', null])
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
})

test('the recording has the operator on the assistant’s channel', async () => {
  const { server, caller, ear } = await heardByBea({}, { record: true, recording_notice: false })
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  ear.speak('Bea here')
  await expect.poll(() => caller.heardOf(0), waitLong).toBe('Bea here')
  caller.speak('thank you')
  await expect.poll(() => caller.isSpeaking(), waitLong).toBe(false)
  await expect
    .poll(async () => (await onlyCall(server)).transcript, waitLong)
    .toContain('thank you')
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  const { id } = await onlyCall(server)
  const { recording_url } = await server.call(getCall, { params: { id } })
  const file = await fetchAs(server, KEY)(new URL(recording_url!).pathname)
  const { samples } = readWav(Buffer.from(await file.arrayBuffer()))
  expect(hearTones(samples[0]!, 16_000)).toBe('thank you')
  expect(hearTones(samples[1]!, 16_000)).toBe('Hello.Bea here')
  const { utterances } = await server.call(getCallTimeline, { params: { id } })
  const at = utterances.find(({ speaker }) => speaker === 'operator')!.recorded_at!
  const end = samples[1]!.findLastIndex((sample) => sample !== 0) / 16_000
  expect(Math.abs(at - (end - 'Bea here'.length * 0.04))).toBeLessThan(0.15)
})
