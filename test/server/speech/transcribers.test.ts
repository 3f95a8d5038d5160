import { expect, test } from 'vitest'
import type { Outside } from '../../../server/context.ts'
import type { HeardEvent, Hearing, Transcriber } from '../../../server/providers/speech/hear.ts'
import { createOpenAiTranscriber } from '../../../server/providers/speech/openai-audio/transcriber.ts'
import { createWhisperCppTranscriber } from '../../../server/providers/speech/whisper-cpp/transcriber.ts'
import { createClock } from '../../support/clock.ts'
import {
  bare,
  type Manner,
  type RecordedSpeechRequest,
  samples,
  speechContext,
  startSpeechStandIn,
} from '../../support/speech-stand-in.ts'

const KEY = 'Zz0123456789zZ'
const RATE = 8000

/** A frame of 20 ms. */
const frame = (index: number) => ({ pcm: samples(160, index * 160), at: 1000 + index * 20 })

/** Says this many frames, one after another, starting from a given one. */
function say(hearing: Hearing, count: number, from = 0): void {
  for (let index = from; index < from + count; index += 1) hearing.push(frame(index))
}

const text = (said: string, more: Manner = {}): Manner => ({
  type: 'application/json',
  body: JSON.stringify({ text: said }),
  ...more,
})

interface World {
  readonly answer: (index: number) => Manner
  readonly sleep?: Outside['sleep']
  readonly languages?: readonly string[]
  readonly hints?: readonly string[]
}

/** A call transcribed by a service with the OpenAI API, with its next event. */
async function listen({ answer, sleep, languages = ['en'], hints }: World) {
  const standIn = await startSpeechStandIn((_, index) => answer(index))
  const context = speechContext([standIn.port], sleep && { sleep })
  const baseUrl = `${standIn.url}/v1`
  const transcriber = createOpenAiTranscriber(context, { baseUrl, apiKey: KEY, model: 'whisper-1' })
  return { ...standIn, ...open(transcriber, languages, hints) }
}

function open(transcriber: Transcriber, languages: readonly string[], hints?: readonly string[]) {
  const call = new AbortController()
  const options = { rate: RATE, languages, signal: call.signal, ...(hints && { hints }) }
  const hearing = transcriber.open(options)
  const events = hearing.events[Symbol.asyncIterator]()
  return {
    call,
    hearing,
    next: async (): Promise<HeardEvent | undefined> => (await events.next()).value,
  }
}

/** The fields of a form, and the samples and header of its file. */
async function formOf({ headers, body }: RecordedSpeechRequest) {
  const type = headers['content-type']!
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  const file = form.get('file') as File
  form.delete('file')
  const wav = Buffer.from(await file.arrayBuffer())
  return { fields: Object.fromEntries(form), type: file.type, wav, sound: wav.subarray(44) }
}

/** The bytes of this many frames, starting from a given one. */
const soundOf = (count: number, from = 0) => bare(samples(count * 160, from * 160))

test('a finished utterance is sent as a WAV file, and comes back as text', async () => {
  const { hearing, next, requests } = await listen({
    answer: () => text(' Hello,\n world. '),
    languages: ['de-AT'],
    hints: ['Parley', 'a"b\r\nc'],
  })
  say(hearing, 10)
  expect(requests).toEqual([])
  hearing.finish()
  expect(await next()).toEqual({ kind: 'final', text: 'Hello, world.', at: 1200 })
  const { headers, method, path } = requests[0]!
  expect([method, path, headers.authorization]).toEqual([
    'POST',
    '/v1/audio/transcriptions',
    `Bearer ${KEY}`,
  ])
  const { fields, type, wav, sound } = await formOf(requests[0]!)
  expect(fields).toEqual({
    model: 'whisper-1',
    language: 'de',
    response_format: 'json',
    prompt: 'Parley, a"b\r\nc',
  })
  expect(type).toBe('audio/wav')
  expect(wav.readUInt32LE(24)).toBe(RATE)
  expect(sound.equals(soundOf(10))).toBe(true)
})

