import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import {
  listLanguages,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
} from '#contracts/lookups.ts'
import { getNetwork } from '#contracts/network.ts'
import {
  addFoundSpeechService,
  createSpeechService,
  deleteSpeechService,
  discoverSpeechServices,
  listSpeechServices,
  testSpeechService,
  updateSpeechService,
} from '#contracts/speech-providers.ts'
import { anotherAccount } from '../support/accounts.ts'
import { signedIn } from '../support/operators.ts'
import { emptyDataFolder, startServer, type TestServer } from '../support/server.ts'
import { addSpeech, SPEECH_KEY, speechServer } from '../support/speech-providers.ts'
import { samples, startSpeechStandIn, wavOf } from '../support/speech-stand-in.ts'
import { starterAssistant } from '../support/visitor.ts'

const atDesk = async (server: TestServer) =>
  (await signedIn(server, (await server.server.createSignInLink()).url)).call

test('an added service is among the voices, synthesizers and transcribers of its account only', async () => {
  const { server, service, standIn } = await speechServer()
  expect(service).toMatchObject({
    name: 'Stand-in',
    kind: 'openai-audio',
    base_url: `${standIn.url}/v1`,
    has_key: true,
    is_enabled: true,
    error: null,
    speech_model: 'speaker',
    transcription_model: 'listener',
    voices: [
      { voice: 'nova', name: 'Nova', gender: 'female', language_id: 1 },
      { voice: 'onyx', name: 'onyx', gender: 'male', language_id: 15 },
    ],
    assistants: 0,
  })
  const [nova, onyx] = service.voices
  const code = `speech:${service.id}`
  const ignores = ['voice_stability', 'voice_similarity', 'tts_emotion_enabled']
  const listed = { id: service.synthesizer_provider_id, name: 'Stand-in', code, ignores }
  const hearing = { id: service.transcriber_provider_id, name: 'Stand-in', code }
  expect(await server.call(listSynthesizerProviders)).toContainEqual(listed)
  expect(await server.call(listTranscriberProviders)).toContainEqual(hearing)
  // It speaks two languages and transcribes all.
  const arabic = { query: { language_id: 2 } }
  expect(await server.call(listSynthesizerProviders, arabic)).not.toContainEqual(listed)
  expect(await server.call(listTranscriberProviders, arabic)).toContainEqual(hearing)
  const german = await server.call(listVoices, { query: { language_id: 15, mode: 'pipeline' } })
  expect(german).toContainEqual({
    id: onyx!.id,
    name: 'onyx',
    language_id: 15,
    gender: 'male',
    preview_url: onyx!.preview_url,
    accent: null,
    age: null,
    synthesizer_provider_id: service.synthesizer_provider_id,
    ignores,
  })
  const other = await anotherAccount(server)
  expect(await other.call(listSynthesizerProviders)).not.toContainEqual(listed)
  expect(await other.call(listTranscriberProviders)).not.toContainEqual(hearing)
  expect((await other.call(listVoices)).map(({ id }) => id)).not.toContain(nova!.id)
  for (const refused of [
    () => other.call(listSpeechServices),
    () => other.call(testSpeechService, { body: { id: service.id } }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 403 })
})

test('an assistant may choose only its own account’s voice, synthesizer and transcriber', async () => {
  const { server, service } = await speechServer()
  const assistant = await starterAssistant(server)
  const { synthesizer_provider_id, transcriber_provider_id } = service
  const choice = {
    voice_id: service.voices[0]!.id,
    synthesizer_provider_id: synthesizer_provider_id!,
    transcriber_provider_id: transcriber_provider_id!,
  }
  await server.call(updateAssistant, { params: { id: assistant.id }, body: choice })
  expect((await server.call(listSpeechServices)).data[0]!.assistants).toBe(1)
  const other = await anotherAccount(server)
  const { db } = server.context
  const row = db.prepare('SELECT * FROM assistants WHERE id = ?').get(assistant.id) as object
  const { id: _, uuid: __, ...copied } = row as Record<string, unknown>
  const theirs = { ...copied, user_id: other.id, uuid: crypto.randomUUID(), voice_id: 1 }
  const names = Object.keys(theirs)
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO assistants (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
    )
    .run({ ...theirs, synthesizer_provider_id: 1, transcriber_provider_id: 1 })
  const params = { id: Number(lastInsertRowid) }
  for (const [field, id] of Object.entries(choice)) {
    await expect(
      other.call(updateAssistant, { params, body: { [field]: id } }),
    ).rejects.toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } })
  }
})

