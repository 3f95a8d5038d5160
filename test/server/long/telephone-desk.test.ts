import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { listenToCall, whisperToAssistant } from '#contracts/call-desk.ts'
import { deleteOperator } from '#contracts/operators.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { signedInOwner } from '../../support/operators.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { KEY } from '../../support/server.ts'
import { followStream } from '../../support/stream.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { heardByBea } from '../../support/telephone-listeners.ts'
import { waitLong } from '../../support/web-calls.ts'

const LONG = 'We bake bread and cake and rolls and pies. '.repeat(4)

test('a listener on a phone call hears both sides, and colleagues see who it is', async () => {
  const { telephone, ear, bea, timeline, id } = await heardByBea({ initial_message: LONG })
  await expect.poll(() => ear.heardOf('assistant', 1).length, waitLong).toBeGreaterThan(20)
  telephone.say('no, wait a moment please')
  await expect.poll(() => ear.of('clear').length, waitLong).toBe(1)
  await expect.poll(() => ear.heardOf('visitor'), waitLong).toBe('no, wait a moment please')
  const who = { id: bea.operator.id, name: 'Bea' }
  expect(ear.of('ready')).toEqual([{ type: 'ready', conversation_id: null, call_id: id }])
  const { company, activities } = await timeline()
  expect(company).toEqual({ listeners: [who], speaker: null })
  expect(activities).toMatchObject([{ kind: 'call_listened', by: who }])
  await telephone.stop()
  await expect
    .poll(() => ear.of('ended'), waitLong)
    .toEqual([{ type: 'ended', reason: 'customer' }])
  expect((await timeline()).company).toBeNull()
})

test('a whisper affects the assistant’s next answer on the phone, and reaches nobody else', async () => {
  const provider = await startPricedModel(() => ({ text: 'Very well.' }))
  const { desk, id, telephone, timeline } = await heardByBea({}, {}, { llm: provider.llm })
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: { llm_model_id: hostedModelId(desk) },
  })
  await telephone.hears('Welcome.')
  const content = 'Offer a table outside.'
  await desk.call(whisperToAssistant, { params: { id }, body: { content } })
  for (const [index, words] of ['good day', 'one more'].entries()) {
    telephone.say(words)
    await expect.poll(() => provider.bodies.length, waitLong).toBe(index + 1)
    await expect
      .poll(async () => (await timeline()).utterances.length, waitLong)
      .toBe(3 + 2 * index)
  }
  expect(provider.bodies[0]).toContain(content)
  expect(provider.bodies[1]).not.toContain(content)
  expect((await timeline()).activities.at(-1)).toMatchObject({ kind: 'whisper', data: { content } })
})

test('speech on a phone call reaches the desk as it is spoken', async () => {
  const desk = await telephoneDesk({ initial_message: LONG })
  const stream = await followStream(`${desk.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  const { id } = await desk.talking()
  const { data } = await stream.next(
    ({ type, data: { text } }) => type === 'call.said' && text?.includes('bread'),
  )
  expect(data).toEqual({ call_id: id, speaker: 'assistant', text: expect.any(String) })
  expect(data.text.length).toBeLessThan(LONG.length)
})

test('a phone call can be listened to only by its own account, up to the listener limit', async () => {
  const { desk, id, call, shown } = await heardByBea({}, {}, { limits: { listenersOfCall: 1 } })
  const listen = (as: Pick<typeof desk, 'call'>) => as.call(listenToCall, { params: { id } })
  const whisper = (as: Pick<typeof desk, 'call'>) =>
    as.call(whisperToAssistant, { params: { id }, body: { content: 'x' } })
  const other = await anotherAccount(desk)
  await expect(listen(other)).rejects.toMatchObject({ status: 404, code: 'call_not_found' })
  await expect(whisper(other)).rejects.toMatchObject({ status: 404, code: 'call_not_found' })
  await expect(listen(desk)).rejects.toMatchObject({ status: 409, code: 'listeners_full' })
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  await expect(listen(desk)).rejects.toMatchObject({ status: 409, code: 'call_over' })
  await expect(whisper(desk)).rejects.toMatchObject({ status: 409, code: 'call_over' })
})

test('an operator removed while speaking on a phone call is off it, and the assistant has it', async () => {
  const { desk, bea, telephone, ear, timeline } = await heardByBea()
  await telephone.hears('Welcome.')
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  const { call } = await signedInOwner(desk)
  await call(deleteOperator, { params: { id: bea.operator.id } })
  await expect.poll(ear.isOpen).toBe(false)
  await expect
    .poll(async () => (await timeline()).company, waitLong)
    .toEqual({ listeners: [], speaker: null })
  telephone.say('hello again')
  await expect
    .poll(async () => (await timeline()).call.transcript, waitLong)
    .toMatch(/Customer: hello again\nAI: ./)
})
