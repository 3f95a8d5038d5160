import type { z } from 'zod'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { listVoices } from '#contracts/lookups.ts'
import { addRealtime, REALTIME_KEY } from './realtime-calls.ts'
import { startRealtimeStandIn } from './realtime-stand-in.ts'
import { telephoneDesk } from './telephone-calls.ts'
import { speech } from './web-calls.ts'

/** A desk for phone calls whose assistant uses a realtime model. */
export async function telephoneRealtime(
  mode: 'multimodal' | 'dualplex',
  fields: Partial<z.input<typeof AssistantChange>> = {},
  hosts: readonly string[] = [],
  isTerse = true,
) {
  const standIn = await startRealtimeStandIn({ key: REALTIME_KEY, isTerse })
  const desk = await telephoneDesk(
    {},
    { speech: { synthesizer: speech.synthesizer } },
    { hosts: [`127.0.0.1:${standIn.port}`, ...hosts] },
  )
  const service = await addRealtime(desk, standIn)
  const set = (body: Partial<z.input<typeof AssistantChange>>) =>
    desk.call(updateAssistant, { params: { id: desk.assistantId }, body })
  const [other] = await desk.call(listVoices, { query: { mode } })
  await set({
    mode,
    voice_id: mode === 'multimodal' ? service.voices[0]!.id : other!.id,
    multimodal_model_id: service.multimodal_model_id!,
    initial_message: 'Welcome.',
    ...fields,
  })
  return { ...desk, standIn, service, set }
}
