import { expect, test } from 'vitest'
import { deleteCall, endCall, getCall } from '#contracts/calls.ts'
import { realOutside } from '../../../server/context.ts'
import { readWav } from '../../../server/media/wav.ts'
import { fetchAs, KEY } from '../../support/server.ts'
import { heardByBea } from '../../support/telephone-listeners.ts'
import { hearTones } from '../../support/tone-speech.ts'
import { waitLong } from '../../support/web-calls.ts'

const LONG = 'We bake bread and cake and rolls and pies. '.repeat(4)

test('an operator who takes a phone call is heard instead of the assistant, and hands it back', async () => {
  const { telephone, ear, bea, timeline, shown } = await heardByBea({ initial_message: LONG })
  await telephone.hears('We bake')
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  await telephone.cleared()
  ear.speak('Bea here')
  await telephone.hears('Bea here')
  expect(telephone.heard()).not.toContain('pies')
  telephone.say('two rolls please')
  await expect
    .poll(async () => (await shown()).transcript, waitLong)
    .toMatch(/Operator: Bea here\nCustomer: two rolls please$/)
  expect((await timeline()).company).toMatchObject({ speaker: { id: bea.operator.id } })
  const told = ear.of('utterance').length
  ear.giveBack()
  await expect.poll(() => ear.of('utterance').length, waitLong).toBeGreaterThan(told)
  await expect.poll(async () => (await shown()).transcript, waitLong).toMatch(/please\nAI: ./)
  const { activities, company } = await timeline()
  expect(activities.map(({ kind }) => kind)).toEqual([
    'call_listened',
    'call_taken',
    'call_given_back',
  ])
  expect(company).toMatchObject({ speaker: null })
  expect((await shown()).status).toBe('in-progress')
})

test('the recording of a phone call has the operator on the assistant’s channel', async () => {
  const { desk, id, call, telephone, ear, shown } = await heardByBea({
    record: true,
    recording_notice: false,
  })
  await telephone.hears('Welcome.')
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  ear.speak('Bea here')
  await telephone.hears('Bea here')
  await expect.poll(async () => (await shown()).transcript, waitLong).toContain('Bea here')
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  const { recording_url } = await desk.call(getCall, { params: { id } })
  const file = await fetchAs(desk, KEY)(new URL(recording_url!).pathname)
  const { samples } = readWav(Buffer.from(await file.arrayBuffer()))
  expect(hearTones(samples[1]!, 16_000)).toBe('Welcome.Bea here')
})

test('an operator whose connection is lost for long has handed the phone call back', async () => {
  const lost: (() => void)[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (ms === 10_000) lost.push(resolve)
      else realOutside.sleep(ms, signal).then(resolve, reject)
    })
  const { ear, telephone, timeline } = await heardByBea({}, { sleep })
  await telephone.hears('Welcome.')
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  const before = lost.length
  ear.cut()
  await expect.poll(() => lost.length).toBeGreaterThan(before)
  expect((await timeline()).company).toMatchObject({ speaker: { name: 'Bea' } })
  for (const resolve of lost.slice(before)) resolve()
  await expect.poll(async () => (await timeline()).company?.speaker, waitLong).toBeNull()
})

test.each([
  ['hung up by the desk', endCall],
  ['deleted', deleteCall],
])('a phone call taken by an operator is %s', async (_, endpoint) => {
  const { desk, id, ear, call } = await heardByBea()
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  await desk.call(endpoint, { params: { id } })
  await expect.poll(() => ear.of('ended'), waitLong).toEqual([{ type: 'ended', reason: 'closed' }])
  await call.over()
})
