import { expect, test } from 'vitest'
import type { Outside } from '../../../server/context.ts'
import { createDeepgramTranscriber } from '../../../server/providers/speech/deepgram/transcriber.ts'
import type { HeardEvent, HearOptions } from '../../../server/providers/speech/hear.ts'
import { createClock, turns } from '../../support/clock.ts'
import { startDeepgramStandIn } from '../../support/deepgram-stand-in.ts'
import { openCanary } from '../../support/inside.ts'
import { type StandInSocket, startSocketStandIn } from '../../support/socket-stand-in.ts'
import { speechContext } from '../../support/speech-stand-in.ts'
import { toneSpeech } from '../../support/tone-speech.ts'

const KEY = 'Zz0123456789zZ'
const RATE = 16_000
const FRAME = 320

interface World extends Partial<Omit<HearOptions, 'signal'>> {
  readonly sleep?: Outside['sleep']
  readonly model?: string
  readonly endpointMs?: number | null
  readonly apiKey?: string
}

/** A call whose line starts at 1000 ms, with its caller and the transcription events. */
function call(
  { port }: { readonly port: number },
  { sleep, model = 'nova-3', endpointMs, apiKey = KEY, ...options }: World = {},
) {
  const transcriber = createDeepgramTranscriber(speechContext([port], sleep && { sleep }), {
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    apiKey,
    model,
    ...(endpointMs !== undefined && { endpointMs }),
  })
  const over = new AbortController()
  const hearing = transcriber.open({
    rate: RATE,
    languages: ['en'],
    ...options,
    signal: over.signal,
  })
  const events = hearing.events[Symbol.asyncIterator]()
  let at = 1000
  const push = (pcm: Int16Array) => {
    for (let from = 0; from < pcm.length; from += FRAME) {
      hearing.push({ pcm: pcm.subarray(from, from + FRAME), at })
      at += 20
    }
  }
  const next = async (): Promise<HeardEvent | undefined> => (await events.next()).value
  return {
    over,
    hearing,
    transcriber,
    next,
    /** The next event of this kind, dropping those before it. */
    async nextOf(kind: HeardEvent['kind']): Promise<HeardEvent> {
      for (;;) {
        const event = await next()
        if (!event || event.kind === kind) return event!
      }
    },
    say: (text: string) => push(toneSpeech(text, RATE)),
    pause: (ms: number) => push(new Int16Array((ms / 1000) * RATE)),
    /** Time passes on the line without a frame. */
    skip: (ms: number) => {
      at += ms
    },
  }
}

const json = (socket: StandInSocket) =>
  socket.messages.filter((message) => typeof message === 'string').map((text) => JSON.parse(text))

test('speech is transcribed in interim results, and in full once the caller has ended', async () => {
  const standIn = await startDeepgramStandIn({ key: KEY })
  const { hearing, next, say } = call(standIn, { hints: ['Parley', 'a b&c\r\nd'] })
  say('good morning')
  hearing.finish()
  const events = [await next(), await next(), await next(), await next()]
  expect(events).toEqual([
    { kind: 'speech', text: '', at: 1000 },
    { kind: 'partial', text: 'good', language: 'en', at: 1200 },
    { kind: 'partial', text: 'good morni', language: 'en', at: 1400 },
    { kind: 'final', text: 'good morning', language: 'en', at: 1480 },
  ])
  const { path, headers, messages } = standIn.sockets[0]!
  expect(headers.authorization).toBe(`Token ${KEY}`)
  const url = new URL(path, 'http://host')
  expect(url.pathname).toBe('/v1/listen')
  expect([...url.searchParams]).toEqual([
    ['model', 'nova-3'],
    ['encoding', 'linear16'],
    ['sample_rate', '16000'],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['punctuate', 'true'],
    ['vad_events', 'true'],
    ['endpointing', '500'],
    ['utterance_end_ms', '1000'],
    ['language', 'en'],
    ['keyterm', 'Parley'],
    ['keyterm', 'a b&c\r\nd'],
  ])
  expect(messages.slice(0, 2).map((each) => each.length)).toEqual([640, 640])
  expect(messages.at(-1)).toBe('{"type":"Finalize"}')
})