test('with several languages the service detects which it was', async () => {
  const { hearing, next, requests } = await listen({
    answer: () => ({ body: JSON.stringify({ text: 'Hallo', language: 'german' }) }),
    languages: ['en', 'de'],
  })
  say(hearing, 1)
  hearing.finish()
  expect(await next()).toEqual({ kind: 'final', text: 'Hallo', language: 'german', at: 1020 })
  expect((await formOf(requests[0]!)).fields).toEqual({
    model: 'whisper-1',
    response_format: 'json',
  })
})

test('nothing is requested for silence, and unintelligible speech gives an empty text', async () => {
  const { hearing, next, requests } = await listen({ answer: () => text('\n') })
  hearing.finish()
  say(hearing, 1)
  hearing.finish()
  hearing.finish()
  expect(await next()).toEqual({ kind: 'final', text: '', at: 1020 })
  expect(requests).toHaveLength(1)
})

test('results are reported in the order of speech', async () => {
  const second = Promise.withResolvers<void>()
  const { hearing, next, requests } = await listen({
    answer: (index) => (index === 0 ? text('one', { after: second.promise }) : text('two')),
  })
  say(hearing, 1)
  hearing.finish()
  await expect.poll(() => requests.length).toBe(1)
  say(hearing, 1, 1)
  hearing.finish()
  await expect.poll(() => requests.length).toBe(2)
  second.resolve()
  expect(await next()).toMatchObject({ text: 'one', at: 1020 })
  expect(await next()).toMatchObject({ text: 'two', at: 1040 })
})

test('a caller who goes on is transcribed as a whole: the early request is abandoned', async () => {
  const { hearing, next, requests } = await listen({
    answer: (index) => (index === 0 ? { after: new Promise(() => {}) } : text('all of it')),
  })
  say(hearing, 3)
  hearing.finish()
  await expect.poll(() => requests.length).toBe(1)
  hearing.reopen()
  await expect.poll(() => requests[0]!.wasCancelled).toBe(true)
  say(hearing, 2, 3)
  hearing.finish()
  expect(await next()).toEqual({ kind: 'final', text: 'all of it', at: 1100 })
  expect((await formOf(requests[1]!)).sound.equals(soundOf(5))).toBe(true)
})

test('what has already been reported is not requested again', async () => {
  const { hearing, next, requests } = await listen({ answer: (index) => text(`${index}`) })
  say(hearing, 1)
  hearing.finish()
  expect(await next()).toMatchObject({ text: '0' })
  hearing.reopen()
  say(hearing, 1, 1)
  hearing.finish()
  expect(await next()).toMatchObject({ text: '1' })
  expect((await formOf(requests[1]!)).sound.equals(soundOf(1, 1))).toBe(true)
})

test('the audio of an abandoned request is sent again even if the caller has said nothing more', async () => {
  const { hearing, next, requests } = await listen({
    answer: (index) => (index === 0 ? { after: new Promise(() => {}) } : text('again')),
  })
  say(hearing, 2)
  hearing.finish()
  await expect.poll(() => requests.length).toBe(1)
  hearing.reopen()
  hearing.finish()
  expect(await next()).toEqual({ kind: 'final', text: 'again', at: 1040 })
})

test('an endless utterance is sent in parts', async () => {
  const { hearing, next, requests } = await listen({ answer: (index) => text(`piece ${index}`) })
  say(hearing, 6001)
  expect(await next()).toEqual({ kind: 'final', text: 'piece 0', at: 121_000 })
  hearing.finish()
  expect(await next()).toMatchObject({ text: 'piece 1' })
  expect((await formOf(requests[1]!)).sound.equals(soundOf(1, 6000))).toBe(true)
})

