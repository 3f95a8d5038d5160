import { expect, test } from 'vitest'
import { VoiceClientMessage, VoiceServerMessage } from '#contracts/voice-socket.ts'

test('a browser may say hello, report playback, press digits, mute and hang up', () => {
  const messages = [
    { type: 'hello', ticket: 'secret', rate: 48_000 },
    { type: 'played', utterance: 1, ms: 120.5 },
    { type: 'cleared', utterance: 1, ms: 140 },
    { type: 'digit', digit: '#' },
    { type: 'mute', on: true },
    { type: 'bye' },
  ]
  for (const message of messages) expect(VoiceClientMessage.parse(message)).toEqual(message)
})

test.each([
  { type: 'hello' },
  { type: 'hello', ticket: '' },
  { type: 'played', utterance: 0, ms: 1 },
  { type: 'played', utterance: 1, ms: -1 },
  { type: 'cleared', utterance: 1, ms: Number.NaN },
  { type: 'digit', digit: '12' },
  { type: 'mute', on: 'yes' },
  { type: 'bye', reason: 'none' },
  { type: 'said' },
])('$type is rejected unless it matches the contract', (message) => {
  expect(VoiceClientMessage.safeParse(message).success).toBe(false)
})

test('the server closes with the reason why a call is over', () => {
  expect(VoiceServerMessage.safeParse({ type: 'ended', reason: 'silence' }).success).toBe(true)
  expect(VoiceServerMessage.safeParse({ type: 'ended', reason: 'whim' }).success).toBe(false)
})
