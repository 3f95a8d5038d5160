import { expect, test } from 'vitest'
import type { Outside } from '../../../server/context.ts'
import { speakBySentence } from '../../../server/providers/speech/by-sentence.ts'
import { createOpenAiSynthesizer } from '../../../server/providers/speech/openai-audio/synthesizer.ts'
import { createPiperSynthesizer } from '../../../server/providers/speech/piper/synthesizer.ts'
import type { SpokenSound, Synthesizer } from '../../../server/providers/speech/speak.ts'
import { SpeechError } from '../../../server/providers/speech/speech-error.ts'
import { createClock } from '../../support/clock.ts'
import { openCanary } from '../../support/inside.ts'
import {
  bare,
  type Manner,
  type RecordedSpeechRequest,
  samples,
  speechContext,
  startSpeechStandIn,
  wavOf,
} from '../../support/speech-stand-in.ts'

const KEY = 'Zz0123456789zZ'

const OPTIONS = { voice: 'alloy', language: 'en', speed: 1, stability: 0.5, similarity: 0.5 }

/** Opens an utterance and passes it these sentences. */
function speak(
  synthesizer: Synthesizer,
  sentences: readonly string[],
  options: Partial<typeof OPTIONS> & { readonly signal?: AbortSignal } = {},
) {
  const { signal = new AbortController().signal } = options
  const speaking = synthesizer.open({ ...OPTIONS, ...options, signal })
  for (const sentence of sentences) speaking.say(sentence)
  speaking.flush()
  return speaking
}

/** Everything that arrived, and the error that ended it. */
async function allOf(audio: AsyncIterable<SpokenSound>) {
  const sounds: SpokenSound[] = []
  try {
    for await (const sound of audio) sounds.push(sound)
    return { sounds, error: undefined }
  } catch (error) {
    expect(error).toBeInstanceOf(SpeechError)
    return { sounds, error: (error as SpeechError).fault }
  }
}

const pcmOf = (sounds: readonly SpokenSound[]): number[] => sounds.flatMap(({ pcm }) => [...pcm])

const jsonOf = ({ body }: RecordedSpeechRequest): unknown => JSON.parse(body.toString())

/** A service with the OpenAI API that answers every request in this manner. */
async function openAi(manner: Manner | ((index: number) => Manner), sleep?: Outside['sleep']) {
  const standIn = await startSpeechStandIn((_, index) =>
    typeof manner === 'function' ? manner(index) : manner,
  )
  const context = speechContext([standIn.port], sleep && { sleep })
  const baseUrl = `${standIn.url}/v1`
  const service = { baseUrl, apiKey: KEY, model: 'tts-1' }
  return { ...standIn, synthesizer: createOpenAiSynthesizer(context, service) }
}

test('raw samples arrive complete however they are chunked, at the services’ common rate', async () => {
  const pcm = samples(500)
  const { synthesizer, requests } = await openAi({ body: bare(pcm), pieceBytes: 7 })
  const { sounds, error } = await allOf(speak(synthesizer, ['Hello.'], { speed: 1.1 }).audio)
  expect(error).toBeUndefined()
  expect(pcmOf(sounds)).toEqual([...pcm])
  expect(new Set(sounds.map(({ rate }) => rate))).toEqual(new Set([24_000]))
  expect(sounds.map(({ begins }) => begins).filter((text) => text !== undefined)).toEqual([
    'Hello.',
  ])
  expect(requests).toMatchObject([
    { method: 'POST', path: '/v1/audio/speech', headers: { authorization: `Bearer ${KEY}` } },
  ])
  expect(jsonOf(requests[0]!)).toEqual({
    model: 'tts-1',
    input: 'Hello.',
    voice: 'alloy',
    speed: 1.1,
    response_format: 'pcm',
  })
})

