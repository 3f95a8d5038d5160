import { onTestFinished } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { hostedModelId } from './hosted-model.ts'
import { startLlmStandIn } from './llm-stand-in.ts'
import { telephoneDesk } from './telephone-calls.ts'

/** Number that calls are forwarded to. */
export const PERSON = '+4930123456'

/** A call whose assistant transfers it at the customer's first words. */
export async function passedOn(status: string | 'talking', countries = ['US', 'DE']) {
  const standIn = await startLlmStandIn({
    personality: 'scripted',
    script: [
      { says: 'I connect you.', calls: [{ name: 'transfer_call', args: {} }] },
      { says: 'One moment.' },
    ],
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
  if (status !== 'talking') desk.provider.setOtherParty(status, 5)
  const part = status === 'talking' ? desk.provider.holdOtherParty() : () => {}
  const { id, call, telephone, shown } = await desk.talking()
  await telephone.hears('Welcome.')
  telephone.say('a person please')
  return { ...desk, api: desk.call, part, id, call, telephone, shown }
}
