import { expect, onTestFinished, test } from 'vitest'
import { activateAssistant, updateAssistant } from '#contracts/assistants.ts'
import type { Synthesizer } from '../../../server/providers/speech/speak.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { type Step, startLlmStandIn } from '../../support/llm-stand-in.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import { telephoneDesk, telephoneTones } from '../../support/telephone-calls.ts'
import { toneTranscriber } from '../../support/tone-services.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { waitLong } from '../../support/web-calls.ts'

/* The tool `assistant_transfer` on calls: another assistant hears, thinks and speaks from then on. */

/** Services that speak and hear tones, and the requested speaking rates. */
function speechWithSpeeds(tones: Synthesizer) {
  const speeds: number[] = []
  const synthesizer: Synthesizer = {
    ...tones,
    open(options) {
      speeds.push(options.speed)
      return tones.open(options)
    },
  }
  return { speeds, speech: { synthesizer, transcriber: toneTranscriber } }
}

/** A model that hands over at the first words, and an assistant to hand over to. */
async function scripted(steps: Step[]) {
  const standIn = await startLlmStandIn({ personality: 'scripted', script: steps })
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  return { standIn, llm: { url: standIn.url, key: undefined, model: 'some-model' } }
}

test.each([
  [true, ['Welcome.', 'Billing takes over.', 'Billing here.', 'It is paid.']],
  [false, ['Welcome.', 'Billing takes over.', 'It is paid.']],
])(
  'on a phone call the target speaks in its own voice; speak_transfer_greeting %s',
  async (greets, heard) => {
    const steps: Step[] = []
    const { llm, standIn } = await scripted(steps)
    const { speeds, speech } = speechWithSpeeds(telephoneTones)
    const desk = await telephoneDesk({ initial_message: 'Welcome.' }, { speech }, { llm })
    const model = { llm_model_id: hostedModelId(desk) }
    const billing = await createdAssistant(desk, {
      name: 'Billing',
      initial_message: 'Billing here.',
      system_prompt: 'You know every invoice.',
      speech_speed: 1.2,
      ...model,
    })
    await desk.call(activateAssistant, { params: { id: billing } })
    const tool = {
      type: 'assistant_transfer',
      assistant_id: billing,
      speak_transfer_greeting: greets,
    }
    await desk.call(updateAssistant, {
      params: { id: desk.assistantId },
      body: { ...model, tools: [tool as never] },
    })
    steps.push(
      {
        says: 'Billing takes over.',
        calls: [{ name: `transfer_to_assistant_${billing}`, args: {} }],
      },
      { says: 'It is paid.' },
    )
    const { call, telephone, shown } = await desk.talking()
    await telephone.hears('Welcome.')
    telephone.say('my invoice please')
    await telephone.hears(greets ? 'Billing here.' : 'Billing takes over.')
    telephone.say('is it paid')
    await telephone.hears('It is paid.')
    const requests = standIn.requests.filter(({ path }) => path.endsWith('/chat/completions'))
    expect(JSON.stringify(requests[1]!.body!.messages[0])).toContain('You know every invoice.')
    await call.hangUp()
    await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
    const { transcript } = await shown()
    const said = transcript.split('\n').filter((line) => line.startsWith('AI: '))
    expect(said.map((line) => line.slice(4))).toEqual(heard)
    expect(speeds).toEqual(heard.map((_, index) => (index < 2 ? 1 : 1.2)))
  },
)

test('on a web call a realtime model hands over to a pipeline, which hears and speaks from then on', async () => {
  const { server, visitor, set, standIn } = await withRealtime(
    'multimodal',
    {},
    {},
    { hears: true },
  )
  const pipeline = await createdAssistant(server, {
    name: 'Billing',
    initial_message: 'Billing here.',
    endpoint_sensitivity: 5,
  })
  await server.call(activateAssistant, { params: { id: pipeline } })
  await set({ tools: [{ type: 'assistant_transfer', assistant_id: pipeline }] })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.speak(`call transfer_to_assistant_${pipeline} x`)
  await expect.poll(() => caller.of('heard'), waitLong).toHaveLength(3)
  await expect.poll(() => caller.heardOf(3).replaceAll(' ', ''), waitLong).toBe('Billinghere.')
  caller.speak('hello')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(4)
  expect(caller.has('ended')).toBe(false)
  // The realtime session is over.
  await expect
    .poll(() => standIn.sockets.every(({ ending }) => ending !== undefined), waitLong)
    .toBe(true)
})
