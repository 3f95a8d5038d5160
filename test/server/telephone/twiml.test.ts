import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  connectStream,
  dial,
  document,
  gather,
  hangUp,
  pause,
  play,
  playDigits,
  redirect,
  reject,
} from '../../../server/providers/voice/form-api/twiml.ts'
import { parseTwiml } from '../../support/twiml.ts'

const shape = (xml: string) => parseTwiml(xml).children
const leaf = (name: string, attributes = {}, text = '') => ({
  name,
  attributes,
  children: [],
  text,
})

test('a call is connected to its stream, and continues elsewhere afterwards', () => {
  const xml = document(
    connectStream({ url: 'wss://chat.example.com/media/1', parameters: { call: '7' } }),
    redirect('https://chat.example.com/next/1?a=1&b=2'),
  )
  expect(xml).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response>' +
      '<Connect><Stream url="wss://chat.example.com/media/1"><Parameter name="call" value="7"/></Stream></Connect>' +
      '<Redirect method="POST">https://chat.example.com/next/1?a=1&amp;b=2</Redirect></Response>',
  )
})

test('a call is forwarded to a number, a SIP address or a conference', () => {
  const options = { timeout: 20, callerId: '+14155550100', action: 'https://chat.example.com/next' }
  const [number, sip, conference] = shape(
    document(
      dial({ kind: 'number', number: '+4930123456' }, options),
      dial({
        kind: 'sip',
        uri: 'sip:desk@pbx.example;transport=tls',
        username: 'a',
        password: '<',
      }),
      dial({ kind: 'conference', name: 'Call 7', endsOnExit: true }),
    ),
  )
  expect(number).toMatchObject({
    attributes: { timeout: '20', callerId: '+14155550100', answerOnBridge: 'true' },
    children: [leaf('Number', {}, '+4930123456')],
  })
  expect(sip!.children).toEqual([
    leaf('Sip', { username: 'a', password: '<' }, 'sip:desk@pbx.example;transport=tls'),
  ])
  expect(conference).toMatchObject({
    attributes: {},
    children: [
      leaf('Conference', { beep: 'false', waitUrl: '', endConferenceOnExit: 'true' }, 'Call 7'),
    ],
  })
})

test('digits are collected and sent, and a call waits, plays and ends', () => {
  const action = 'https://chat.example.com/next'
  expect(
    shape(
      document(
        gather({ action, timeout: 5, finishOnKey: '#' }, play('https://chat.example.com/a.wav')),
        playDigits('ww1#'),
        pause(2),
        reject('busy'),
        hangUp(),
      ),
    ),
  ).toEqual([
    {
      ...leaf('Gather', { input: 'dtmf', action, timeout: '5', finishOnKey: '#' }),
      children: [leaf('Play', {}, 'https://chat.example.com/a.wav')],
    },
    leaf('Play', { digits: 'ww1#' }),
    leaf('Pause', { length: '2' }),
    leaf('Reject', { reason: 'busy' }),
    leaf('Hangup'),
  ])
})

test('any text is escaped and stays a text', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 30 })
  fc.assert(
    fc.property(anything, anything, (name, value) => {
      const [connect, conference] = shape(
        document(
          connectStream({ url: 'wss://a.example/b', parameters: { [`p${name}`]: value } }),
          dial({ kind: 'conference', name: `c${value}` }),
        ),
      )
      const [parameter] = connect!.children[0]!.children
      expect(connect!.children).toHaveLength(1)
      expect(parameter!.attributes).toEqual({ name: kept(`p${name}`), value: kept(value) })
      expect(conference!.children[0]!.text).toBe(kept(`c${value}`))
    }),
  )
})

/** A text without the characters that XML cannot represent. */
const kept = (text: string): string =>
  [...text]
    .filter((character) => {
      const code = character.codePointAt(0)!
      const isControl = code < 0x20 && !'\t\n\r'.includes(character)
      const isSurrogate = code >= 0xd800 && code <= 0xdfff
      return !isControl && !isSurrogate && code !== 0xfffe && code !== 0xffff
    })
    .join('')

test.each([
  'ws://chat.example.com/media',
  'https://chat.example.com/media',
  'wss://chat.example.com/media?call=1',
  'wss://chat.example.com/media#1',
])('no stream is opened at %s, which providers refuse', (url) => {
  expect(() => connectStream({ url })).toThrow(RangeError)
})

test.each(['', '0301234', '+0301234', '+1415<Number>', '+1415 555'])(
  '%j is not dialled',
  (number) => {
    expect(() => dial({ kind: 'number', number })).toThrow(RangeError)
  },
)

test('invalid SIP addresses and keypad keys are rejected', () => {
  expect(() => dial({ kind: 'sip', uri: 'tel:+49301' })).toThrow(RangeError)
  expect(() => dial({ kind: 'sip', uri: 'sip:a b' })).toThrow(RangeError)
  expect(() => playDigits('1e')).toThrow(RangeError)
  expect(() => playDigits('')).toThrow(RangeError)
})

test('more than 4,000 characters are rejected, since a provider would truncate them', () => {
  const waiting = (count: number) => document(...Array.from({ length: count }, () => pause(1)))
  expect(waiting(207).length).toBeLessThanOrEqual(4000)
  expect(() => waiting(208)).toThrow(RangeError)
})
