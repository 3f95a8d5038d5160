import { expect, test } from 'vitest'
import type { SpeechService } from '#contracts/speech-providers.ts'
import { createServiceForm } from '../../renderer/screens/settings/voice/form-model.ts'
import { createVoiceModel, reachOf } from '../../renderer/screens/settings/voice/list-model.ts'
import { fakeServer, invalid } from './support.ts'

const LANGUAGES = [
  { id: 1, name: 'English', iso_2: 'en' },
  { id: 15, name: 'German', iso_2: 'de' },
]

const service: SpeechService = {
  id: 7,
  name: 'Hosted',
  kind: 'openai-audio',
  base_url: 'https://api.example.com/v1',
  has_key: true,
  is_enabled: true,
  error: null,
  speech_model: 'speaker',
  transcription_model: 'listener',
  voices: [
    {
      id: 51,
      voice: 'nova',
      name: 'nova',
      language_id: 1,
      gender: 'female',
      preview_url: '/voices/previews/x',
    },
  ],
  hearing_price: 0,
  speaking_price: 0,
  characters_price: 0,
  multimodal_model_id: null,
  synthesizer_provider_id: 3,
  transcriber_provider_id: 4,
  assistants: 0,
  created_at: '2026-03-14 09:26:53',
}

const tested = {
  ok: true,
  message: 'It hears.',
  speaks: null,
  hears: null,
  speech_models: ['tts-1'],
  transcription_models: ['whisper-1'],
  voices: ['nova', 'de_DE-thorsten-medium', 'bm_george'],
}

const list = (data: readonly SpeechService[], system_voices: readonly object[] = []) => ({
  data,
  system_voices,
  secrets: 'file',
  can_discover: true,
})

test('untouched fields are saved as they are, and the stored key is not sent', async () => {
  const server = fakeServer()
  const route = 'PUT /user/speech-providers/7'
  server.on(route, { message: 'ok', data: service })
  const form = createServiceForm(server.api, LANGUAGES, service)
  expect(await form.save()).toEqual(service)
  expect(server.bodies(route)).toEqual([
    {
      name: 'Hosted',
      kind: 'openai-audio',
      base_url: 'https://api.example.com/v1',
      is_enabled: true,
      speech_model: 'speaker',
      transcription_model: 'listener',
      hearing_price: 0,
      speaking_price: 0,
      characters_price: 0,
      voices: [{ voice: 'nova', language_id: 1, gender: 'female' }],
    },
  ])
})

test('prices are sent as numbers, those that do not apply as null, and an invalid one has its error beside the field', async () => {
  const server = fakeServer()
  const route = 'PUT /user/speech-providers/7'
  server.on(route, { message: 'ok', data: service })
  const form = createServiceForm(server.api, LANGUAGES, service)
  const { texts } = form.prices
  texts.hearing_price.value = 'a lot'
  expect(await form.save()).toBeUndefined()
  expect(Object.keys(form.errors.value)).toEqual(['hearing_price'])
  expect(texts.hearing_price.value).toBe('a lot')
  texts.hearing_price.value = '0,06'
  texts.characters_price.value = '0.3'
  await form.save()
  form.kind.value = 'deepgram'
  await form.save()
  const sent = server.bodies(route)
  expect(sent).toMatchObject([
    { hearing_price: 0.06, speaking_price: 0, characters_price: 0.3 },
    { hearing_price: 0.06, speaking_price: 0, characters_price: 0 },
  ])
})

test('a transcription-only kind has no voices or models, and input is kept for other kinds', async () => {
  const server = fakeServer()
  const route = 'POST /user/speech-providers'
  server.on(route, { message: 'ok', data: service })
  const form = createServiceForm(server.api, LANGUAGES)
  form.speechModel.value = 'typed'
  form.add('typed')
  form.kind.value = 'whisper-cpp'
  await form.save()
  expect(server.bodies(route)).toMatchObject([
    { kind: 'whisper-cpp', speech_model: null, transcription_model: null, voices: [] },
  ])
  form.kind.value = 'openai-audio'
  await form.save()
  expect(server.bodies(route).at(-1)).toMatchObject({
    speech_model: 'typed',
    voices: [{ voice: 'typed' }],
  })
})

