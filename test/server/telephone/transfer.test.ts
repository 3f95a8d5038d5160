import { expect, onTestFinished, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCall, getCallTimeline } from '#contracts/calls.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { allowing, startServer, temporaryFolder } from '../../support/server.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { PUBLIC } from '../../support/telephone-door.ts'
import { waitLong } from '../../support/web-calls.ts'

const PERSON = '+4930123456'

/** Two servers, one after the other, read the same secrets. */
const SECRETS = { key: 'a'.repeat(64), isRefused: false }

/** A call whose assistant passes it on at the first words of the customer. */
async function passedOn(
  status: string | 'talking',
  countries = ['US', 'DE'],
  options: Parameters<typeof telephoneDesk>[2] = {},
) {
  const standIn = await startLlmStandIn({
    personality: 'scripted',
    script: [{ says: 'I connect you.', calls: [{ name: 'transfer_call', args: {} }] }],
  })
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  const llm = { url: standIn.url, key: undefined, model: 'some-model' }
  const desk = await telephoneDesk({ initial_message: 'Welcome.' }, {}, { llm, ...options })
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: {
      llm_model_id: hostedModelId(desk),
      tools: [{ type: 'call_transfer', phone_number: PERSON }],
    },
  })
  await desk.call(updateSmsPolicy, { body: { countries, daily_cap: 5 } })
  if (status !== 'talking') desk.provider.setOtherParty(status, 5)
  const part = status === 'talking' ? desk.provider.holdOtherParty() : () => {}
  const { id, call, telephone, shown } = await desk.talking()
  await telephone.hears('Welcome.')
  telephone.say('a person please')
  return { ...desk, api: desk.call, part, id, call, telephone, shown }
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

test('a call that a person has goes on without the server, and ends in the records of the next one', async () => {
  const dataDir = temporaryFolder()
  const life = { dataDir, secrets: SECRETS }
  const { id, call, part, provider, server, reachAt } = await passedOn(
    'talking',
    ['US', 'DE'],
    life,
  )
  await call.does(`Dial Number ${PERSON}`)
  await server.stop()
  const next = await startServer({ ...allowing(provider.host), ...life, publicUrl: PUBLIC })
  reachAt(next.url)
  const shown = () => next.call(getCall, { params: { id } })
  expect([(await shown()).status, call.isOver()]).toEqual(['in-progress', false])
  part()
  await call.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
})
