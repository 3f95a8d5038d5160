import { describe, expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { listSynthesizerProviders, listVoices } from '#contracts/lookups.ts'
import {
  deleteSpeechService,
  listSpeechServices,
  testSpeechService,
  updateSpeechService,
} from '#contracts/speech-providers.ts'
import { assistantQueries } from '../../../server/features/assistants/queries.ts'
import { canCall, speechOf } from '../../../server/features/speech/speech-of.ts'
import { startDeepgramStandIn } from '../../support/deepgram-stand-in.ts'
import { fakePrograms } from '../../support/fake-program.ts'
import { allowing, startServer, type TestServer } from '../../support/server.ts'
import {
  addSpeech,
  SPEECH_KEY,
  speechServer,
  startSpeechService,
} from '../../support/speech-providers.ts'
import { samples, wavOf } from '../../support/speech-stand-in.ts'
import { toneSpeech } from '../../support/tone-speech.ts'
import { starterAssistant } from '../../support/visitor.ts'

type Standing = Awaited<ReturnType<typeof startSpeechService>>

/** The starter assistant, its fields, and its speech. */
async function assistantOn(server: TestServer) {
  const { id } = await starterAssistant(server)
  const row = () => assistantQueries(server.context.db).find(1, id)!
  const speech = () => speechOf(server.context, row())
  const { signal } = new AbortController()
  return {
    speech,
    set: (body: object) => server.call(updateAssistant, { params: { id }, body }),
    canCall: () => canCall(server.context, row()),
    async speak(): Promise<number> {
      const { synthesizer, voice } = speech()
      const speaking = synthesizer.open({ ...voice, signal })
      speaking.say('Hello there.')
      speaking.flush()
      let count = 0
      for await (const { pcm } of speaking.audio) count += pcm.length
      return count
    },
    /** The words that it transcribes. */
    async hear(): Promise<string> {
      const { transcriber, listening } = speech()
      const hearing = transcriber!.open({ ...listening, rate: 16_000, signal })
      hearing.push({ pcm: samples(1600), at: 0 })
      hearing.finish()
      for await (const event of hearing.events)
        return event.kind === 'failed' ? event.fault.code : event.text
      return ''
    },
  }
}

/** Voices that a service was asked to speak with. */
const voicesOf = ({ requests }: Standing) =>
  requests
    .filter(({ path }) => path === '/v1/audio/speech')
    .map(({ body }) => JSON.parse(body.toString()).voice)

const heardBy = ({ requests }: Standing) =>
  requests.filter(({ path }) => path === '/v1/audio/transcriptions').length

test('without a service the system speaks the assistant’s language, and nothing transcribes', async () => {
  const server = await startServer()
  const { set, speech, canCall: isCallable } = await assistantOn(server)
  await set({ language_id: 15, speech_speed: 1.2, voice_stability: 0.3, voice_similarity: 0.4 })
  expect(speech()).toMatchObject({
    synthesizer: server.context.osVoice,
    voice: { voice: '', language: 'de', speed: 1.2, stability: 0.3, similarity: 0.4 },
    transcriber: undefined,
    listening: { languages: ['de'] },
  })
  expect(isCallable()).toBe(false)
})

test('choosing a voice, a synthesizer and a transcriber each changes the requests', async () => {
  const first = await startSpeechService()
  const second = await startSpeechService()
  const server = await startServer(allowing(`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`))
  const one = await addSpeech(server, first.url)
  const two = await addSpeech(server, second.url, 'Second')
  const { set, speak, hear, canCall: isCallable } = await assistantOn(server)
  // Transcribed by the first that can, since none was chosen; spoken by a voice of the first.
  await set({ voice_id: one.voices[1]!.id })
  expect([await speak(), voicesOf(first)]).toEqual([2400, ['onyx']])
  expect([isCallable(), await hear(), heardBy(first)]).toEqual([true, 'Hello there.', 1])
  // Its voice for the assistant's language, since the chosen one belongs to another service.
  await set({ synthesizer_provider_id: two.synthesizer_provider_id! })
  await speak()
  expect(voicesOf(second)).toEqual(['nova'])
  await set({ language_id: 15 })
  await speak()
  expect(voicesOf(second)).toEqual(['nova', 'onyx'])
  await set({ transcriber_provider_id: two.transcriber_provider_id! })
  await hear()
  expect([heardBy(first), heardBy(second)]).toEqual([1, 1])
  // Back to the chosen voice, and to the first that can transcribe.
  await server.call(deleteSpeechService, { params: { id: two.id } })
  await speak()
  await hear()
  expect([voicesOf(first), heardBy(first)]).toEqual([['onyx', 'onyx'], 2])
})

test('a service that is off, or has no transcription model, is treated as absent', async () => {
  const { server, service } = await speechServer()
  const { set, speech, canCall: isCallable } = await assistantOn(server)
  await set({
    voice_id: service.voices[0]!.id,
    synthesizer_provider_id: service.synthesizer_provider_id!,
    transcriber_provider_id: service.transcriber_provider_id!,
  })
  const params = { id: service.id }
  const { osVoice } = server.context
  const state = () => [speech().synthesizer === osVoice, isCallable()]
  expect(state()).toEqual([false, true])
  await server.call(updateSpeechService, { params, body: { transcription_model: null } })
  expect(state()).toEqual([false, false])
  await server.call(updateSpeechService, { params, body: { speech_model: null } })
  expect(state()).toEqual([true, false])
  const body = { speech_model: 'speaker', transcription_model: 'listener' }
  await server.call(updateSpeechService, { params, body })
  expect(state()).toEqual([false, true])
  await server.call(updateSpeechService, { params, body: { is_enabled: false } })
  expect(state()).toEqual([true, false])
})

test('without a system voice, a service speaks rather than none', async () => {
  const { server, standIn } = await speechServer()
  const { speak } = await assistantOn(server)
  await speak()
  expect(voicesOf(standIn)).toEqual(['nova'])
})

const TABLE = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  de              --/F      German             gmw/de
 5  bpy             --/M      Bishnupriya_Manipuri inc/bpy
 5  cmn             --/M      Chinese_(Mandarin) sit/cmn
 2  en-gb           --/M      English_(Great_Britain) gmw/en
`

const SPEAKS = 'if [ "$1" = --voices ]; then /bin/cat table; else /bin/cat wav; fi'

/** A server on a system whose espeak-ng lists these voices. */
async function speakingSystem(options: Parameters<typeof startServer>[0] = {}) {
  const programs = await fakePrograms()
  await programs.put('table', TABLE)
  await programs.put('wav', wavOf(samples(300), 22_050))
  await programs.add('espeak-ng', SPEAKS)
  const server = await startServer({ ...options, environment: { PATH: programs.folder } })
  const listed = async () => (await server.call(listSpeechServices)).system_voices
  return { server, programs, listed }
}

// The tests replace the Linux program.
describe.skipIf(process.platform !== 'linux')('with system voices', () => {
  test('every account can choose them, in the languages an assistant can have', async () => {
    const { server, listed } = await speakingSystem()
    const voices = await listed()
    expect(voices.map(({ name }) => name)).toEqual([
      'German',
      'Chinese (Mandarin)',
      'English (Great Britain)',
    ])
    const [german] = voices
    const system = (await server.call(listSynthesizerProviders)).find(
      ({ code }) => code === 'system',
    )
    expect(system).toMatchObject({ name: 'System voice' })
    expect(await server.call(listVoices, { query: { language_id: 15 } })).toContainEqual(
      expect.objectContaining({
        id: german!.id,
        gender: 'female',
        synthesizer_provider_id: system!.id,
      }),
    )
  })

  test('one can be previewed, and speaks for the assistant that chose it, with or without a service', async () => {
    const standIn = await startSpeechService()
    const { server, programs, listed } = await speakingSystem(allowing(`127.0.0.1:${standIn.port}`))
    await addSpeech(server, standIn.url)
    const [german] = await listed()
    const preview = await fetch(german!.preview_url)
    expect(Buffer.from(await preview.arrayBuffer())).toEqual(wavOf(samples(300), 22_050))
    const { set, speak } = await assistantOn(server)
    await set({ voice_id: german!.id })
    expect(await speak()).toBe(300)
    const runs = (await programs.runs()).filter(({ args }) => !args.includes('--voices'))
    expect(runs.map(({ args, input }) => [args.includes('de'), input])).toEqual([
      [true, 'Guten Tag, so klingt meine Stimme.'],
      [true, 'Hello there.'],
    ])
    expect(voicesOf(standIn)).toEqual([])
  })

  test('a streaming service is tested with a sentence from the system voice', async () => {
    const deepgram = await startDeepgramStandIn({ key: SPEECH_KEY })
    const { server, programs } = await speakingSystem(allowing(`127.0.0.1:${deepgram.port}`))
    await programs.put('wav', wavOf(toneSpeech('Hello there.', 16_000), 16_000))
    const body = {
      kind: 'deepgram',
      base_url: `http://127.0.0.1:${deepgram.port}`,
      transcription_model: 'nova-3',
    } as const
    const said = async (key: string) =>
      await server.call(testSpeechService, { body: { ...body, key } })
    expect(await said(SPEECH_KEY)).toMatchObject({
      ok: true,
      message: 'The provider hears: “Hello there.”',
      speaks: null,
    })
    expect(await said('wrong')).toMatchObject({
      ok: false,
      message: 'The provider refuses the key (HTTP 401).',
    })
  })

  test('a voice that has disappeared cannot be chosen, and keeps its id when it is back', async () => {
    const { server, programs, listed } = await speakingSystem()
    const before = await listed()
    await programs.put('table', TABLE.replace(/^.* de .*\n/m, ''))
    expect((await listed()).map(({ name }) => name)).not.toContain('German')
    const ids = async () => (await server.call(listVoices)).map(({ id }) => id)
    expect(await ids()).not.toContain(before[0]!.id)
    await programs.put('table', TABLE)
    expect(await listed()).toEqual(before)
    await programs.put('table', '\n')
    expect(await listed()).toEqual([])
    expect((await server.call(listSynthesizerProviders)).map(({ code }) => code)).toEqual([
      'sandbox',
    ])
  })
})