test('a WAV file states its own rate, whatever was requested', async () => {
  const pcm = samples(300)
  const wav = wavOf(pcm, 22_050)
  const unknown = Buffer.from(wav)
  unknown.writeUInt32LE(0xffff_ffff, 40)
  const empty = Buffer.from(wav)
  empty.writeUInt32LE(0, 40)
  const files = [
    wav,
    unknown,
    empty,
    Buffer.concat([
      wav.subarray(0, 36),
      Buffer.from('LIST\x02\0\0\0ab', 'latin1'),
      wav.subarray(36),
    ]),
    Buffer.concat([wav, Buffer.from('LIST\x04\0\0\0abcd', 'latin1')]),
  ]
  const { synthesizer } = await openAi((index) => {
    const body = files[index % files.length]!
    return index < files.length ? { body, pieceBytes: 5 } : { body }
  })
  for (const _ of [...files, ...files]) {
    const { sounds, error } = await allOf(speak(synthesizer, ['Hi.']).audio)
    expect(error).toBeUndefined()
    expect(pcmOf(sounds)).toEqual([...pcm])
    expect(sounds[0]!.rate).toBe(22_050)
  }
})

test('sentences are heard in order, and the next is requested with the first audio of the previous one', async () => {
  const sentences = ['One.', 'Two.', '…', 'Three.']
  const { synthesizer, requests } = await openAi((index) => ({
    body: bare(samples(50, index * 50)),
  }))
  const audio = speak(synthesizer, sentences).audio[Symbol.asyncIterator]()
  const first = await audio.next()
  expect(first.value).toMatchObject({ begins: 'One.' })
  await expect.poll(() => requests.length).toBe(2)
  const rest = await allOf({ [Symbol.asyncIterator]: () => audio })
  expect(rest.sounds.map(({ begins }) => begins).filter(Boolean)).toEqual(['Two.', 'Three.'])
  expect([...first.value.pcm, ...pcmOf(rest.sounds)]).toEqual([...samples(150, 0)])
  expect(requests.map((request) => jsonOf(request))).toMatchObject([
    { input: 'One.' },
    { input: 'Two.' },
    { input: 'Three.' },
  ])
})

test('the first audio of a sentence is heard before the next sentence is requested', async () => {
  const order: string[] = []
  const speaking = speakBySentence(async function* (text) {
    order.push(`requested ${text}`)
    yield { pcm: samples(50), rate: 24_000 }
  }, new AbortController().signal)
  for (const sentence of ['One.', 'Two.']) speaking.say(sentence)
  speaking.flush()
  for await (const { begins } of speaking.audio) order.push(`heard ${begins}`)
  expect(order).toEqual(['requested One.', 'heard One.', 'requested Two.', 'heard Two.'])
})

test('at most two sentences are requested at a time, and none is awaited in the end', async () => {
  const { synthesizer, requests } = await openAi(
    (index) =>
      index === 0 ? { body: bare(samples(50)), stallAfter: 100 } : { after: new Promise(() => {}) },
    createClock().outside.sleep,
  )
  const audio = speak(synthesizer, ['One.', 'Two.', 'Three.']).audio[Symbol.asyncIterator]()
  await audio.next()
  await expect.poll(() => requests.length).toBe(2)
  await audio.return?.()
  await expect.poll(() => requests.every(({ wasCancelled }) => wasCancelled)).toBe(true)
  expect(requests).toHaveLength(2)
})

test.each<[string, Manner]>([
  ['the connection is lost', { body: bare(samples(100)), cutAfter: 121 }],
  ['a WAV file ends too early', { body: wavOf(samples(100), 16_000).subarray(0, 164) }],
])('when %s mid-word, the audio so far is kept and the rest is missing', async (_, manner) => {
  const { synthesizer } = await openAi(manner)
  const { sounds, error } = await allOf(speak(synthesizer, ['Hello.']).audio)
  expect(pcmOf(sounds)).toEqual([...samples(60)])
  expect(error).toEqual({ code: 'speech_cut_off' })
})