test('a service’s choices keep their ids when changed or switched off and on; deleted, they stay with their users', async () => {
  const { server, service } = await speechServer()
  const { call } = server
  const params = { id: service.id }
  const assistant = await starterAssistant(server)
  const change = { params: { id: assistant.id } }
  const [nova] = service.voices
  await call(updateAssistant, { ...change, body: { voice_id: nova!.id } })
  const ids = async () => (await call(listVoices)).map(({ id }) => id)
  const named = await call(updateSpeechService, {
    params,
    body: {
      name: 'Renamed',
      voices: [
        { voice: 'alloy', language_id: 1 },
        { voice: 'nova', name: 'New name', language_id: 1, gender: 'male' },
      ],
    },
  })
  expect(named.data.voices).toMatchObject([
    { voice: 'alloy' },
    { id: nova!.id, name: 'New name', gender: 'male', preview_url: nova!.preview_url },
  ])
  expect(await call(listSynthesizerProviders)).toContainEqual({
    id: service.synthesizer_provider_id,
    name: 'Renamed',
    code: `speech:${service.id}`,
    ignores: ['voice_stability', 'voice_similarity', 'tts_emotion_enabled'],
  })
  const off = await call(updateSpeechService, { params, body: { is_enabled: false } })
  expect(off.data).toMatchObject({
    synthesizer_provider_id: null,
    transcriber_provider_id: null,
    voices: [{ voice: 'alloy' }, { id: nova!.id }],
  })
  expect(await ids()).not.toContain(nova!.id)
  await call(updateSpeechService, { params, body: { is_enabled: true } })
  expect(await ids()).toContain(nova!.id)
  await call(deleteSpeechService, { params })
  expect(await ids()).not.toContain(nova!.id)
  // The rest of the assistant can still be changed.
  await call(updateAssistant, { ...change, body: { name: 'Other name' } })
  expect(await call(getAssistantSettings, change)).toMatchObject({
    fields: { voice_id: nova!.id },
  })
  await call(updateAssistant, { ...change, body: { voice_id: 1 } })
  await expect(
    call(updateAssistant, { ...change, body: { voice_id: nova!.id } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(call(deleteSpeechService, { params })).rejects.toMatchObject({ status: 404 })
})

test('a key is in no response, log or file, even when the service echoes it', async () => {
  const dataDir = emptyDataFolder()
  const { server, service, standIn } = await speechServer({ dataDir })
  const logged: unknown[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    server.context.log[level] = (...args: unknown[]) => void logged.push(args)
  }
  standIn.refuse()
  const preview = await fetch(service.voices[0]!.preview_url)
  expect(preview.status).toBe(503)
  const answers = [
    service,
    await server.call(listSpeechServices),
    await server.call(testSpeechService, { body: { id: service.id } }),
    await preview.text(),
  ]
  expect(inspect([answers, logged], { depth: 12 })).not.toContain('canary')
  server.context.db.pragma('wal_checkpoint(TRUNCATE)')
  for (const name of readdirSync(dataDir)) {
    if (!/\.(db|db-wal|json|key)$/.test(name)) continue
    expect([name, readFileSync(path.join(dataDir, name)).includes('canary')]).toEqual([name, false])
  }
})

test('a stored key is sent to no other address than the one it was entered for', async () => {
  const { server, service } = await speechServer()
  const { id } = service
  const body = { base_url: 'https://elsewhere.example.com/v1' }
  for (const refused of [
    () => server.call(testSpeechService, { body: { id, ...body } }),
    () => server.call(updateSpeechService, { params: { id }, body }),
  ]) {
    await expect(refused()).rejects.toMatchObject({
      status: 422,
      body: {
        errors: { key: [expect.stringContaining('the one that is kept is for http://127')] },
      },
    })
  }
  const forgotten = await server.call(updateSpeechService, {
    params: { id },
    body: { ...body, key: null },
  })
  expect(forgotten.data).toMatchObject({ ...body, has_key: false })
})

test('a key that can no longer be decrypted says so', async () => {
  const dataDir = emptyDataFolder()
  const isRefused = false
  const secrets = { isRefused, key: 'the first key of all' }
  const first = await speechServer({ dataDir, secrets })
  await first.server.server.stop()
  const server = await startServer({ dataDir, secrets: { isRefused, key: 'another key than it' } })
  expect((await server.call(listSpeechServices)).data[0]).toMatchObject({
    has_key: true,
    error: 'The key to the secrets has changed. Enter this one again.',
  })
})

test('a test speaks a sentence, has the service transcribe it, and reports both in words', async () => {
  const { server, service, standIn } = await speechServer()
  standIn.requests.length = 0
  const tested = await server.call(testSpeechService, { body: { id: service.id } })
  expect(tested).toMatchObject({
    ok: true,
    message: 'The provider hears: “Hello, this is how I sound.”',
    speaks: { ok: true, message: expect.stringMatching(/^The provider speaks: .* \d+ ms\.$/) },
    hears: { ok: true, text: 'Hello, this is how I sound.' },
    speech_models: ['tts-1'],
    transcription_models: ['whisper-1'],
  })
  const spoken = standIn.requests.find((request) => request.path === '/v1/audio/speech')!
  expect(spoken.headers.authorization).toBe(`Bearer ${SPEECH_KEY}`)
  expect(JSON.parse(spoken.body.toString())).toMatchObject({
    model: 'speaker',
    voice: 'nova',
    input: 'Hello, this is how I sound.',
  })
  const heard = standIn.requests.find((request) => request.path === '/v1/audio/transcriptions')!
  expect(heard.body.toString('latin1')).toContain('listener')
  expect((await server.call(listSpeechServices)).data).toHaveLength(1)
})

test('a failed test says why: a wrong key, an unknown model, no response, nothing to test', async () => {
  const { server, service, standIn } = await speechServer()
  const said = async (body: BodyOf<typeof testSpeechService>) => {
    const { ok, message } = await server.call(testSpeechService, { body })
    return [ok, message]
  }
  const base_url = `${standIn.url}/v1`
  expect(await said({ id: service.id, speech_model: 'unknown' })).toEqual([
    false,
    'The provider answered HTTP 404: There is no model unknown.',
  ])
  expect(await said({ kind: 'openai-audio', base_url: 'http://127.0.0.1:9/v1' })).toEqual([
    false,
    expect.stringContaining('127.0.0.1:9'),
  ])
  expect(await said({ kind: 'openai-audio', base_url: standIn.url, key: SPEECH_KEY })).toEqual([
    false,
    'There is nothing to try yet: name a model, and a voice to speak with.',
  ])
  expect(
    await said({ kind: 'openai-audio', base_url, key: null, transcription_model: 'listener' }),
  ).toEqual([false, 'The provider refuses the key (HTTP 401).'])
  const elsewhere = { kind: 'piper', base_url: 'http://10.1.2.3:5000' } as const
  expect((await said(elsewhere))[1]).toContain('10.1.2.3')
  standIn.refuse()
  expect(await said({ id: service.id })).toEqual([
    false,
    'The provider refuses the key (HTTP 401).',
  ])
  await expect(server.call(testSpeechService, { body: {} })).rejects.toMatchObject({ status: 422 })
})

test('a voice sample is made on first playback, once, and again when its service has changed', async () => {
  const { server, service, standIn } = await speechServer()
  const [nova, onyx] = service.voices
  const spoken = () => standIn.requests.filter((request) => request.path === '/v1/audio/speech')
  const before = spoken().length
  const answers = await Promise.all([fetch(onyx!.preview_url), fetch(onyx!.preview_url)])
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(wavOf(samples(2400), 24_000))
  }
  expect(spoken().length).toBe(before + 1)
  expect(JSON.parse(spoken().at(-1)!.body.toString())).toMatchObject({
    voice: 'onyx',
    input: 'Guten Tag, so klingt meine Stimme.',
  })
  await server.call(updateSpeechService, {
    params: { id: service.id },
    body: { speech_model: 'other' },
  })
  await fetch(onyx!.preview_url)
  expect(JSON.parse(spoken().at(-1)!.body.toString())).toMatchObject({ model: 'other' })
  await server.call(deleteSpeechService, { params: { id: service.id } })
  for (const url of [
    nova!.preview_url,
    `${server.url}/voices/previews/${'x'.repeat(43)}`,
    `${server.url}/voices/previews/short`,
    `${server.url}/voices/previews/${'x'.repeat(42)}%00`,
  ])
    expect((await fetch(url)).status).toBe(404)
})

test('samples are rate-limited by address', async () => {
  const base = await speechServer({
    rates: {
      ...(await startServer()).context.config.rates,
      voicePreviews: { max: 2, windowMs: 60_000 },
    },
  })
  const url = base.service.voices[0]!.preview_url
  const statuses = []
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await fetch(url)).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('a local speech server is found, and added with its address and voices by the owner in the desk only', async () => {
  const kokoro = await startSpeechStandIn(({ path: asked }) => {
    if (asked === '/v1/models') return json({ data: [{ id: 'kokoro' }] })
    return asked === '/v1/audio/voices'
      ? json({ voices: ['af_heart', 'bm_george', 'zf_xiaobei', 'x'] })
      : { status: 404 }
  })
  const nobody = await startSpeechStandIn(() => ({ status: 404 }))
  const server = await startServer({ localSpeech: [kokoro.port, nobody.port] })
  const owner = await atDesk(server)
  const params = { port: kokoro.port }
  for (const asked of [
    () => server.call(discoverSpeechServices),
    () => server.call(addFoundSpeechService, { params }),
  ])
    await expect(asked()).rejects.toMatchObject({ status: 403 })
  expect(kokoro.requests).toEqual([])
  expect(await server.call(listSpeechServices)).toMatchObject({ can_discover: false })
  const found = {
    port: kokoro.port,
    name: 'Speech server',
    kind: 'openai-audio',
    base_url: `${kokoro.url}/v1`,
    speech_models: ['kokoro'],
    transcription_models: [],
    voices: ['af_heart', 'bm_george', 'zf_xiaobei', 'x'],
    provider_id: null,
  }
  expect(await owner(discoverSpeechServices)).toEqual({ data: [found] })
  const { data } = await owner(addFoundSpeechService, { params })
  const languages = new Map((await owner(listLanguages)).map(({ id, iso_2 }) => [id, iso_2]))
  expect(
    data.voices.map(({ voice, gender, language_id }) => [
      voice,
      gender,
      languages.get(language_id),
    ]),
  ).toEqual([
    ['af_heart', 'female', 'en'],
    ['bm_george', 'male', 'en'],
    ['zf_xiaobei', 'female', 'zh'],
    ['x', 'female', 'en'],
  ])
  expect(data).toMatchObject({
    speech_model: 'kokoro',
    transcription_model: null,
    transcriber_provider_id: null,
  })
  expect((await owner(getNetwork)).allowed).toContainEqual(
    expect.objectContaining({ address: `127.0.0.1:${kokoro.port}`, user_id: 1 }),
  )
  expect((await owner(discoverSpeechServices)).data).toMatchObject([{ provider_id: data.id }])
  await expect(owner(addFoundSpeechService, { params })).rejects.toMatchObject({ status: 409 })
  await expect(
    owner(addFoundSpeechService, { params: { port: nobody.port } }),
  ).rejects.toMatchObject({ status: 409, message: 'Nothing answers there any more' })
})

test('a server restricted to public addresses does not probe its own machine', async () => {
  const server = await startServer({ network: { policy: 'server', allowPrivate: [] } })
  const owner = await atDesk(server)
  await expect(owner(discoverSpeechServices)).rejects.toMatchObject({ status: 409 })
  expect(await owner(listSpeechServices)).toMatchObject({ can_discover: false })
})

const voice = { voice: 'a', language_id: 1 }

test.each([
  ['name', { name: '' }],
  ['name', { name: 'Taken' }],
  ['kind', { kind: 'telephone' }],
  ['base_url', { base_url: 'ftp://example.com' }],
  ['base_url', { base_url: 'https://example.com/v1?key=x' }],
  ['key', { key: 'line\nbreak' }],
  ['voices', { kind: 'whisper-cpp', voices: [voice] }],
  ['voices.0.gender', { voices: [{ ...voice, gender: 'robot' }] }],
  ['voices.0.language_id', { voices: [{ ...voice, language_id: 9999 }] }],
  ['voices.1.voice', { voices: [voice, voice] }],
])('a wrong %s (%j) is named, and nothing is written', async (field, wrong) => {
  const server = await startServer()
  const good = { name: 'Good', kind: 'openai-audio', base_url: 'https://example.com/v1' } as const
  await server.call(createSpeechService, { body: { ...good, name: 'Taken' } })
  const body = { ...good, ...wrong } as typeof good
  await expect(server.call(createSpeechService, { body })).rejects.toMatchObject({
    status: 422,
    body: { errors: { [field]: [expect.any(String)] } },
  })
  expect((await server.call(listSpeechServices)).data).toHaveLength(1)
})

test('without safe storage no secret is kept', async () => {
  const server = await startServer({ secrets: { key: undefined, isRefused: true } })
  await expect(addSpeech(server, 'http://127.0.0.1:9')).rejects.toMatchObject({ status: 409 })
  expect((await server.call(listSpeechServices)).data).toEqual([])
})

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