test('a test uses the form’s values, adopts discovered models where none are set, and suggests voices with details from their names', async () => {
  const server = fakeServer()
  const route = 'POST /user/speech-providers/test'
  server.on(route, tested)
  const form = createServiceForm(server.api, LANGUAGES, service)
  form.url.value = ' https://api.example.com/v2 '
  form.transcriptionModel.value = ''
  await form.test()
  expect(server.bodies(route)).toEqual([
    {
      id: 7,
      kind: 'openai-audio',
      base_url: 'https://api.example.com/v2',
      speech_model: 'speaker',
      transcription_model: null,
      voice: 'nova',
      language_id: 1,
    },
  ])
  expect([form.speechModel.value, form.transcriptionModel.value]).toEqual(['speaker', 'whisper-1'])
  expect(form.offered.value).toEqual(['de_DE-thorsten-medium', 'bm_george'])
  form.add(...form.offered.value, ' nova ', '')
  expect(
    form.rows.value.map(({ voice, languageId, gender }) => [voice, languageId, gender]),
  ).toEqual([
    ['nova', 1, 'female'],
    ['de_DE-thorsten-medium', 15, 'male'],
    ['bm_george', 1, 'male'],
  ])
  expect(form.offered.value).toEqual([])
})

test('the server’s errors are shown beside their fields, and input stays', async () => {
  const server = fakeServer()
  server.on('POST /user/speech-providers', () =>
    invalid({ name: ['The name has already been taken.'] }),
  )
  const form = createServiceForm(server.api, LANGUAGES)
  form.name.value = 'Taken'
  form.secret.key.value = 'sk-typed'
  expect(await form.save()).toBeUndefined()
  expect(form.errors.value['name']).toBeDefined()
  expect([form.name.value, form.secret.key.value, form.busy.value]).toEqual([
    'Taken',
    'sk-typed',
    false,
  ])
})

test('the system voice speaks when there is one, otherwise the first service that can; the first that can transcribes', async () => {
  const server = fakeServer()
  server.on('GET /user/assistants/languages', LANGUAGES)
  const model = createVoiceModel(server.api)
  const lines = async (answer: ReturnType<typeof list>) => {
    server.on('GET /user/speech-providers', answer)
    await model.load()
    const { speaksWith, hearsWith } = model
    const speaks = speaksWith.value === 'system' ? 'system' : speaksWith.value?.id
    return [speaks, hearsWith.value?.id]
  }
  const systemVoice = { id: 1, name: 'English', language_id: 1, preview_url: '' }
  const mute = { ...service, id: 8, synthesizer_provider_id: null }
  const deaf = { ...service, id: 9, transcriber_provider_id: null }
  expect(await lines(list([]))).toEqual([undefined, undefined])
  expect(await lines(list([], [systemVoice]))).toEqual(['system', undefined])
  expect(await lines(list([deaf, mute, service], [systemVoice]))).toEqual(['system', 8])
  expect(await lines(list([mute, deaf, service]))).toEqual([9, 8])
})

test('the address tells where audio is sent', () => {
  expect(reachOf('http://127.0.0.1:8000/v1')).toBe('here')
  expect(reachOf('http://localhost:8000')).toBe('here')
  expect(reachOf('http://192.168.1.4:8000')).toBe('network')
  expect(reachOf('https://api.example.com/v1')).toBe('internet')
})

test('a non-owner is told so; a discovered server is added only once', async () => {
  const server = fakeServer()
  const model = createVoiceModel(server.api)
  server.on('GET /user/assistants/languages', LANGUAGES)
  server.on('GET /user/speech-providers', () => Response.json({ message: 'No.' }, { status: 403 }))
  await model.load()
  expect(model.isAllowed.value).toBe(false)
  server.on('GET /user/speech-providers', list([service]))
  const found = { port: 8000, name: 'Speech server', base_url: 'http://127.0.0.1:8000/v1' }
  server.on('POST /user/speech-providers/discover', { data: [{ ...found, provider_id: null }] })
  server.on('POST /user/speech-providers/found/8000', { message: 'ok', data: service })
  await model.search()
  expect(await model.use(8000)).toBe(true)
  expect(model.found.value).toMatchObject([{ provider_id: 7 }])
  const message = 'It has been added already'
  server.on('POST /user/speech-providers/found/8000', () =>
    Response.json({ message }, { status: 409 }),
  )
  expect(await model.use(8000)).toBe(false)
  expect(model.localError.value).toBe(message)
})
