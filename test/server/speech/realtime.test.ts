import { expect, test } from 'vitest'
import type { Outside } from '../../../server/context.ts'
import type { ConverseOptions, ConverserEvent } from '../../../server/providers/speech/converse.ts'
import { createOpenAiConverser } from '../../../server/providers/speech/openai-realtime/converser.ts'
import { SpeechError } from '../../../server/providers/speech/speech-error.ts'
import { createClock, turns } from '../../support/clock.ts'
import { openCanary } from '../../support/inside.ts'
import { type ClientMessage, startRealtimeStandIn } from '../../support/realtime-stand-in.ts'
import { type StandInSocket, startSocketStandIn } from '../../support/socket-stand-in.ts'
import { speechContext } from '../../support/speech-stand-in.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

const KEY = 'Zz0123456789zZ'
const RATE = 16_000
const FRAME = 320

interface World extends Partial<Omit<ConverseOptions, 'signal'>> {
  readonly sleep?: Outside['sleep']
  readonly transcriptionModel?: string
  readonly model?: string
}

/** A conversation on a line that starts at 1000 ms. */
function converse({ port }: { readonly port: number }, world: World = {}) {
  const { sleep, transcriptionModel, model = 'gpt-realtime', ...options } = world
  const converser = createOpenAiConverser(speechContext([port], sleep && { sleep }), {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: KEY,
    model,
    ...(transcriptionModel !== undefined && { transcriptionModel }),
  })
  const call = new AbortController()
  const conversing = converser.open({
    rate: RATE,
    instructions: 'Be kind.',
    tools: [],
    voice: 'marin',
    turns: 'ours',
    ...options,
    signal: call.signal,
  })
  const events = conversing.events[Symbol.asyncIterator]()
  let at = 1000
  const push = (pcm: Int16Array) => {
    for (let from = 0; from < pcm.length; from += FRAME) {
      conversing.push({ pcm: pcm.subarray(from, from + FRAME), at })
      at += 20
    }
  }
  async function next(): Promise<ConverserEvent | undefined> {
    return (await events.next()).value
  }
  return {
    call,
    conversing,
    next,
    /** All events up to one of a kind. */
    async until(kind: ConverserEvent['kind']): Promise<ConverserEvent[]> {
      const all: ConverserEvent[] = []
      for (;;) {
        const event = await next()
        if (event) all.push(event)
        if (!event || event.kind === kind) return all
      }
    },
    say: (text: string) => push(toneSpeech(text, RATE)),
    pause: (ms: number) => push(new Int16Array((ms / 1000) * RATE)),
  }
}

const of = <kind extends ConverserEvent['kind']>(events: readonly ConverserEvent[], kind: kind) =>
  events.filter((event): event is Extract<ConverserEvent, { kind: kind }> => event.kind === kind)

const spokenIn = (events: readonly ConverserEvent[]) =>
  hearTones(Int16Array.from(of(events, 'sound').flatMap(({ pcm }) => [...pcm])), 24_000)

const wordsIn = (events: readonly ConverserEvent[]) =>
  of(events, 'words')
    .map(({ text }) => text)
    .join('')

/** A client's messages, without their audio. */
const sent = ({ messages }: StandInSocket): ClientMessage[] =>
  messages
    .map((message) => JSON.parse(String(message)))
    .filter(({ type }) => type !== 'input_audio_buffer.append')

test.each([false, true])(
  'a caller’s speech is answered with audio and its text, by new and old servers (old: %s)',
  async (isOld) => {
    const standIn = await startRealtimeStandIn({ key: KEY, isOld, pieceBytes: 5001 })
    const { conversing, until, say } = converse(standIn, {
      transcriptionModel: 'whisper-1',
      language: 'de-AT',
      model: 'a&b',
    })
    say('hello')
    conversing.respond('!')
    const events = await until('response-ended')
    expect(of(events, 'heard')).toMatchObject([
      { text: 'he', isFinal: false },
      { text: 'hello', isFinal: false },
      { text: 'hello', isFinal: true },
    ])
    expect(spokenIn(events)).toBe('hello!')
    expect(wordsIn(events)).toBe('hello!')
    expect(events.at(-1)).toEqual({
      kind: 'response-ended',
      responseId: 'resp_2',
      status: 'completed',
      usage: { inputTokens: 10, outputTokens: 20, inputAudioTokens: 7, outputAudioTokens: 15 },
    })
    const [socket] = standIn.sockets
    expect(socket!.path).toBe('/v1/realtime?model=a%26b')
    const [update, ...rest] = sent(socket!)
    const transcription = { model: 'whisper-1', language: 'de' }
    const format = { type: 'audio/pcm', rate: 24_000 }
    const common = { instructions: 'Be kind.', tools: [], tool_choice: 'auto' }
    expect(update.session).toEqual(
      isOld
        ? {
            ...common,
            modalities: ['text', 'audio'],
            input_audio_format: 'pcm16',
            output_audio_format: 'pcm16',
            voice: 'marin',
            turn_detection: null,
            input_audio_transcription: transcription,
          }
        : {
            ...common,
            type: 'realtime',
            output_modalities: ['audio'],
            audio: {
              input: { format, turn_detection: null, transcription },
              output: { format, voice: 'marin' },
            },
          },
    )
    expect(rest).toEqual([
      { type: 'input_audio_buffer.commit' },
      { type: 'response.create', response: { instructions: '!' } },
    ])
  },
)

