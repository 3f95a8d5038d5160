import { expect, onTestFinished, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCallTimeline } from '#contracts/calls.ts'
import { listPhoneNumbers, updatePhoneNumber } from '#contracts/phone-numbers.ts'
import { smsChatQueries } from '../../../server/features/sms/chat/queries.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { type Step, startLlmStandIn } from '../../support/llm-stand-in.ts'
import { smsStandIn } from '../../support/sms.ts'
import { CUSTOMER, NUMBER, telephoneDesk } from '../../support/telephone-calls.ts'

/* The tool `text_message` on a phone call. */

const sends = (text: string): Step => ({
  calls: [{ name: 'send_text_message', args: { text } }],
})

/** A call in which the customer asks once, with the model scripted from then on. */
async function asked(script: readonly Step[], { canSend = true, hasStopped = false } = {}) {
  const standIn = await startLlmStandIn({ personality: 'scripted', script })
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  const llm = { url: standIn.url, key: undefined, model: 'some-model' }
  const texts = smsStandIn()
  const desk = await telephoneDesk(
    { initial_message: 'Welcome.' },
    { smsProvider: texts.provider },
    { llm },
  )
  const { data: numbers } = await desk.call(listPhoneNumbers)
  await desk.call(updatePhoneNumber, {
    params: { id: numbers[0]!.id },
    body: { sms_capable: canSend },
  })
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: { llm_model_id: hostedModelId(desk), tools: [{ type: 'text_message' }] },
  })
  const { context } = desk
  if (hasStopped)
    await context.write((tx) => smsChatQueries(context.db).stop(tx, 1, CUSTOMER, context.now()))
  const { id, telephone } = await desk.talking()
  await telephone.hears('Welcome.')
  telephone.say('text me the address')
  await telephone.hears('Done.')
  const { utterances } = await desk.call(getCallTimeline, { params: { id } })
  const calls = utterances.flatMap(({ function_calls: made = [] }) => made)
  return { sent: texts.sends, calls, requests: standIn.requests }
}

test('a text message goes from the call’s number to its customer', async () => {
  const { sent } = await asked([sends('12 Mill Lane'), { says: 'Done.' }])
  expect(sent).toMatchObject([{ from: NUMBER, to: CUSTOMER, body: '12 Mill Lane' }])
})

test('a call may send at most three text messages, each of 1 to 300 characters', async () => {
  const { sent, calls } = await asked([
    sends('One'),
    sends('x'.repeat(301)),
    sends('Two'),
    sends('Three'),
    sends('Four'),
    { says: 'Done.' },
  ])
  expect(sent.map(({ body }) => body)).toEqual(['One', 'Two', 'Three'])
  expect(calls.map(({ status }) => status)).toEqual(['done', 'refused', 'done', 'done', 'refused'])
})

test('nothing is sent to a customer who has opted out', async () => {
  const { sent, calls } = await asked([sends('Hello'), { says: 'Done.' }], { hasStopped: true })
  expect(sent).toEqual([])
  expect(calls).toMatchObject([{ status: 'failed' }])
})

test('a number that cannot send offers no text messages', async () => {
  const { requests } = await asked([{ says: 'Done.' }], { canSend: false })
  expect(requests.at(-1)!.body!['tools']).toBeUndefined()
})
