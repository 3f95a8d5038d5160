import { expect, test } from 'vitest'
import type { Outside } from '../../../server/context.ts'
import { createElevenLabsSynthesizer } from '../../../server/providers/speech/elevenlabs/synthesizer.ts'
import type { Speaking, SpeakOptions, SpokenSound } from '../../../server/providers/speech/speak.ts'
import { SpeechError } from '../../../server/providers/speech/speech-error.ts'
import { createClock, turns } from '../../support/clock.ts'
import { speak, startElevenLabsStandIn } from '../../support/elevenlabs-stand-in.ts'
import { openCanary } from '../../support/inside.ts'
import { type StandInSocket, startSocketStandIn } from '../../support/socket-stand-in.ts'
import { speechContext } from '../../support/speech-stand-in.ts'
import { hearTones } from '../../support/tone-speech.ts'

const KEY = 'Zz0123456789zZ'
const MODEL = 'eleven_flash_v2_5'
const OPTIONS = { voice: 'Rachel', language: 'en', speed: 1, stability: 0.5, similarity: 0.75 }

/** An utterance of a service at a port. */
function utterance(
  { port }: { readonly port: number },
  options: Partial<SpeakOptions> & { readonly sleep?: Outside['sleep'] } = {},
): Speaking {
  const { sleep, ...more } = options
  const service = { baseUrl: `http://127.0.0.1:${port}`, apiKey: KEY, model: MODEL }
  const context = speechContext([port], sleep && { sleep })
  const synthesizer = createElevenLabsSynthesizer(context, service)
  expect(synthesizer.takesFragments).toBe(true)
  return synthesizer.open({ ...OPTIONS, signal: new AbortController().signal, ...more })
}

/** Everything that arrived, and the reason that ended it. */
async function allOf({ audio }: Speaking) {
  const sounds: SpokenSound[] = []
  try {
    for await (const sound of audio) sounds.push(sound)
    return { sounds, error: undefined }
  } catch (error) {
    expect(error).toBeInstanceOf(SpeechError)
    return { sounds, error: (error as SpeechError).fault }
  }
}

const pcmOf = (sounds: readonly SpokenSound[]) =>
  Int16Array.from(sounds.flatMap(({ pcm }) => [...pcm]))

const spokenIn = (sounds: readonly SpokenSound[]) => hearTones(pcmOf(sounds), 24_000)

const textsOf = (sounds: readonly SpokenSound[]) =>
  sounds.map(({ begins }) => begins).filter((text) => text !== undefined)

const sent = ({ messages }: StandInSocket) => messages.map((message) => JSON.parse(String(message)))

/** Says a text in fragments of three characters. */
function sayAll(speaking: Speaking, text: string): void {
  for (const fragment of text.match(/.{1,3}/gs) ?? []) speaking.say(fragment)
  speaking.flush()
}

test('text is spoken as it is written, sentence by sentence, with word timings', async () => {
  const standIn = await startElevenLabsStandIn({ key: KEY })
  const speaking = utterance(standIn)
  sayAll(speaking, 'Good morning. How are you?')
  const { sounds, error } = await allOf(speaking)
  expect(error).toBeUndefined()
  expect(spokenIn(sounds)).toBe('Good morning. How are you? ')
  expect(textsOf(sounds)).toEqual(['Good morning.', 'How are you?'])
  expect(sounds.map(({ rate, words }) => ({ rate, words }))).toEqual([
    {
      rate: 24_000,
      words: [
        { text: 'Good', startMs: 0 },
        { text: 'morning.', startMs: 200 },
      ],
    },
    {
      rate: 24_000,
      words: [
        { text: 'How', startMs: 0 },
        { text: 'are', startMs: 160 },
        { text: 'you?', startMs: 320 },
      ],
    },
  ])
  const [socket] = standIn.sockets
  expect(new URL(socket!.path, 'http://host')).toMatchObject({
    pathname: '/v1/text-to-speech/Rachel/stream-input',
    search: `?model_id=${MODEL}&output_format=pcm_24000&auto_mode=true&inactivity_timeout=180`,
  })
  expect(sent(socket!)).toEqual([
    { text: ' ', voice_settings: { stability: 0.5, similarity_boost: 0.75, speed: 1 } },
    { text: 'Good morning. ' },
    { text: 'How are you? ' },
    { text: '' },
  ])
  await expect.poll(() => socket!.ending?.code).toBe(1000)
})