test.each([false, true])('without a voice it answers in text (old: %s)', async (isOld) => {
  const standIn = await startRealtimeStandIn({ isOld })
  const { conversing, until } = converse(standIn, { voice: null })
  conversing.text('system', 'Somebody calls.')
  conversing.respond()
  const events = await until('response-ended')
  expect([wordsIn(events), of(events, 'sound')]).toEqual(['Somebody calls.', []])
  const [{ session }, item, create] = sent(standIn.sockets[0]!)
  expect([
    session.modalities ?? session.output_modalities,
    session.voice,
    session.audio?.output,
  ]).toEqual([['text'], undefined, undefined])
  expect([item.item, create]).toEqual([
    { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Somebody calls.' }] },
    { type: 'response.create' },
  ])
})

test('when the service detects the ends of turns, it answers by itself, with times on the line’s clock', async () => {
  const standIn = await startRealtimeStandIn()
  const { until, say, pause } = converse(standIn, { turns: 'server', threshold: 0.7 })
  pause(100)
  say('hello')
  pause(240)
  const events = await until('response-ended')
  const times = events.flatMap((event) => ('at' in event ? [event.at] : []))
  expect(times.map((at) => Math.round(at / 10) * 10)).toEqual([1100, 1300])
  expect(spokenIn(events)).toBe('hello')
  const [{ session }, ...rest] = sent(standIn.sockets[0]!)
  expect(session.audio.input.turn_detection).toEqual({
    type: 'server_vad',
    threshold: 0.7,
    create_response: true,
    interrupt_response: true,
  })
  expect(rest).toEqual([])
})

test('a function is called once with all of its arguments, and its result is answered', async () => {
  const standIn = await startRealtimeStandIn()
  const tool = { name: 'book', description: 'Books.', parameters: { type: 'object' } }
  const { conversing, until } = converse(standIn, { voice: null, tools: [tool] })
  conversing.text('user', 'call book table')
  conversing.respond()
  const events = await until('response-ended')
  expect(of(events, 'tool-call')).toEqual([
    { kind: 'tool-call', callId: 'call_book', name: 'book', arguments: '{"x":"table"}' },
  ])
  conversing.toolResult('call_book', 'done at nine')
  conversing.respond()
  expect(wordsIn(await until('response-ended'))).toBe('done at nine')
  const messages = sent(standIn.sockets[0]!)
  expect(messages[0].session.tools).toEqual([{ type: 'function', ...tool }])
  expect(messages.at(-2).item).toEqual({
    type: 'function_call_output',
    call_id: 'call_book',
    output: 'done at nine',
  })
})

test('an incomplete or repeated function call is ignored', async () => {
  const item = { type: 'function_call', call_id: 'c1', name: 'book', arguments: '{}' }
  const standIn = await startSocketStandIn({
    onOpen(socket) {
      const tell = (type: string, more: object) => socket.tell({ type, response_id: 'r', ...more })
      tell('session.created', {})
      tell('response.created', { response: { id: 'r' } })
      tell('response.output_item.done', { item: { ...item, call_id: 'c0', status: 'incomplete' } })
      tell('response.output_item.done', { item: { type: 'message', role: 'assistant' } })
      tell('response.output_item.done', { item })
      const output = [item, { ...item, call_id: 'c2', status: 'completed' }]
      tell('response.done', { response: { id: 'r', status: 'incomplete', output } })
    },
  })
  const events = await converse(standIn).until('response-ended')
  expect(of(events, 'tool-call').map(({ callId }) => callId)).toEqual(['c1', 'c2'])
  expect(events.at(-1)).toMatchObject({ status: 'incomplete' })
})

test('an abandoned answer reports nothing more than its end', async () => {
  const standIn = await startRealtimeStandIn({ isHeld: true, pieceBytes: 960 })
  const { conversing, next, until } = converse(standIn)
  conversing.text('user', 'a long story')
  conversing.respond()
  const before = await until('sound')
  const { itemId } = of(before, 'sound')[0]!
  conversing.cancel()
  conversing.cancel()
  // More of it is in transit by then.
  const [socket] = standIn.sockets
  const more = { response_id: 'resp_1', item_id: itemId }
  socket!.tell({ type: 'response.output_audio.delta', ...more, delta: 'AAAA' })
  socket!.tell({ type: 'response.output_text.delta', ...more, delta: 'once' })
  expect(await next()).toEqual({
    kind: 'response-ended',
    responseId: 'resp_1',
    status: 'cancelled',
  })
  conversing.cancel()
  conversing.text('user', 'short')
  conversing.respond()
  await until('sound')
  expect(sent(socket!).filter(({ type }) => type === 'response.cancel')).toHaveLength(1)
})

test('an answer abandoned before it starts is cancelled as soon as it does', async () => {
  const standIn = await startRealtimeStandIn({ isHeld: true })
  const { conversing, until } = converse(standIn)
  conversing.text('user', 'never mind')
  conversing.respond()
  conversing.cancel()
  const events = await until('response-ended')
  expect(events).toEqual([{ kind: 'response-ended', responseId: 'resp_1', status: 'cancelled' }])
})

test('one answer at a time: the next is requested when the previous has ended', async () => {
  const standIn = await startRealtimeStandIn({ isHeld: true })
  const { conversing, until } = converse(standIn, { voice: null })
  conversing.text('user', 'one')
  conversing.respond()
  await until('words')
  conversing.text('user', 'two')
  conversing.respond(' and more')
  await turns()
  const [socket] = standIn.sockets
  const creates = () => sent(socket!).filter(({ type }) => type === 'response.create').length
  expect(creates()).toBe(1)
  standIn.letOn(socket!)
  await until('response-ended')
  await until('words')
  expect(creates()).toBe(2)
  standIn.letOn(socket!)
  expect(wordsIn(await until('response-ended'))).toBe('o and more')
})

test('answers that both sides start at once are not a failure', async () => {
  const standIn = await startSocketStandIn({
    onOpen: (socket) => socket.tell({ type: 'session.created' }),
    onMessage(message, socket) {
      const { type } = JSON.parse(String(message))
      const asked = sent(socket).filter((each) => each.type === 'response.create').length
      if (type !== 'response.create') return
      if (asked === 2) return socket.tell({ type: 'response.created', response: { id: 'r2' } })
      const code = 'conversation_already_has_active_response'
      socket.tell({ type: 'response.created', response: { id: 'r1' } })
      socket.tell({ type: 'error', error: { code, message: 'Wait.' } })
      socket.tell({ type: 'error', error: { code: 'response_cancel_not_active' } })
      socket.tell({ type: 'response.done', response: { id: 'r1', status: 'completed' } })
    },
  })
  const { conversing, next } = converse(standIn)
  conversing.respond()
  expect([await next(), await next(), await next()]).toMatchObject([
    { kind: 'response-started', responseId: 'r1' },
    { kind: 'response-ended', responseId: 'r1' },
    { kind: 'response-started', responseId: 'r2' },
  ])
})

test('the unheard rest is truncated, never beyond its length or at an invalid time', async () => {
  const standIn = await startRealtimeStandIn()
  const { conversing, until } = converse(standIn)
  conversing.text('user', 'hello')
  conversing.respond()
  const events = await until('response-ended')
  const { itemId } = of(events, 'sound')[0]!
  for (const ms of [99.9, 200, 1e9, -5, Number.NaN, Number.POSITIVE_INFINITY])
    conversing.truncate(itemId, ms)
  conversing.truncate('another', 10)
  conversing.text('user', 'end')
  conversing.respond()
  // None of these was refused.
  expect((await until('response-ended')).map(({ kind }) => kind)).not.toContain('failed')
  const cuts = sent(standIn.sockets[0]!).filter(({ type }) => type === 'conversation.item.truncate')
  expect(cuts.map(({ audio_end_ms }) => audio_end_ms)).toEqual([99, 200, 200, 0])
  expect(cuts[0]).toMatchObject({ item_id: itemId, content_index: 0 })
})

test('audio too short for a turn is not committed', async () => {
  const standIn = await startRealtimeStandIn()
  const { conversing, until, pause } = converse(standIn, { voice: null })
  pause(80)
  conversing.text('user', 'typed')
  conversing.respond()
  expect(wordsIn(await until('response-ended'))).toBe('typed')
})

test('a refusal and a failed response give reasons, and the conversation continues', async () => {
  const standIn = await startRealtimeStandIn({
    meddle({ type, item }, socket) {
      if (type !== 'conversation.item.create') return false
      const { text } = item.content[0]
      if (text === 'fail') {
        const status_details = { error: { message: `Out of ${KEY}` } }
        const response = { id: 'r', status: 'failed', status_details }
        socket.tell({ type: 'response.done', response })
      } else if (text === 'refuse')
        socket.tell({ type: 'error', error: { code: 'bad', message: `No ${KEY}` } })
      return text !== 'good'
    },
  })
  const { conversing, next, until } = converse(standIn, { voice: null })
  conversing.text('user', 'refuse')
  const reported = (words: string) => ({ code: 'speech_reported', params: { words } })
  expect(await next()).toEqual({ kind: 'failed', fault: reported('No [hidden]') })
  conversing.text('user', 'fail')
  expect(await next()).toMatchObject({ status: 'failed', fault: reported('Out of [hidden]') })
  conversing.text('user', 'good')
  conversing.respond()
  expect(wordsIn(await until('response-ended'))).toBe('good')
})

const FAULTS: readonly [string, (socket: StandInSocket) => void, object][] = [
  ['loses the connection', (socket) => socket.cut(), { code: 'provider_unreachable' }],
  ['hangs up', (socket) => socket.close(1000), { code: 'provider_unreachable' }],
  [
    'closes with a reason',
    (socket) => socket.close(3000, 'invalid_request_error.invalid_api_key'),
    {
      code: 'speech_reported',
      params: { words: 'invalid_request_error.invalid_api_key (3000)' },
    },
  ],
  ['sends no JSON', (socket) => socket.send('{"type'), { code: 'speech_unreadable' }],
  ['sends no event', (socket) => socket.tell({ kind: 'x' }), { code: 'speech_unreadable' }],
  [
    'sends sound of nothing',
    (socket) => socket.tell({ type: 'response.audio.delta', delta: 7 }),
    { code: 'speech_unreadable' },
  ],
  [
    'sends more than fits',
    (socket) => socket.send('x'.repeat(5_000_000)),
    { code: 'provider_unreachable' },
  ],
]

test.each(FAULTS)(
  'with a service that %s mid-word the conversation is lost',
  async (_, fail, reason) => {
    const standIn = await startRealtimeStandIn({ isHeld: true, pieceBytes: 960 })
    const { conversing, next, until, say } = converse(standIn)
    conversing.text('user', 'hello')
    conversing.respond()
    await until('sound')
    fail(standIn.sockets[0]!)
    const error = await next().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SpeechError)
    expect((error as SpeechError).fault).toMatchObject(reason)
    await expect.poll(() => standIn.sockets[0]!.ending).toBeDefined()
    say('nobody listens')
    conversing.respond()
  },
)

