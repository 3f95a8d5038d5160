import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCall } from '#contracts/calls.ts'
import { realOutside } from '../../../server/context.ts'
import { createDtmfDetector } from '../../../server/media/dtmf.ts'
import { joined } from '../../../server/media/tone.ts'
import { readWav } from '../../../server/media/wav.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { fetchAs, KEY } from '../../support/server.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { waitLong } from '../../support/web-calls.ts'

type Tools = z.input<typeof BuiltInTool>[]
type Script = NonNullable<Parameters<typeof startLlmStandIn>[0]>['script']

/** A call of an assistant with these tools and these answers. */
async function callWith(
  tools: Tools,
  script: Script,
  outside: Parameters<typeof telephoneDesk>[1] = {},
) {
  const standIn = await startLlmStandIn({ personality: 'scripted', ...(script && { script }) })
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  const llm = { url: standIn.url, key: undefined, model: 'some-model' }
  const desk = await telephoneDesk(
    { initial_message: 'Welcome.', record: true, recording_notice: false },
    outside,
    { llm },
  )
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: { llm_model_id: hostedModelId(desk), tools },
  })
  const talking = await desk.talking()
  await talking.telephone.hears('Welcome.')
  const transcript = async () => (await talking.shown()).transcript
  return { ...desk, ...talking, api: desk.call, standIn, transcript }
}

const digitsIn = (pcm: Int16Array, rate: number) => createDtmfDetector(rate).push(pcm)

test('with dtmf_input the assistant presses keys, which are audible and recorded as such', async () => {
  const pressed = { name: 'press_keys', args: { digits: '12,#' } }
  const desk = await callWith(
    [{ type: 'dtmf_input' }],
    [{ says: '', calls: [pressed] }, { says: '' }],
  )
  const { telephone, call, id, transcript, standIn } = desk
  telephone.say('press twelve')
  await expect.poll(() => digitsIn(joined(telephone.frames()), 8000), waitLong).toBe('12#')
  await expect.poll(() => standIn.requests.length, waitLong).toBe(2)
  // The assistant says nothing to a machine while pressing keys.
  telephone.say('thanks')
  await expect.poll(() => transcript(), waitLong).toContain('thanks')
  expect(await transcript()).toMatch(/^AI: Welcome\.\nCustomer: press twelve\nCustomer: thanks/)
  await call.hangUp()
  await expect.poll(async () => (await desk.shown()).status, waitLong).toBe('completed')
  const { recording_url } = await desk.api(getCall, { params: { id } })
  const file = await fetchAs(desk, KEY)(new URL(recording_url!).pathname)
  const { samples } = readWav(Buffer.from(await file.arrayBuffer()))
  expect(digitsIn(samples[1]!, 16_000)).toBe('12#')
})

test.each([
  ['#', '12*4#', '12*4'],
  ['*', '12#4*', '12#4'],
] as const)(
  'with collect_keypad the digits a caller enters, ended by %s, are their words and are answered',
  async (stop_key, typed, digits) => {
    const { call, transcript, standIn } = await callWith(
      [{ type: 'collect_keypad', stop_key }],
      [{ says: 'Thank you.' }],
    )
    call.press(typed)
    await expect
      .poll(() => transcript(), waitLong)
      .toBe(`AI: Welcome.\nCustomer: Keypad: ${digits}\nAI: Thank you.`)
    expect(JSON.stringify(standIn.requests[0]!.body)).toContain(`Keypad: ${digits}`)
  },
)

test('its timeout completes an entry without the stop key, and each key restarts it', async () => {
  const due: { readonly resolve: () => void; readonly signal: AbortSignal | undefined }[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    ms === 17_000
      ? new Promise<void>((resolve) => due.push({ resolve, signal }))
      : realOutside.sleep(ms, signal)
  const { call, transcript } = await callWith(
    [{ type: 'collect_keypad', timeout: 17 }],
    [{ says: 'Thank you.' }],
    { sleep },
  )
  call.press('77')
  await expect.poll(() => due.length, waitLong).toBe(2)
  expect(due.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  expect(await transcript()).toBe('AI: Welcome.')
  due[1]!.resolve()
  await expect.poll(() => transcript(), waitLong).toContain('Customer: Keypad: 77')
})

test('without that tool keys are not words', async () => {
  const { call, telephone, transcript } = await callWith([], [{ says: 'Thank you.' }])
  call.press('1234#')
  telephone.say('hello')
  await expect.poll(() => transcript(), waitLong).toContain('Customer: hello')
  expect(await transcript()).not.toContain('1234')
})