test.each([
  [{ speed: 0.8, stability: 0, similarity: 1 }, [0, 1, 0.8]],
  [{ speed: 2, stability: 1.5, similarity: -1 }, [1, 0, 1.2]],
  [{ speed: 0.1 }, [0.5, 0.75, 0.7]],
])('a voice set to %o stays within the service’s ranges', async (options, settings) => {
  const standIn = await startElevenLabsStandIn()
  const speaking = utterance(standIn, options)
  sayAll(speaking, 'Hi.')
  await allOf(speaking)
  const [{ voice_settings }] = sent(standIn.sockets[0]!)
  const { stability, similarity_boost, speed } = voice_settings
  expect([stability, similarity_boost, speed]).toEqual(settings)
})

test('a voice id cannot change the path or query', async () => {
  const standIn = await startElevenLabsStandIn()
  const speaking = utterance(standIn, { voice: '../user?x=1#\r\nx: y' })
  sayAll(speaking, 'Hi.')
  await allOf(speaking)
  expect(standIn.sockets[0]!.path).toMatch(
    /^\/v1\/text-to-speech\/\.\.%2Fuser%3Fx%3D1%23%0D%0Ax%3A%20y\/stream-input\?model_id=/,
  )
})

test.each([97, 333, 1920, 2001, 5000, 7777])(
  'audio cut every %i bytes arrives complete, without splitting a word',
  async (pieceBytes) => {
    const text = 'One two three, four fivesixseven. Eight!'
    const standIn = await startElevenLabsStandIn({ pieceBytes })
    const speaking = utterance(standIn)
    sayAll(speaking, text)
    const { sounds, error } = await allOf(speaking)
    expect(error).toBeUndefined()
    expect(spokenIn(sounds)).toBe(`${text} `)
    expect(textsOf(sounds).join(' ')).toBe(text)
    let beforeMs = 0
    const starts = sounds.flatMap(({ pcm, words = [] }) => {
      const placed = words.map(({ text: word, startMs }) => [word, beforeMs + startMs])
      beforeMs += (pcm.length / 24_000) * 1000
      return placed
    })
    let at = 0
    for (const [word, startMs] of starts) {
      at = text.indexOf(String(word), at)
      expect(Math.abs(Number(startMs) - at * 40)).toBeLessThan(2)
    }
    expect(starts.map(([word]) => word).join(' ')).toBe(text)
  },
)

test('timings of the normalised text work as well; without any, text is attributed when it is sent', async () => {
  for (const alignment of ['normalized', 'none'] as const) {
    const standIn = await startElevenLabsStandIn({ alignment, pieceBytes: 5000 })
    const speaking = utterance(standIn)
    speaking.say('Hello there, you.')
    speaking.flush()
    const { sounds } = await allOf(speaking)
    expect(spokenIn(sounds)).toBe('Hello there, you. ')
    expect(textsOf(sounds).join(' ')).toBe('Hello there, you.')
    expect(sounds.some(({ words }) => words !== undefined)).toBe(alignment !== 'none')
  }
})

test('a script without spaces is not held back, and neither is an endless word', async () => {
  const standIn = await startSocketStandIn()
  const speaking = utterance(standIn)
  const audio = speaking.audio[Symbol.asyncIterator]()
  speaking.say('你好世界。')
  await expect.poll(() => standIn.sockets.length).toBe(1)
  const say = (chars: string[], ms: number) =>
    standIn.sockets[0]!.tell({
      audio: Buffer.alloc(ms * 48).toString('base64'),
      alignment: { chars, charStartTimesMs: chars.map((_, at) => at * 10) },
    })
  say(['你', '好'], 100)
  expect((await audio.next()).value).toMatchObject({ begins: '你好' })
  say(['a', 'b'], 1500)
  say(['c', 'd'], 600)
  const { value } = await audio.next()
  expect(value).toMatchObject({ begins: 'abcd', words: [{ text: 'abcd', startMs: 0 }] })
  expect(value.pcm.length).toBe(2100 * 24)
  await audio.return?.()
})

