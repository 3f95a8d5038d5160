import { onTestFinished } from 'vitest'
import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCall, getCallTimeline } from '#contracts/calls.ts'
import { listPhoneNumbers } from '#contracts/phone-numbers.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { hostedModelId } from './hosted-model.ts'
import { type Step, startLlmStandIn } from './llm-stand-in.ts'
import { telephoneDesk } from './telephone-calls.ts'

/** Number of the colleague who is called. */
export const COLLEAGUE = '+4930123456'

export const HOLD = 'Hold on.'
export const BRIEFING = 'A caller.'
export const SUMMARY = 'Wants bread.'
export const CONNECTED = 'Here they are.'

const CALL: Step = { calls: [{ name: 'warm_transfer_call', args: { summary: SUMMARY } }] }

interface Scene {
  /** Steps of the model after it has requested the transfer. */
  readonly after?: readonly Step[]
  readonly tool?: Partial<Extract<BuiltInTool, { type: 'warm_call_transfer' }>>
  readonly countries?: readonly string[]
  readonly desk?: Parameters<typeof telephoneDesk>[2]
  readonly change?: Parameters<typeof telephoneDesk>[0]
}

/** A desk whose assistant calls a colleague at a caller's first words. */
export async function warmDesk({ after = [{ says: HOLD }], ...scene }: Scene = {}) {
  const standIn = await startLlmStandIn({ personality: 'scripted', script: [CALL, ...after] })
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  const llm = { url: standIn.url, key: undefined, model: 'some-model' }
  const change = { initial_message: 'Welcome.', ...scene.change }
  const desk = await telephoneDesk(change, {}, { llm, ...scene.desk })
  const {
    data: [phone],
  } = await desk.call(listPhoneNumbers)
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: {
      llm_model_id: hostedModelId(desk),
      tools: [
        {
          type: 'warm_call_transfer',
          supervisor_phone: COLLEAGUE,
          outbound_phone_id: phone!.id,
          description: 'When somebody wants a person.',
          hold_music: 'none',
          hold_message: HOLD,
          briefing_initial_message: BRIEFING,
          connected_message: CONNECTED,
          ...scene.tool,
        },
      ],
    },
  })
  const countries = [...(scene.countries ?? ['US', 'DE'])]
  await desk.call(updateSmsPolicy, { body: { countries, daily_cap: 5 } })
  return { ...desk, standIn }
}

/** A caller who wants a human: their call, and the colleague's, which is not answered yet. */
export async function warmCall(scene: Scene = {}) {
  const desk = await warmDesk(scene)
  const caller = await desk.talking()
  await caller.telephone.hears('Welcome.')
  caller.telephone.say('a person please')
  const timeline = () => desk.call(getCallTimeline, { params: { id: caller.id } })
  return {
    ...desk,
    caller,
    timeline,
    /** Everything that happened to the transfer, in order. */
    notes: async () =>
      (await timeline()).activities.map(({ kind, data }) => [kind, data['reason']].filter(Boolean)),
    /** The second call, while ringing. */
    async colleague() {
      const call = await desk.provider.call(1)
      await call.ring()
      const { data } = (await timeline()).activities.find(({ kind }) => kind === 'transfer_asked')!
      const id = Number(data['call_id'])
      return { call, id, shown: () => desk.call(getCall, { params: { id } }) }
    },
  }
}
