import fc from 'fast-check'
import { expect, test } from 'vitest'
import { muLaw } from '../../../server/media/g711.ts'
import { joined } from '../../../server/media/tone.ts'
import { createStream } from '../../../server/providers/voice/form-api/stream.ts'
import {
  mediaMessage,
  readStreamMessage,
  soundOf,
} from '../../../server/providers/voice/form-api/stream-messages.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

const STREAM = 'MZ1'
const start = (more: object = {}, format: object = {}) => ({
  event: 'start',
  sequenceNumber: '1',
  streamSid: STREAM,
  start: {
    streamSid: STREAM,
    accountSid: 'AC1',
    callSid: 'CA1',
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1, ...format },
    customParameters: { call: '7' },
    ...more,
  },
})
const media = (index: number, pcm: Int16Array, more: object = {}) => ({
  event: 'media',
  sequenceNumber: String(index + 2),
  streamSid: STREAM,
  media: {
    track: 'inbound',
    chunk: String(index + 1),
    timestamp: String(index * 20),
    payload: Buffer.from(muLaw.encode(pcm)).toString('base64'),
    ...more,
  },
})
const silence = new Int16Array(160)
const stop = { event: 'stop', streamSid: STREAM, stop: { accountSid: 'AC1', callSid: 'CA1' } }

/** A stream of the call CA1, with everything it reports. */
function open() {
  const sent: { event: string; mark?: { name: string }; media?: { payload: string } }[] = []
  const told: unknown[] = []
  const frames: Int16Array[] = []
  const stream = createStream({
    now: () => 0,
    send: (text) => sent.push(JSON.parse(text)),
    isExpected: ({ accountSid, callSid }) => accountSid === 'AC1' && callSid === 'CA1',
    onStart: ({ customParameters }) => told.push(['start', customParameters]),
    onFrame: (frame) => frames.push(frame),
    onDigit: (digit) => told.push(['digit', digit]),
    onMark: (utterance, ms) => told.push(['mark', utterance, ms]),
    onEnd: (reason) => told.push(['end', reason]),
  })
  const receive = (...messages: unknown[]) => {
    for (const message of messages)
      stream.receive(typeof message === 'string' ? message : JSON.stringify(message))
  }
  return { stream, sent, told, frames, receive }
}

test('a caller is heard from start to stop', () => {
  const { receive, frames, told } = open()
  const speech = toneSpeech('Hello?', 8000)
  receive({ event: 'connected', protocol: 'Call', version: '1.0.0' }, start())
  for (let index = 0; index * 160 < speech.length; index += 1)
    receive(media(index, speech.subarray(index * 160, (index + 1) * 160)))
  receive({ event: 'dtmf', streamSid: STREAM, dtmf: { track: 'inbound_track', digit: '5' } }, stop)
  expect(hearTones(joined(frames), 8000)).toBe('Hello?')
  expect(told).toEqual([
    ['start', { call: '7' }],
    ['digit', '5'],
    ['end', 'stopped'],
  ])
})

test('audio before the start and after the stop is dropped', () => {
  const { receive, frames, told, stream, sent } = open()
  receive(media(0, silence), { event: 'mark', streamSid: STREAM, mark: { name: '1:100' } })
  stream.play(silence, 1)
  stream.clear()
  receive(start(), media(1, silence), stop, media(2, silence), stop, start(), 'no JSON')
  stream.play(silence, 1)
  stream.clear()
  stream.close()
  expect(frames).toHaveLength(1)
  expect(sent).toEqual([])
  expect(told).toEqual([
    ['start', { call: '7' }],
    ['end', 'stopped'],
  ])
})

test.each([
  ['of another account', [start({ accountSid: 'AC2' })]],
  ['of another call', [start({ callSid: 'CA2' })]],
  ['that begins twice', [start(), start()]],
])('a stream %s is ended', (_, messages) => {
  const { receive, told, frames } = open()
  receive(...messages, media(0, silence))
  expect(told.at(-1)).toEqual(['end', 'foreign'])
  expect(frames).toEqual([])
})

test('audio of another stream, and the outbound track, is ignored', () => {
  const { receive, frames } = open()
  receive(start(), { ...media(0, silence), streamSid: 'MZ2' })
  receive(media(0, silence, { track: 'outbound' }))
  expect(frames).toEqual([])
})