test.each<[string, Manner, object]>([
  ['a refused key', { status: 403, body: '{}' }, { code: 'provider_refuses_key' }],
  [
    'a refusal',
    { status: 400, body: JSON.stringify({ error: `file of ${KEY}` }) },
    { code: 'speech_refused', params: { status: 400, words: 'file of [hidden]' } },
  ],
  ['a web page', { type: 'text/html', body: '<p>Hi' }, { code: 'provider_is_website' }],
  ['no JSON', { body: 'Hello' }, { code: 'speech_not_text' }],
  ['no text', { body: '{"text":7}' }, { code: 'speech_not_text' }],
  [
    'an answer without end',
    { body: `{"text":"${'x'.repeat(9000)}`, isEndless: true },
    { code: 'speech_not_text' },
  ],
  [
    'a lost connection',
    text('Hello', { cutAfter: 5 }),
    { code: 'provider_unreachable', params: { reason: { code: 'connection_reset' } } },
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://169.254.169.254/' } },
    { code: 'provider_redirects' },
  ],
])('%s loses one utterance and not the call', async (_, manner, reason) => {
  const { hearing, next, requests } = await listen({
    answer: (index) => (index === 0 ? manner : text('better')),
  })
  say(hearing, 2)
  hearing.finish()
  expect(await next()).toMatchObject({ kind: 'failed', fault: reason, at: 1040 })
  say(hearing, 1, 2)
  hearing.finish()
  expect(await next()).toMatchObject({ kind: 'final', text: 'better' })
  expect(requests).toHaveLength(2)
})

test('a service that takes too long loses the utterance', async () => {
  const clock = createClock()
  const { hearing, next, requests } = await listen({
    answer: () => ({ after: new Promise(() => {}) }),
    sleep: clock.outside.sleep,
  })
  say(hearing, 1)
  hearing.finish()
  await expect.poll(() => requests.length).toBe(1)
  await clock.advance(20_000)
  expect(await next()).toMatchObject({
    kind: 'failed',
    fault: { code: 'outgoing_failed', params: { reason: { code: 'no_answer_in_time' } } },
  })
  await expect.poll(() => requests[0]!.wasCancelled).toBe(true)
})

test('the end of the call ends the events and closes the connection to the service', async () => {
  const { call, hearing, next, requests } = await listen({
    answer: () => ({ after: new Promise(() => {}) }),
  })
  say(hearing, 1)
  hearing.finish()
  await expect.poll(() => requests.length).toBe(1)
  const event = next()
  call.abort()
  expect(await event).toBeUndefined()
  await expect.poll(() => requests[0]!.wasCancelled).toBe(true)
  say(hearing, 1)
  hearing.finish()
  expect(requests).toHaveLength(1)
})

test('an unlisted private address never receives a caller’s speech', async () => {
  const standIn = await startSpeechStandIn(() => text('secret'))
  const service = { baseUrl: `${standIn.url}/v1`, model: 'whisper-1' }
  const { hearing, next } = open(createOpenAiTranscriber(speechContext([]), service), ['en'])
  say(hearing, 1)
  hearing.finish()
  expect(await next()).toMatchObject({ kind: 'failed', fault: { code: 'outgoing_failed' } })
  expect(standIn.requests).toEqual([])
})

test('whisper.cpp is given the language, or told to detect it', async () => {
  const standIn = await startSpeechStandIn(() => text(' Hello.\n'))
  const whisper = createWhisperCppTranscriber(speechContext([standIn.port]), {
    baseUrl: standIn.url,
  })
  for (const languages of [['de-DE'], ['de', 'en'], []]) {
    const { hearing, next } = open(whisper, languages, ['Parley'])
    say(hearing, 1)
    hearing.finish()
    expect(await next()).toMatchObject({ kind: 'final', text: 'Hello.' })
  }
  const forms = await Promise.all(standIn.requests.map(formOf))
  expect(forms.map(({ fields }) => fields)).toEqual(
    ['de', 'auto', 'auto'].map((language) => ({
      language,
      response_format: 'json',
      prompt: 'Parley',
    })),
  )
  expect(standIn.requests.map(({ path }) => path)).toEqual(Array(3).fill('/inference'))
})
