import { expect, test } from 'vitest'
import { listModels, listVoices } from '#contracts/lookups.ts'
import { testSpeechService, updateSpeechService } from '#contracts/speech-providers.ts'
import { readWav } from '../../../server/media/wav.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import { hearTones } from '../../support/tone-speech.ts'

test('a realtime service is among its account’s models and voices while it is usable', async () => {
  const { server, service } = await withRealtime('multimodal')
  const listed = async (call = server.call) => {
    const models = await call(listModels, { query: { type: 'multimodal' } })
    const voices = await call(listVoices, { query: { mode: 'multimodal' } })
    const ids = new Set(service.voices.map(({ id }) => id))
    return [
      models.some(({ name }) => name === 'Realtime'),
      voices.filter(({ id }) => ids.has(id)).length,
    ]
  }
  expect(await listed()).toEqual([true, 2])
  // It is neither a synthesizer nor a transcriber for other models.
  expect(service).toMatchObject({ synthesizer_provider_id: null, transcriber_provider_id: null })
  const params = { id: service.id }
  const change = async (body: object) =>
    (await server.call(updateSpeechService, { params, body })).data.multimodal_model_id
  expect(await change({ transcription_model: null })).toBeNull()
  expect(await listed()).toEqual([false, 0])
  const { multimodal_model_id: id } = service
  expect(await change({ transcription_model: 'whisper-1' })).toBe(id)
  expect(await change({ is_enabled: false })).toBeNull()
  expect(await change({ is_enabled: true })).toBe(id)
  expect(await listed()).toEqual([true, 2])
})

test('models and voices declare the fields that have no effect with them', async () => {
  const { server, service } = await withRealtime('multimodal')
  const models = await server.call(listModels, { query: { type: 'multimodal' } })
  const of = (name: string) => models.find((model) => model.name === name)?.ignores
  expect(of('Realtime')).toEqual(['llm_temperature'])
  // Those of Sandbox calls have no audio to configure.
  expect(models.filter(({ name }) => name !== 'Realtime').map(({ ignores }) => ignores)).toContain(
    undefined,
  )
  const voices = await server.call(listVoices, { query: { mode: 'multimodal' } })
  const own = voices.find(({ id }) => id === service.voices[0]!.id)
  expect(own!.ignores).toEqual(
    expect.arrayContaining(['speech_speed', 'voice_stability', 'voice_similarity']),
  )
})

test('a realtime service is tested with a sentence that it speaks and hears, and its voices can be previewed', async () => {
  const { server, service } = await withRealtime('multimodal')
  const tested = await server.call(testSpeechService, { body: { id: service.id } })
  expect(tested).toMatchObject({
    ok: true,
    speaks: { ok: true },
    hears: { ok: true, text: 'Hello, this is how I sound.' },
  })
  const preview = await fetch(service.voices[0]!.preview_url)
  const { rate, samples } = readWav(Buffer.from(await preview.arrayBuffer()))
  expect(hearTones(samples[0]!, rate)).toBe('Hello, this is how I sound.')
  const refused = await server.call(testSpeechService, { body: { id: service.id, key: 'wrong' } })
  expect(refused.message).toBe('The provider refuses the key (HTTP 401).')
})
