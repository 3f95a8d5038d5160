import { expect, test } from 'vitest'
import { AppError } from '../../../server/errors.ts'
import { discoverSpeech } from '../../../server/providers/speech/discover.ts'
import { createClock } from '../../support/clock.ts'
import { openCanary } from '../../support/inside.ts'
import { type Manner, speechContext, startSpeechStandIn } from '../../support/speech-stand-in.ts'

const never = new AbortController().signal
const NOTHING: Manner = { status: 404 }

const json = (value: unknown, headers: Record<string, string> = {}): Manner => ({
  type: 'application/json',
  body: JSON.stringify(value),
  headers,
})

/** A server with these responses by path, and no others. */
const serve = (answers: Readonly<Record<string, Manner>>) =>
  startSpeechStandIn(({ path }) => answers[path] ?? NOTHING)

/** The context of a machine with no listed addresses. */
const contextOf = (
  policy: 'desktop' | 'server' = 'desktop',
  outside: Parameters<typeof speechContext>[1] = {},
) => ({ ...speechContext([], outside), config: { network: { policy, allowPrivate: [] } } })

/** Probes the ports of these servers; time stands still, however busy the machine. */
const find = (...servers: readonly { readonly port: number }[]) =>
  discoverSpeech(
    contextOf('desktop', createClock().outside),
    never,
    servers.map(({ port }) => port),
  )

const list = (...models: readonly object[]) => json({ object: 'list', data: models })

test('a server is identified by what it says about itself', async () => {
  const speaches = await serve({
    '/v1/models': list(
      { id: 'Systran/faster-whisper-small', task: 'automatic-speech-recognition' },
      { id: 'speaches-ai/amy', task: 'text-to-speech' },
      { id: 'whisper-vad', task: 'voice-activity-detection' },
    ),
    '/health': json({ message: 'OK' }),
  })
  const kokoro = await serve({
    '/v1/models': list({ id: 'tts-1' }, { id: 'kokoro' }),
    '/v1/audio/voices': json({ voices: ['af_heart', { id: 'bf_emma', name: 'Emma' }] }),
  })
  const whisper = await serve({ '/health': json({ status: 'ok' }, { server: 'whisper.cpp' }) })
  const piper = await serve({
    '/voices': json({ 'en_US-amy': { audio: { sample_rate: 22_050 } } }),
  })
  expect(await find(speaches, kokoro, whisper, piper)).toEqual([
    {
      kind: 'openai-audio',
      baseUrl: `${speaches.url}/v1`,
      speaks: ['speaches-ai/amy'],
      hears: ['Systran/faster-whisper-small'],
      voices: [],
    },
    {
      kind: 'openai-audio',
      baseUrl: `${kokoro.url}/v1`,
      speaks: ['tts-1', 'kokoro'],
      hears: [],
      voices: ['af_heart', 'bf_emma'],
    },
    { kind: 'whisper-cpp', baseUrl: whisper.url, speaks: [], hears: [], voices: [] },
    { kind: 'piper', baseUrl: piper.url, speaks: [], hears: [], voices: ['en_US-amy'] },
  ])
  expect(piper.requests.map(({ method, body }) => [method, body.length])).toEqual(
    Array(4).fill(['GET', 0]),
  )
})

test.each<[string, Readonly<Record<string, Manner>>]>([
  [
    'a server of language models',
    { '/v1/models': list({ id: 'llama3.2' }, { id: 'qwen' }), '/health': json({ status: 'ok' }) },
  ],
  [
    'a website',
    { '/v1/models': { type: 'text/html', body: '<p>whisper' }, '/health': { body: 'ok' } },
  ],
  [
    'an API with other voices',
    { '/voices': json([{ id: 1 }]), '/v1/audio/voices': json({ voices: [] }) },
  ],
  ['an endless answer', { '/v1/models': { body: 'x'.repeat(60_000), isEndless: true } }],
])('%s at a well-known port is not a speech server', async (_, answers) => {
  expect(await find(await serve(answers))).toEqual([])
})

test('discovery takes no longer than 300 ms, whichever server is silent', async () => {
  const clock = createClock()
  const silent = await startSpeechStandIn(() => ({ after: new Promise(() => {}) }))
  const found = discoverSpeech(contextOf('desktop', clock.outside), never, [silent.port, 9])
  await expect.poll(() => silent.requests.length).toBe(4)
  await clock.advance(300)
  expect(await found).toEqual([])
  await expect.poll(() => silent.requests.every(({ wasCancelled }) => wasCancelled)).toBe(true)
})

test('a redirect is not followed', async () => {
  const canary = await openCanary()
  const headers = { location: `http://127.0.0.1:${canary.port}/v1/models` }
  const server = await startSpeechStandIn(() => ({ status: 302, headers }))
  expect(await find(server)).toEqual([])
  expect(canary.hits()).toBe(0)
  canary.close()
})

test('a server restricted to public addresses probes nothing', async () => {
  const server = await serve({ '/v1/models': list({ id: 'whisper-1' }) })
  const looked = discoverSpeech(contextOf('server'), never, [server.port])
  await expect(looked).rejects.toThrow(AppError)
  await expect(looked).rejects.toMatchObject({ code: 'public_addresses_only' })
  expect(server.requests).toEqual([])
})

test('Parley does not find itself', async () => {
  const server = await serve({ '/v1/models': list({ id: 'whisper-1' }) })
  const context = { ...contextOf(), port: () => server.port }
  expect(await discoverSpeech(context, never, [server.port])).toEqual([])
  expect(server.requests).toEqual([])
})
