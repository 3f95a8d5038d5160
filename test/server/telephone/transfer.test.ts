import { expect, onTestFinished, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCallTimeline } from '#contracts/calls.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { waitLong } from '../../support/web-calls.ts'

const PERSON = '+4930123456'

/** A call whose assistant passes it on at the first words of the customer. */
async function passedOn(status: string, countries = ['US', 'DE']) {
  const standIn = await startLlmStandIn({
    personality: 'scripted',
    script: [{ says: 'I connect you.', calls: [{ name: 'transfer_call', args: {} }] }],
  })
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  const llm = { url: standIn.url, key: undefined, model: 'some-model' }
  const desk = await telephoneDesk({ initial_message: 'Welcome.' }, {}, { llm })
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: {
      llm_model_id: hostedModelId(desk),
      tools: [{ type: 'call_transfer', phone_number: PERSON }],
    },
  })
  await desk.call(updateSmsPolicy, { body: { countries, daily_cap: 5 } })
  desk.provider.setOtherParty(status, 5)
  const { id, call, telephone, shown } = await desk.talking()
  await telephone.hears('Welcome.')
  telephone.say('a person please')
  return { ...desk, api: desk.call, id, call, telephone, shown }
}

test('a caller is connected with a person, and the record ends when those two have spoken', async () => {
  const { call, telephone, shown } = await passedOn('completed')
  await call.does(`Dial Number ${PERSON}`)
  expect(telephone.heard()).toContain('I connect you.')
  await call.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  expect((await shown()).transcript).toContain('AI: I connect you.')
  expect(call.log.filter((line) => line.startsWith('Connect'))).toHaveLength(1)
})

test('where nobody takes the call, the assistant goes on with it', async () => {
  const { call, shown } = await passedOn('busy')
  await call.does(`Dial Number ${PERSON}`)
  await expect
    .poll(async () => (await shown()).transcript, waitLong)
    .toMatch(/AI: I connect you\.\nAI: ./)
  expect((await shown()).status).toBe('in-progress')
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
})

test('a transfer to a country that is not allowed is refused, and nobody is called', async () => {
  const { api, id, call } = await passedOn('completed', ['US'])
  const tools = async () =>
    (await api(getCallTimeline, { params: { id } })).utterances.flatMap(
      ({ function_calls: calls = [] }) => calls,
    )
  await expect.poll(tools, waitLong).toMatchObject([{ name: 'transfer_call', status: 'refused' }])
  expect(call.log.some((line) => line.startsWith('Dial'))).toBe(false)
})