test('a silent service times out, before the first audio and after it', async () => {
  const clock = createClock()
  const { synthesizer, requests } = await openAi(
    (index) => ({
      body: bare(samples(100)),
      ...(index === 0 ? { after: new Promise(() => {}) } : { stallAfter: 100 }),
    }),
    clock.outside.sleep,
  )
  const silent = allOf(speak(synthesizer, ['Hello.']).audio)
  await expect.poll(() => requests.length).toBe(1)
  await clock.advance(8000)
  expect(await silent).toEqual({
    sounds: [],
    error: { code: 'speech_slow', params: { seconds: 8 } },
  })

  const audio = speak(synthesizer, ['Hello.']).audio[Symbol.asyncIterator]()
  expect((await audio.next()).value.pcm).toEqual(samples(50))
  // Playback takes its own time.
  await clock.advance(60_000)
  const more = allOf({ [Symbol.asyncIterator]: () => audio })
  await clock.advance(5000)
  expect(await more).toEqual({ sounds: [], error: { code: 'speech_slow', params: { seconds: 5 } } })
  await expect.poll(() => requests.every(({ wasCancelled }) => wasCancelled)).toBe(true)
})

test('endless audio is cut off, and no longer read', async () => {
  const { synthesizer, requests } = await openAi({ body: bare(samples(50_000)), isEndless: true })
  const { error } = await allOf(speak(synthesizer, ['Hello.']).audio)
  expect(error).toEqual({ code: 'speech_too_long', params: { megabytes: 16 } })
  await expect.poll(() => requests[0]!.wasCancelled).toBe(true)
})

test('stopping, or ending the call, ends the audio without an error and closes the connection', async () => {
  const { synthesizer, requests } = await openAi({ body: bare(samples(50)), stallAfter: 100 })
  const call = new AbortController()
  for (const end of [(speaking: { stop(): void }) => speaking.stop(), () => call.abort()]) {
    const speaking = speak(synthesizer, ['One.', 'Two.'], { signal: call.signal })
    const audio = speaking.audio[Symbol.asyncIterator]()
    await audio.next()
    const more = audio.next()
    end(speaking)
    expect(await more).toEqual({ done: true, value: undefined })
  }
  await expect.poll(() => requests.every(({ wasCancelled }) => wasCancelled)).toBe(true)
  const waiting = synthesizer.open({ ...OPTIONS, signal: call.signal })
  expect(await allOf(waiting.audio)).toEqual({ sounds: [], error: undefined })
})

test('a stop ends an utterance that waits for more text', async () => {
  const { synthesizer } = await openAi({ body: bare(samples(50)) })
  const speaking = synthesizer.open({ ...OPTIONS, signal: new AbortController().signal })
  const all = allOf(speaking.audio)
  speaking.say('One.')
  speaking.stop()
  expect((await all).error).toBeUndefined()
})

const json = (value: unknown, more: Manner = {}): Manner => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...more,
})

test.each<[string, Manner, object]>([
  [
    'a refused key',
    json({ error: { message: `Bad ${KEY}` } }, { status: 401 }),
    { code: 'provider_refuses_key', params: { status: 401 } },
  ],
  [
    'words of the service',
    json(
      { error: { message: `No voice <b>x</b>\nfor ${KEY} at http://me:pw@host/` } },
      { status: 400 },
    ),
    {
      code: 'speech_refused',
      params: { status: 400, words: 'No voice <b>x</b> for [hidden] at http://[hidden]@host/' },
    },
  ],
  [
    'a service without words',
    { status: 503 },
    { code: 'provider_status', params: { status: 503 } },
  ],
  ['a web page', { type: 'text/html', body: '<p>Hi' }, { code: 'provider_is_website' }],
  ['JSON', json({ audio: '' }), { code: 'speech_not_sound', params: { type: 'application/json' } }],
  [
    'compressed sound',
    { type: 'audio/mpeg', body: 'ID3\x04rest' },
    { code: 'speech_format_unknown' },
  ],
  ['nothing at all', { body: '' }, { code: 'speech_cut_off' }],
])('%s is a reason, not audio', async (_, manner, reason) => {
  const { synthesizer } = await openAi(manner)
  const { sounds, error } = await allOf(speak(synthesizer, ['Hello.']).audio)
  expect(sounds).toEqual([])
  expect(error).toEqual(reason)
})

