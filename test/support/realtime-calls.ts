import type { z } from 'zod'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { listVoices } from '#contracts/lookups.ts'
import { createSpeechService } from '#contracts/speech-providers.ts'
import { type ClientMessage, startRealtimeStandIn } from './realtime-stand-in.ts'
import { allowing, startServer, type TestServer } from './server.ts'
import { createVisitor, starterAssistant } from './visitor.ts'
import { speech } from './web-calls.ts'

export const REALTIME_KEY = 'sk-canary-realtime-41'

type StandIn = Awaited<ReturnType<typeof startRealtimeStandIn>>

/** Adds a realtime service with an English and a German voice. */
export async function addRealtime(
  { call }: Pick<TestServer, 'call'>,
  { port }: Pick<StandIn, 'port'>,
  change: object = {},
) {
  const { data } = await call(createSpeechService, {
    body: {
      name: 'Realtime',
      kind: 'openai-realtime',
      base_url: `http://127.0.0.1:${port}/v1`,
      key: REALTIME_KEY,
      speech_model: 'gpt-realtime',
      transcription_model: 'whisper-1',
      voices: [
        { voice: 'marin', language_id: 1, gender: 'female' },
        { voice: 'cedar', language_id: 15, gender: 'male' },
      ],
      ...change,
    },
  })
  return data
}

/** A server whose assistant uses a realtime model, and a visitor of it. */
export async function withRealtime(
  mode: 'multimodal' | 'dualplex',
  manner: Parameters<typeof startRealtimeStandIn>[0] = {},
  fields: Partial<z.input<typeof AssistantChange>> = {},
  more: { readonly hosts?: readonly string[]; readonly hears?: boolean } = {},
) {
  const standIn = await startRealtimeStandIn({ key: REALTIME_KEY, isTerse: true, ...manner })
  const server = await startServer({
    ...allowing(`127.0.0.1:${standIn.port}`, ...(more.hosts ?? [])),
    outside: { speech: more.hears ? speech : { synthesizer: speech.synthesizer } },
  })
  const service = await addRealtime(server, standIn)
  const { id } = await starterAssistant(server)
  const [voice] = await server.call(listVoices, { query: { mode } })
  const set = (body: Partial<z.input<typeof AssistantChange>>) =>
    server.call(updateAssistant, { params: { id }, body })
  await set({
    mode,
    voice_id: mode === 'multimodal' ? service.voices[0]!.id : voice!.id,
    multimodal_model_id: service.multimodal_model_id!,
    knowledgebase_id: null,
    initial_message: 'Welcome.',
    endpoint_sensitivity: 5,
    ...fields,
  })
  return {
    server,
    standIn,
    service,
    assistantId: id,
    set,
    visitor: await createVisitor(server),
    /** Messages to the model, without their audio. */
    asked: (): ClientMessage[] =>
      standIn.sockets
        .flatMap(({ messages }) => messages.map((message) => JSON.parse(String(message))))
        .filter(({ type }) => type !== 'input_audio_buffer.append'),
  }
}