test('audio is sent with a mark every 100 ms, which comes back when it was heard', () => {
  const { stream, receive, sent, told } = open()
  receive(start())
  const speech = toneSpeech('How are you?', 8000)
  for (let at = 0; at < speech.length; at += 160) stream.play(speech.subarray(at, at + 160), 3)
  // Between utterances, and within one that stalls.
  stream.play(silence, 0)
  stream.play(silence, 3)
  const marks = sent.flatMap(({ mark }) => mark?.name ?? [])
  const payloads = sent.flatMap((message) => message.media?.payload ?? [])
  expect(marks).toEqual(['3:100', '3:200', '3:300', '3:400', '3:500'])
  expect(hearTones(joined(payloads.map(soundOf)), 8000)).toBe('How are you?')
  receive({ event: 'mark', streamSid: STREAM, mark: { name: '3:200' } })
  receive({ event: 'mark', streamSid: STREAM, mark: { name: 'somebody else’s' } })
  expect(told.slice(1)).toEqual([['mark', 3, 200]])
  stream.clear()
  expect(sent.at(-1)).toEqual({ event: 'clear', streamSid: STREAM })
})

test('playback is complete once its last mark has come back, or the stream is over', async () => {
  const { stream, receive, sent } = open()
  await stream.played()
  receive(start())
  stream.play(silence, 1)
  const played = stream.played()
  const { mark } = sent.at(-1)!
  expect(mark).toBeDefined()
  receive({ event: 'mark', streamSid: STREAM, mark })
  await played
  const other = open()
  other.receive(start())
  const never = other.stream.played()
  other.receive(stop)
  await never
})

test('numbers may be strings, and strings numbers', () => {
  const message = start({}, { sampleRate: '8000', channels: '1' })
  expect(readStreamMessage(JSON.stringify(message))).toMatchObject({ event: 'start' })
  const late = media(0, silence, { timestamp: 40 })
  expect(readStreamMessage(JSON.stringify(late))).toMatchObject({ media: { timestamp: 40 } })
})

test.each([
  ['another codec', start({}, { encoding: 'audio/l16' })],
  ['another rate', start({}, { sampleRate: 16_000 })],
  ['two channels', start({}, { channels: 2 })],
  ['no base64', media(0, silence, { payload: '*' })],
  ['too much sound', media(0, new Int16Array(16_003))],
  ['a negative time', media(0, silence, { timestamp: '-20' })],
  ['no time', media(0, silence, { timestamp: '' })],
  ['a key that no telephone has', { event: 'dtmf', streamSid: STREAM, dtmf: { digit: '12' } }],
  ['no event', { streamSid: STREAM }],
  ['a list', []],
  ['nothing', null],
])('a message with %s is invalid', (_, message) => {
  expect(readStreamMessage(JSON.stringify(message))).toBeUndefined()
})

test('unknown events are ignored; after a hundred malformed messages the peer is not a provider', () => {
  const { receive, told } = open()
  receive(start())
  receive(...Array(200).fill({ event: 'weather', streamSid: STREAM }))
  receive(...Array(99).fill('{'))
  expect(told).toHaveLength(1)
  receive({ ...media(0, silence), media: {} })
  expect(told.at(-1)).toEqual(['end', 'foreign'])
})

test('whatever arrives, nothing is thrown, and nothing follows the end', () => {
  const message = fc.oneof(
    fc.constantFrom(start(), stop, media(0, silence), media(7, silence), start({ callSid: 'CA2' })),
    fc.record({ event: fc.string(), streamSid: fc.constant(STREAM), media: fc.anything() }),
    fc.json(),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), (messages) => {
      const { receive, stream, told } = open()
      receive(...messages)
      stream.tick()
      stream.play(silence, 1)
      stream.close()
      const ends = told.filter((each) => Array.isArray(each) && each[0] === 'end')
      expect(ends).toEqual([told.at(-1)])
    }),
  )
})

test('audio survives the round trip as mu-law does', () => {
  fc.assert(
    fc.property(fc.int16Array({ minLength: 160, maxLength: 160 }), (pcm) => {
      const { payload } = JSON.parse(mediaMessage(STREAM, pcm)).media
      expect(soundOf(payload)).toEqual(muLaw.decode(muLaw.encode(pcm)))
    }),
  )
})