test('an endless error response is read only as far as it is shown', async () => {
  const { synthesizer, requests } = await openAi({
    status: 500,
    body: 'x'.repeat(5000),
    isEndless: true,
  })
  expect((await allOf(speak(synthesizer, ['Hello.']).audio)).error).toMatchObject({
    code: 'provider_status',
  })
  await expect.poll(() => requests[0]!.wasCancelled).toBe(true)
})

/** A WAV header with another value at an offset. */
function wavWith(offset: number, value: number): Buffer {
  const wav = wavOf(samples(10), 16_000)
  wav.writeUInt16LE(value, offset)
  return wav
}

test.each([
  ['stereo', wavWith(22, 2)],
  ['8 bits', wavWith(34, 8)],
  ['floating point', wavWith(20, 3)],
  ['a rate of 7 Hz', wavOf(samples(10), 7)],
  ['a rate of 200 kHz', wavOf(samples(10), 200_000)],
  [
    'no end of the header',
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEjunk', 'latin1'), Buffer.alloc(100_000, 0xff)]),
  ],
])('a WAV file with %s is rejected', async (_, body) => {
  const { synthesizer } = await openAi({ body })
  expect(await allOf(speak(synthesizer, ['Hello.']).audio)).toEqual({
    sounds: [],
    error: { code: 'speech_format_unknown' },
  })
})

test('neither a redirect nor a service itself leads to a private address', async () => {
  const canary = await openCanary()
  const location = `http://127.0.0.1:${canary.port}/secret`
  const { synthesizer, requests } = await openAi({ status: 307, headers: { location } })
  expect((await allOf(speak(synthesizer, ['Hello.']).audio)).error).toEqual({
    code: 'provider_redirects',
    params: { url: expect.stringMatching(/audio\/speech$/), status: 307 },
  })
  const inside = { baseUrl: `http://127.0.0.1:${canary.port}/v1`, model: 'tts-1' }
  const unlisted = createOpenAiSynthesizer(speechContext([]), inside)
  expect((await allOf(speak(unlisted, ['Hello.']).audio)).error).toMatchObject({
    code: 'outgoing_failed',
    params: { reason: { code: 'address_private_allowable' } },
  })
  expect([canary.hits(), requests.length]).toEqual([0, 1])
  canary.close()
})

test('an unreachable service is named, and its key is not', async () => {
  const service = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: KEY, model: 'tts-1' }
  const { error } = await allOf(
    speak(createOpenAiSynthesizer(speechContext([9]), service), ['Hi.']).audio,
  )
  expect(error).toEqual({
    code: 'provider_unreachable',
    params: { host: '127.0.0.1:9', reason: { code: 'connection_refused' } },
  })
})

test('Piper takes a length scale in place of a speed, at either of its paths', async () => {
  const pcm = samples(40)
  const wav = wavOf(pcm, 16_000)
  const standIn = await startSpeechStandIn(({ path }, index) =>
    path === '/synthesize' && index > 0 ? { status: 405, type: 'text/html' } : { body: wav },
  )
  const context = speechContext([standIn.port])
  const piper = createPiperSynthesizer(context, { baseUrl: `${standIn.url}/` })
  const voice = { voice: 'en_US-lessac-medium', speed: 0.8 }
  for (const options of [voice, { voice: '' }]) {
    const { sounds, error } = await allOf(speak(piper, ['Hello.'], options).audio)
    expect(error).toBeUndefined()
    expect(pcmOf(sounds)).toEqual([...pcm])
  }
  expect(standIn.requests.map(({ path }) => path)).toEqual(['/synthesize', '/synthesize', '/'])
  expect(standIn.requests.map(jsonOf)).toEqual([
    { text: 'Hello.', voice: 'en_US-lessac-medium', length_scale: 1.25 },
    { text: 'Hello.' },
    { text: 'Hello.' },
  ])
})

test('Piper audio without a header is rejected', async () => {
  const standIn = await startSpeechStandIn(() => ({ body: bare(samples(10)) }))
  const piper = createPiperSynthesizer(speechContext([standIn.port]), { baseUrl: standIn.url })
  expect((await allOf(speak(piper, ['Hello.']).audio)).error).toEqual({
    code: 'speech_format_unknown',
  })
})