test('invalid timings are replaced by the previous character’s, and dropped when they do not fit', async () => {
  const standIn = await startSocketStandIn({
    onMessage(message, socket) {
      if (!String(message).includes('Hello')) return
      const audio = Buffer.alloc(480).toString('base64')
      const alignment = {
        chars: [...'Hi you a '],
        charStartTimesMs: [5, 9, 7, -3, 4, 4, 4, 1e9, 2],
      }
      socket.tell({ audio, alignment })
      socket.tell({ audio, alignment: { chars: ['a'], charStartTimesMs: [] } })
      socket.tell({ audio, alignment: { chars: 'a' }, isFinal: true })
    },
  })
  const speaking = utterance(standIn)
  sayAll(speaking, 'Hello.')
  const { sounds, error } = await allOf(speaking)
  expect(error).toBeUndefined()
  expect(sounds.flatMap(({ words = [] }) => words)).toEqual([
    { text: 'Hi', startMs: 5 },
    { text: 'you', startMs: 9 },
    { text: 'a', startMs: 10 },
  ])
  expect(pcmOf(sounds)).toHaveLength(720)
})

test('a stop, or the end of the call, closes the connection at once without an error', async () => {
  const standIn = await startElevenLabsStandIn()
  const call = new AbortController()
  for (const end of [(speaking: Speaking) => speaking.stop(), () => call.abort()]) {
    const speaking = utterance(standIn, { signal: call.signal })
    speaking.say('Hello, I am here. And ')
    const audio = speaking.audio[Symbol.asyncIterator]()
    expect((await audio.next()).done).toBe(false)
    expect((await audio.next()).done).toBe(false)
    const more = audio.next()
    end(speaking)
    expect((await more).done).toBe(true)
    speaking.say('more.')
    speaking.flush()
  }
  await expect.poll(() => standIn.sockets.map(({ ending }) => ending?.code)).toEqual([1000, 1000])
  expect(standIn.sockets.flatMap(sent)).not.toContainEqual({ text: '' })
  const late = utterance(standIn, { signal: call.signal })
  late.say('Too late.')
  expect(await allOf(late)).toEqual({ sounds: [], error: undefined })
})

test('leaving before the end closes the connection, and an utterance without words is silent', async () => {
  // The service would wait for more.
  const standIn = await startElevenLabsStandIn({ meddle: (_socket, text) => text === '' })
  const left = utterance(standIn)
  sayAll(left, 'One. Two. Three.')
  for await (const _ of left.audio) break
  const silent = utterance(standIn)
  sayAll(silent, ' … \n')
  expect(await allOf(silent)).toEqual({ sounds: [], error: undefined })
  await turns()
  await expect.poll(standIn.connected).toBe(0)
})

const FAULTS: readonly [string, (socket: StandInSocket) => void, object][] = [
  ['loses the connection', (socket) => socket.cut(), { code: 'provider_unreachable' }],
  ['ends too early', (socket) => socket.close(1000), { code: 'speech_cut_off' }],
  [
    'closes with a reason',
    (socket) => socket.close(1008, `No credit for ${KEY}`),
    { code: 'speech_reported', params: { words: 'No credit for [hidden] (1008)' } },
  ],
  [
    'reports an error',
    (socket) =>
      socket.tell({ error: 'quota_exceeded', message: `Nothing\nleft, ${KEY}`, code: 1008 }),
    { code: 'speech_reported', params: { words: 'Nothing left, [hidden]' } },
  ],
  ['sends no JSON', (socket) => socket.send('{"audio":'), { code: 'speech_unreadable' }],
  ['sends no base64', (socket) => socket.tell({ audio: '\u0000' }), { code: 'speech_unreadable' }],
  ['sends bytes', (socket) => socket.send(Buffer.alloc(9)), { code: 'speech_unreadable' }],
  [
    'sends more than fits',
    (socket) => socket.send('x'.repeat(5_000_000)),
    { code: 'provider_unreachable' },
  ],
]