test.each<[string, object, Record<string, string | null>]>([
  ['several languages', { languages: ['de-AT', 'en'] }, { language: 'multi' }],
  ['a region', { languages: ['de-AT'] }, { language: 'de' }],
  ['no language', { languages: [] }, { language: null }],
  ['an older model', { model: 'nova-2', hints: ['x'] }, { keywords: 'x', keyterm: null }],
  ['a model with an ampersand', { model: 'a&language=fr' }, { model: 'a&language=fr' }],
  ['the rate of telephones', { rate: 8000 }, { sample_rate: '8000' }],
  ['a long silence', { endpointMs: 1200 }, { endpointing: '1200', utterance_end_ms: '1200' }],
  ['no end of turns', { endpointMs: null }, { endpointing: 'false', utterance_end_ms: null }],
])('the service is told of %s', async (_, world, expected) => {
  const standIn = await startDeepgramStandIn()
  const { say, transcriber } = call(standIn, world)
  expect(transcriber.isStreaming).toBe(true)
  expect(transcriber.endsTurns).toBe(expected['endpointing'] !== 'false')
  say('a')
  await expect.poll(() => standIn.sockets.length).toBe(1)
  const { searchParams } = new URL(standIn.sockets[0]!.path, 'http://host')
  for (const [name, value] of Object.entries(expected)) expect(searchParams.get(name)).toBe(value)
})

test('a confirmed segment is final at once, and an interim result while a final is awaited', async () => {
  const standIn = await startDeepgramStandIn({ pieceCharacters: 5, interimMs: 5000 })
  const { hearing, next, nextOf, say } = call(standIn)
  say('12345')
  expect(await nextOf('final')).toMatchObject({ text: '12345', at: 1200 })
  say('abcdeABCDExy')
  hearing.finish()
  const events = [await next(), await next(), await next()]
  expect(events).toMatchObject([
    { kind: 'partial', text: 'abcde', at: 1400 },
    { kind: 'partial', text: 'abcde ABCDE', at: 1600 },
    { kind: 'final', text: 'abcde ABCDE xy', at: 1680 },
  ])
})

test('a caller who goes on is transcribed as a whole: the early final is discarded', async () => {
  const standIn = await startDeepgramStandIn({ interimMs: 5000 })
  const { hearing, next, say } = call(standIn)
  say('one')
  hearing.finish()
  hearing.reopen()
  say('two')
  hearing.finish()
  await next()
  expect(await next()).toMatchObject({ kind: 'partial', text: 'one' })
  expect(await next()).toMatchObject({ kind: 'final', text: 'one two', at: 1240 })
  say('three')
  hearing.finish()
  expect(await next()).toMatchObject({ kind: 'final', text: 'three' })
})

test('a segment confirmed after a caller went on is still an interim result of the coming final', async () => {
  const standIn = await startDeepgramStandIn({ interimMs: 5000, pieceCharacters: 3 })
  const { hearing, next, say } = call(standIn)
  say('one')
  hearing.finish()
  hearing.reopen()
  say('two')
  await next()
  for (const text of ['one', 'one two'])
    expect(await next()).toMatchObject({ kind: 'partial', text })
  hearing.finish()
  expect(await next()).toMatchObject({ kind: 'final', text: 'one two' })
})

test('the service reports the end of a turn, with all of its words and only once', async () => {
  const standIn = await startDeepgramStandIn({ interimMs: 5000 })
  const { hearing, next, say, pause } = call(standIn)
  say('hello')
  pause(1100)
  const events = [await next(), await next(), await next(), await next()]
  expect(events).toMatchObject([
    { kind: 'speech' },
    { kind: 'partial', text: 'hello', at: 1700 },
    { kind: 'end-of-turn', at: 1700 },
    { kind: 'final', text: 'hello', at: 1700 },
  ])
  // The gap after its words does not end it again, and neither does the response to a request for the rest.
  hearing.finish()
  expect(await next()).toMatchObject({ kind: 'final', text: '' })
  say('again')
  hearing.finish()
  expect([await next(), await next()]).toMatchObject([
    { kind: 'speech' },
    { kind: 'final', text: 'again' },
  ])
})