test('a wrong key, a redirect, a private address and silence are reported as reasons', async () => {
  const canary = await openCanary()
  const location = `http://127.0.0.1:${canary.port}/`
  const clock = createClock()
  const wrong = await startRealtimeStandIn({ key: 'another' })
  const moved = await startSocketStandIn({ refuse: () => ({ status: 302, headers: { location } }) })
  const mute = await startSocketStandIn()
  const silent = expect(converse(mute, { sleep: clock.outside.sleep }).next()).rejects
  const isGivenUp = silent.toMatchObject({ fault: { code: 'outgoing_failed' } })
  await expect.poll(() => mute.sockets.length).toBe(1)
  await clock.advance(8000)
  await isGivenUp
  await expect(converse(wrong).next()).rejects.toMatchObject({
    fault: { code: 'provider_refuses_key' },
  })
  await expect(converse(moved).next()).rejects.toMatchObject({
    fault: { code: 'provider_redirects' },
  })
  const inside = { baseUrl: `http://127.0.0.1:${canary.port}/v1`, model: 'gpt-realtime' }
  const { events } = createOpenAiConverser(speechContext([]), inside).open({
    rate: RATE,
    instructions: '',
    tools: [],
    voice: null,
    turns: 'ours',
    signal: new AbortController().signal,
  })
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    fault: { code: 'outgoing_failed' },
  })
  expect(canary.hits()).toBe(0)
  canary.close()
})

test('the end of the call ends the conversation without an error', async () => {
  const standIn = await startRealtimeStandIn()
  const { call, conversing, next, until, say } = converse(standIn)
  conversing.text('user', 'hello')
  conversing.respond()
  await until('response-ended')
  const event = next()
  call.abort()
  expect(await event).toBeUndefined()
  say('late')
  await expect.poll(() => standIn.sockets[0]!.ending?.code).toBe(1000)
  expect(standIn.sockets[0]!.messages).toHaveLength(3)
})
