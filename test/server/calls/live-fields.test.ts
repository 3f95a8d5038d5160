import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { createSpeechService } from '#contracts/speech-providers.ts'
import { assistantQueries } from '../../../server/features/assistants/queries.ts'
import { briefingIn } from '../../../server/features/calls/answers/briefing.ts'
import { engineOf } from '../../../server/features/calls/answers/engine.ts'
import { createWhispers } from '../../../server/features/calls/answers/whispers.ts'
import type { Question } from '../../../server/features/calls/session/thoughts.ts'
import { conversationQueries } from '../../../server/features/conversations/queries.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { startElevenLabsStandIn } from '../../support/elevenlabs-stand-in.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { allowing, startServer, type TestServer, testConfig } from '../../support/server.ts'
import { SPEECH_KEY, speechServer } from '../../support/speech-providers.ts'
import { samples } from '../../support/speech-stand-in.ts'
import { createVisitor, starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { onlyCall, waitLong, withCaller } from '../../support/web-calls.ts'

/** The engine of a call to the starter assistant, and a way to change its fields first. */
async function engineOn(server: TestServer) {
  const { id } = await starterAssistant(server)
  const visitor = await createVisitor(server)
  const { db } = server.context
  const { signal } = new AbortController()
  return {
    visitor,
    set: (body: object) => server.call(updateAssistant, { params: { id }, body }),
    start() {
      const engine = engineOf(server.context, {
        assistant: assistantQueries(db).byId(id)!,
        brief: briefingIn(server.context, {
          conversationId: conversationQueries(db).byUuid(visitor.conversationId)!.id,
          scribe: { cost: () => {}, readable: async () => {} },
          whispers: createWhispers(),
          onTransfer: () => undefined,
        }),
        tools: [],
        history: [],
        meter: () => {},
      })
      return {
        async say(text: string): Promise<void> {
          const speaking = engine.synthesizer.open({ ...engine.voice, signal })
          speaking.say(text)
          speaking.flush()
          for await (const _ of speaking.audio);
        },
        async hear(): Promise<string | undefined> {
          const hearing = engine.transcriber!.open({ ...engine.listening, rate: 16_000, signal })
          hearing.push({ pcm: samples(1600), at: 0 })
          hearing.finish()
          for await (const event of hearing.events) return 'text' in event ? event.text : undefined
          return undefined
        },
        /** The first words of an answer. */
        async answer(cause: Question['cause']): Promise<string | undefined> {
          const words = engine.answer({ cause, isEndNear: false, signal })
          const { value } = await words.next()
          await words.return(false)
          return typeof value === 'string' ? value : undefined
        },
      }
    },
  }
}

test('with secondary_language_ids voice and words follow the caller into another language', async () => {
  const { server, standIn } = await speechServer()
  const { set, start } = await engineOn(server)
  const voices = () =>
    standIn.requests
      .filter(({ path }) => path === '/v1/audio/speech')
      .map(({ body }) => JSON.parse(body.toString()).voice)
  async function after(words: string) {
    const call = start()
    // The transcription service returns its last words.
    await call.say(words)
    expect(await call.hear()).toBe(words)
    await call.say('Aha.')
    return [voices().at(-1), await call.answer({ kind: 're-engagement' })]
  }
  const german = 'Wann haben Sie am Samstag für uns geöffnet?'
  const english = ['nova', phrasesFor('en').stillThere]
  expect(await after(german)).toEqual(english)
  await set({ secondary_language_ids: [15] })
  expect(await after(german)).toEqual(['onyx', phrasesFor('de').stillThere])
  expect(await after('When are you open on Saturday?')).toEqual(english)
  // A word that exists in both changes nothing.
  expect(await after('Hm, okay.')).toEqual(english)
})

test('speech_speed, voice_stability and voice_similarity each change the request to a service', async () => {
  const standIn = await startElevenLabsStandIn({ key: SPEECH_KEY })
  const server = await startServer(allowing(`127.0.0.1:${standIn.port}`))
  const { data: service } = await server.call(createSpeechService, {
    body: {
      name: 'Voices',
      kind: 'elevenlabs',
      base_url: `http://127.0.0.1:${standIn.port}`,
      key: SPEECH_KEY,
      speech_model: 'flash',
      voices: [{ voice: 'nova', language_id: 1 }],
    },
  })
  const { set, start } = await engineOn(server)
  await set({ voice_id: service.voices[0]!.id })
  async function asked(body: object) {
    await set(body)
    await start().say('Hello.')
    const [first] = standIn.sockets.at(-1)!.messages.map((message) => JSON.parse(String(message)))
    return first.voice_settings
  }
  const usual = await asked({})
  expect(await asked({ speech_speed: 1.2 })).toEqual({ ...usual, speed: 1.2 })
  expect(await asked({ speech_speed: 1, voice_stability: 0.3 })).toEqual({
    ...usual,
    stability: 0.3,
  })
  expect(await asked({ voice_stability: 0.7, voice_similarity: 0.9 })).toEqual({
    ...usual,
    similarity_boost: 0.9,
  })
})

test('llm_model_id selects the model that answers', async () => {
  const { llm } = await startPricedModel(() => ({ text: 'From the other model.' }))
  const server = await startServer({ ...testConfig(), llm })
  const { set, start, visitor } = await engineOn(server)
  await visitor.say('hello')
  const heard = { kind: 'reply', heard: 'hello' } as const
  expect(await start().answer(heard)).not.toBe('From the other model.')
  await set({ llm_model_id: hostedModelId(server) })
  expect(await start().answer(heard)).toBe('From the other model.')
})

test.each([true, false])(
  'post_call_schema is extracted from the conversation (%s)',
  async (isAsked) => {
    const fields = { name: 'email', type: 'string' as const, description: 'Their email address' }
    const { server, visitor } = await withCaller(
      {},
      { initial_message: 'Hi.', post_call_schema: isAsked ? [fields] : [] },
    )
    const caller = await callFrom(server, visitor)
    await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
    await visitor.say('my address is ada@example.com')
    await expect.poll(() => caller.playedMs(2), waitLong).toBeGreaterThan(0)
    caller.hangUp()
    await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
    const { variables } = await onlyCall(server)
    expect((variables as Record<string, unknown>)['email']).toBe(
      isAsked ? 'ada@example.com' : undefined,
    )
  },
)