test('when it never falls silent, a gap between words ends the turn', async () => {
  const standIn = await startDeepgramStandIn({ isNoisy: true, interimMs: 5000 })
  const { nextOf, next, say, pause } = call(standIn)
  say('hello')
  pause(1000)
  expect(await nextOf('final')).toMatchObject({ text: 'hello', at: 2200 })
  expect([await next(), await next()]).toMatchObject([
    { kind: 'end-of-turn', text: '' },
    { kind: 'final', text: '' },
  ])
})

test('gaps on the line are gaps in the transcript’s times, although the service is unaware of them', async () => {
  const standIn = await startDeepgramStandIn({ interimMs: 5000 })
  const { hearing, nextOf, say, skip } = call(standIn)
  say('a')
  hearing.finish()
  expect(await nextOf('final')).toMatchObject({ text: 'a', at: 1040 })
  skip(60_000)
  say('b')
  hearing.finish()
  expect(await nextOf('final')).toMatchObject({ text: 'b', at: 61_080 })
})

test('a silent connection is kept alive every four seconds', async () => {
  const clock = createClock()
  const standIn = await startDeepgramStandIn()
  const { say, hearing, nextOf } = call(standIn, { sleep: clock.outside.sleep })
  say('a')
  hearing.finish()
  await nextOf('final')
  const [socket] = standIn.sockets
  const alive = () => json(socket!).filter(({ type }) => type === 'KeepAlive').length
  await clock.advance(12_000)
  await expect.poll(alive).toBe(3)
  for (let second = 0; second < 12; second += 1) {
    say('.')
    await clock.advance(1000)
  }
  expect(alive()).toBe(3)
})

test('a service that does not confirm the end is waited for only while it has unconfirmed words', async () => {
  const clock = createClock()
  const { sleep } = clock.outside
  const standIn = await startDeepgramStandIn({
    ignoresFinalize: true,
    pieceCharacters: 5,
    interimMs: 160,
  })
  const sure = call(standIn, { sleep })
  sure.say('hello')
  expect(await sure.nextOf('final')).toMatchObject({ text: 'hello' })
  sure.hearing.finish()
  await clock.advance(1499)
  const final = sure.next()
  await clock.advance(1)
  expect(await final).toMatchObject({ kind: 'final', text: '' })
  const unsure = call(standIn, { sleep })
  unsure.say('hello you')
  unsure.hearing.finish()
  for (const text of ['hell', 'hello', 'hello you'])
    expect(await unsure.nextOf('partial')).toMatchObject({ text })
  await clock.advance(20_000)
  expect([await unsure.next(), await unsure.next()]).toMatchObject([
    { kind: 'final', text: 'hello' },
    { kind: 'failed', fault: { code: 'outgoing_failed' } },
  ])
  await expect.poll(() => standIn.sockets[1]!.ending).toBeDefined()
})

test('a late response to an older Finalize does not end what was said after it', async () => {
  const clock = createClock()
  const standIn = await startSocketStandIn()
  const { hearing, next, say } = call(standIn, { sleep: clock.outside.sleep })
  say('one')
  hearing.finish()
  hearing.reopen()
  say('two')
  await clock.advance(1400)
  hearing.finish()
  await expect.poll(() => standIn.sockets[0]?.messages.at(-1)).toContain('Finalize')
  // The wait for the first response is over, and not that for the second.
  await clock.advance(200)
  const result = (transcript: string, start: number) => ({
    type: 'Results',
    start,
    duration: 0.12,
    is_final: true,
    from_finalize: true,
    channel: { alternatives: [{ transcript }] },
  })
  standIn.sockets[0]!.tell(result('one', 0))
  expect(await next()).toMatchObject({ kind: 'partial', text: 'one' })
  standIn.sockets[0]!.tell(result(' two\n', 0.12))
  expect(await next()).toEqual({ kind: 'final', text: 'one two', at: 1240 })
})