test.each(FAULTS)(
  'when a service %s mid-word, the audio so far is kept',
  async (_, fail, reason) => {
    const standIn = await startElevenLabsStandIn({
      meddle(socket, text) {
        if (!text.startsWith('Two')) return false
        speak(socket, text.slice(0, 5), {})
        fail(socket)
        return true
      },
    })
    const speaking = utterance(standIn)
    sayAll(speaking, 'One. Two three.')
    const { sounds, error } = await allOf(speaking)
    expect(error).toMatchObject(reason)
    expect(spokenIn(sounds)).toBe('One. Two t')
    expect(textsOf(sounds)).toEqual(['One.', 'Two', 't'])
    await expect.poll(() => standIn.sockets[0]!.ending).toBeDefined()
  },
)

test('a wrong key, a redirect and a private address are reported as reasons', async () => {
  const canary = await openCanary()
  const location = `http://127.0.0.1:${canary.port}/`
  const wrong = await startElevenLabsStandIn({ key: 'another' })
  const moved = await startSocketStandIn({ refuse: () => ({ status: 307, headers: { location } }) })
  for (const [standIn, code] of [
    [wrong, 'provider_refuses_key'],
    [moved, 'provider_redirects'],
  ] as const) {
    const speaking = utterance(standIn)
    sayAll(speaking, 'Hello.')
    expect(await allOf(speaking)).toMatchObject({ sounds: [], error: { code } })
  }
  const inside = { baseUrl: `http://127.0.0.1:${canary.port}`, model: MODEL }
  const unlisted = createElevenLabsSynthesizer(speechContext([]), inside)
  const speaking = unlisted.open({ ...OPTIONS, signal: new AbortController().signal })
  sayAll(speaking, 'Hello.')
  expect((await allOf(speaking)).error).toMatchObject({ code: 'outgoing_failed' })
  expect(canary.hits()).toBe(0)
  canary.close()
})

test('endless audio is cut off', async () => {
  const audio = Buffer.alloc(1_500_000).toString('base64')
  const standIn = await startSocketStandIn({
    onOpen: (socket) => {
      for (let index = 0; index < 20; index += 1) socket.tell({ audio })
    },
  })
  const speaking = utterance(standIn)
  sayAll(speaking, 'Hello.')
  let bytes = 0
  await expect(async () => {
    for await (const { pcm } of speaking.audio) bytes += pcm.byteLength
  }).rejects.toMatchObject({ fault: { code: 'speech_too_long', params: { megabytes: 16 } } })
  expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
})

test('a service that owes audio times out, and one that waits for text does not', async () => {
  const clock = createClock()
  const { sleep } = clock.outside
  const mute = await startSocketStandIn()
  const waiting = utterance(mute, { sleep })
  waiting.say('Hello. And')
  const all = allOf(waiting)
  await expect.poll(() => mute.sockets[0]?.messages.length).toBe(2)
  await clock.advance(8000)
  expect(await all).toEqual({
    sounds: [],
    error: { code: 'speech_slow', params: { seconds: 8 } },
  })

  const standIn = await startElevenLabsStandIn({ meddle: (_socket, text) => text === '' })
  const speaking = utterance(standIn, { sleep })
  const audio = speaking.audio[Symbol.asyncIterator]()
  speaking.say('Hello. And')
  expect((await audio.next()).value).toMatchObject({ begins: 'Hello.' })
  const next = audio.next()
  // A tool call takes time.
  await clock.advance(60_000)
  speaking.say(' good day.')
  speaking.flush()
  expect((await next).value).toMatchObject({ begins: 'And good day.' })
  const end = allOf({ ...speaking, audio: { [Symbol.asyncIterator]: () => audio } })
  await turns()
  await clock.advance(5000)
  expect(await end).toEqual({ sounds: [], error: { code: 'speech_slow', params: { seconds: 5 } } })
})