/** Faults of a service once some speech has been sent. */
const FAULTS: readonly [string, (socket: StandInSocket) => void, object][] = [
  ['loses the connection', (socket) => socket.cut(), { code: 'provider_unreachable' }],
  [
    'closes with a reason',
    (socket) => socket.close(1011, `net0001 for ${KEY}`),
    { code: 'speech_reported', params: { words: 'net0001 for [hidden] (1011)' } },
  ],
  ['closes without one', (socket) => socket.close(1013), { code: 'provider_unreachable' }],
  [
    'says goodbye in the middle of a word',
    (socket) => socket.close(1000),
    { code: 'provider_unreachable' },
  ],
  [
    'reports an error',
    (socket) => socket.tell({ type: 'Error', description: `Bad\n${KEY}` }),
    { code: 'speech_reported', params: { words: 'Bad [hidden]' } },
  ],
  ['sends no JSON', (socket) => socket.send('{"type":'), { code: 'speech_unreadable' }],
  ['sends JSON of another shape', (socket) => socket.tell([]), { code: 'speech_unreadable' }],
  [
    'sends a text that is none',
    (socket) => socket.tell({ type: 'Results', start: 0, duration: 1, channel: {} }),
    { code: 'speech_unreadable' },
  ],
  ['sends bytes', (socket) => socket.send(Buffer.from('{}')), { code: 'speech_unreadable' }],
  [
    'sends more than fits',
    (socket) => socket.send('x'.repeat(5_000_000)),
    { code: 'provider_unreachable' },
  ],
]

test.each(FAULTS)(
  'a service that %s loses the current utterance, and continues to transcribe',
  async (_, fail, reason) => {
    const standIn = await startDeepgramStandIn({
      interimMs: 80,
      meddle(socket, heardMs, index) {
        if (index > 0 || heardMs < 200) return false
        if (heardMs === 200) fail(socket)
        return true
      },
    })
    const { hearing, nextOf, say } = call(standIn)
    say('lost')
    say('words')
    expect(await nextOf('failed')).toMatchObject({ fault: reason, at: 1360 })
    say('better')
    hearing.finish()
    expect(await nextOf('final')).toMatchObject({ text: 'better', at: 1600 })
    await expect.poll(() => standIn.sockets[0]!.ending).toBeDefined()
    expect(standIn.sockets).toHaveLength(2)
  },
)

test('what was confirmed before the connection broke is kept', async () => {
  const standIn = await startDeepgramStandIn({
    pieceCharacters: 4,
    meddle(socket, heardMs) {
      if (heardMs === 240) socket.cut()
      return heardMs >= 240
    },
  })
  const { hearing, next, nextOf, say } = call(standIn)
  say('surelost')
  hearing.finish()
  expect(await nextOf('final')).toMatchObject({ text: 'sure' })
  expect(await next()).toMatchObject({ kind: 'failed' })
})

test('unknown message types are ignored, and so is a connection that ends while nobody speaks', async () => {
  const standIn = await startDeepgramStandIn({ interimMs: 5000 })
  const { hearing, next, nextOf, say } = call(standIn)
  say('one')
  hearing.finish()
  await nextOf('final')
  standIn.sockets[0]!.tell({ type: 'Metadata', request_id: 'x' })
  standIn.sockets[0]!.tell({ type: 'Tomorrow' })
  standIn.sockets[0]!.close(1000)
  await expect.poll(() => standIn.sockets[0]!.ending).toBeDefined()
  await turns()
  say('two')
  hearing.finish()
  expect([await next(), await next()]).toMatchObject([
    { kind: 'speech' },
    { kind: 'final', text: 'two' },
  ])
})

test('a service that keeps refusing is retried less and less often, without keeping the caller waiting', async () => {
  const clock = createClock()
  const standIn = await startDeepgramStandIn({ key: 'another' })
  const { hearing, next, say } = call(standIn, { sleep: clock.outside.sleep })
  const refused = { kind: 'failed', fault: { code: 'provider_refuses_key' } }
  say('a')
  expect(await next()).toMatchObject(refused)
  say('b')
  expect(await next()).toMatchObject(refused)
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const asked = standIn.asked()
    say('c')
    hearing.finish()
    expect(await next()).toMatchObject(refused)
    await clock.advance(seconds * 1000 - 1)
    say('d')
    expect(standIn.asked()).toBe(asked)
    await clock.advance(1)
    say('e')
    expect(await next()).toMatchObject(refused)
    expect(standIn.asked()).toBe(asked + 1)
  }
})

test('a service that has recovered is retried at once after the next failure', async () => {
  const clock = createClock()
  let isDown = true
  const standIn = await startSocketStandIn({
    refuse: () => (isDown ? { status: 503 } : undefined),
    onMessage: (_message, socket) => {
      socket.tell({ type: 'Metadata' })
      socket.cut()
    },
  })
  const { next, say } = call(standIn, { sleep: clock.outside.sleep })
  for (const _ of [1, 2]) {
    say('a')
    expect(await next()).toMatchObject({ fault: { code: 'provider_status' } })
  }
  isDown = false
  await clock.advance(1000)
  for (const _ of [1, 2]) {
    say('b')
    expect(await next()).toMatchObject({ fault: { code: 'provider_unreachable' } })
  }
  expect(standIn.asked()).toBe(4)
})

test('the end of the call ends the events and the stream, opened or not', async () => {
  const standIn = await startDeepgramStandIn()
  const { over, hearing, next, nextOf, say } = call(standIn)
  say('a')
  hearing.finish()
  await nextOf('final')
  const event = next()
  over.abort()
  expect(await event).toBeUndefined()
  const [socket] = standIn.sockets
  await expect.poll(() => socket!.ending?.code).toBe(1000)
  expect(json(socket!).at(-1)).toEqual({ type: 'CloseStream' })
  say('b')
  hearing.finish()
  expect(standIn.asked()).toBe(1)

  const silent = await startSocketStandIn({ refuse: () => 'silence' })
  const early = call(silent)
  early.say('a')
  await expect.poll(silent.asked).toBe(1)
  early.over.abort()
  expect(await early.next()).toBeUndefined()
  await expect.poll(silent.connected).toBe(0)
})

test('nothing is requested before there is audio, and nothing is finished without any', async () => {
  const standIn = await startDeepgramStandIn()
  const { hearing, next, say } = call(standIn)
  hearing.finish()
  hearing.reopen()
  await turns()
  expect(standIn.asked()).toBe(0)
  say('a')
  hearing.finish()
  hearing.finish()
  expect([await next(), await next()]).toMatchObject([{ kind: 'speech' }, { text: 'a' }])
  expect(json(standIn.sockets[0]!)).toHaveLength(1)
})

test('neither a redirect nor a service itself leads a caller’s speech to a private address', async () => {
  const canary = await openCanary()
  const location = `http://127.0.0.1:${canary.port}/`
  const standIn = await startSocketStandIn({
    refuse: () => ({ status: 302, headers: { location } }),
  })
  const { next, say } = call(standIn)
  say('secret')
  expect(await next()).toMatchObject({ fault: { code: 'provider_redirects' } })
  const context = speechContext([])
  const inside = { baseUrl: `ws://127.0.0.1:${canary.port}`, model: 'nova-3' }
  const { signal } = new AbortController()
  const options = { rate: RATE, languages: [], signal }
  const hearing = createDeepgramTranscriber(context, inside).open(options)
  hearing.push({ pcm: toneSpeech('a', RATE), at: 0 })
  const events = hearing.events[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ fault: { code: 'outgoing_failed' } })
  expect(canary.hits()).toBe(0)
  canary.close()
})
