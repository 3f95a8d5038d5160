import { expect, onTestFinished, test } from 'vitest'
import type { CallTimeline } from '#contracts/calls.ts'
import { type Audio, createPlayerModel } from '../../renderer/screens/calls/player-model.ts'
import { createCallRecordModel, ownRecording } from '../../renderer/screens/calls/record-model.ts'
import { fakeLive, fakeServer, later, settle } from './support.ts'

const second = (seconds: number) => `2026-11-21T09:00:${String(seconds).padStart(2, '0')}.000Z`

function timeline(status: string, changes: Partial<CallTimeline> = {}) {
  return {
    call: { id: 5, status, transcript: '', created_at: '2026-11-21 09:00:00' },
    steps: [
      { kind: 'created', at: second(0) },
      { kind: 'answered', at: second(10) },
    ],
    utterances: [],
    activities: [],
    company: null,
    conversation_id: null,
    ended_by: null,
    ...changes,
  }
}

function record(first: object | (() => Response | Promise<object>) = timeline('in-progress')) {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/calls/5/timeline', first)
  const model = createCallRecordModel({ api: server.api, live }, 5)
  onTestFinished(() => model.stop())
  const changed = () => live.emit({ type: 'call.updated', id: 1, data: { id: 5 } as never })
  return { server, live, model, changed }
}

const TIMING = { heard_ms: 520, thought_ms: 700, sound_ms: 840 }

test('an ongoing call is refetched on each change, one request at a time', async () => {
  const { server, model, changed } = record()
  await settle()
  expect(model.isLive.value).toBe(true)
  const slow = later<object>()
  server.on('GET /user/calls/5/timeline', () => slow.promise)
  for (let index = 0; index < 5; index += 1) changed()
  server.on('GET /user/calls/5/timeline', timeline('completed'))
  slow.resolve(timeline('ended'))
  await settle()
  await settle()
  expect(model.timeline.value?.call.status).toBe('completed')
  expect(server.calls).toHaveLength(3)
  expect(model.isLive.value).toBe(false)
})

test('turns show their time since the call was answered and their position in the recording', async () => {
  const { model } = record(
    timeline('completed', {
      utterances: [
        {
          speaker: 'assistant',
          name: null,
          content: 'Hello!',
          at: second(12),
          recorded_at: 0.75,
          timing: TIMING,
        },
        {
          speaker: 'customer',
          name: null,
          content: 'Hi.',
          at: null,
          recorded_at: null,
          timing: null,
        },
      ],
    }),
  )
  await settle()
  expect(model.lines.value).toEqual([
    {
      speaker: 'assistant',
      name: undefined,
      content: 'Hello!',
      after: 2,
      recordedAt: 0.75,
      timing: TIMING,
    },
    {
      speaker: 'customer',
      name: undefined,
      content: 'Hi.',
      after: undefined,
      recordedAt: undefined,
    },
  ])
})

test('an imported call’s transcript is parsed, and lines without a speaker are notes', async () => {
  const call = { ...timeline('completed').call, transcript: '[cut]\nAI: Hello: you\nCustomer: Hi' }
  const { model } = record({ ...timeline('completed'), call })
  await settle()
  expect(model.lines.value.map(({ speaker, content }) => [speaker, content])).toEqual([
    ['note', '[cut]'],
    ['assistant', 'Hello: you'],
    ['customer', 'Hi'],
  ])
})

test('interim words are shown until the final text arrives, one line per speaker', async () => {
  const { server, live, model } = record()
  await settle()
  const says = (speaker: 'customer' | 'assistant', text: string | null, call_id = 5) =>
    live.emit({ type: 'call.said', id: undefined, data: { call_id, speaker, text } })
  says('assistant', 'We are')
  says('assistant', 'We are open')
  says('customer', 'Are you')
  says('customer', 'of another call', 6)
  expect(model.speaking.value).toEqual([
    { speaker: 'assistant', text: 'We are open' },
    { speaker: 'customer', text: 'Are you' },
  ])
  const slow = later<object>()
  server.on('GET /user/calls/5/timeline', () => slow.promise)
  says('assistant', null)
  await settle()
  expect(model.speaking.value).toHaveLength(2)
  slow.resolve(timeline('in-progress'))
  await settle()
  expect(model.speaking.value).toEqual([{ speaker: 'customer', text: 'Are you' }])
})

test('an operator who joins a call shows at once, and their actions appear where they happened', async () => {
  const bea = { id: 2, name: 'Bea' }
  const turn = { name: null, recorded_at: null, timing: null }
  const { live, model } = record(
    timeline('in-progress', {
      utterances: [
        { ...turn, speaker: 'assistant', content: 'Hello!', at: second(12) },
        { ...turn, speaker: 'customer', content: 'Hi.', at: second(20) },
      ],
      activities: [
        { id: 1, kind: 'call_listened', by: bea, data: {}, created_at: second(15) },
        { id: 2, kind: 'call_taken', by: bea, data: {}, created_at: second(25) },
      ],
    }),
  )
  await settle()
  expect(model.lines.value.map(({ content }) => content)).toEqual([
    'Hello!',
    'Bea listened to the call',
    'Hi.',
    'Bea took the call',
  ])
  const company = { listeners: [bea], speaker: bea }
  const data = { call_id: 5, conversation_id: null, ...company }
  live.emit({ type: 'call.attended', id: undefined, data })
  expect(model.timeline.value?.company).toEqual(company)
  expect(model.ongoing.value).toEqual({ id: 5, since: second(10) })
})

test('a missing or just-deleted call is gone; one that fails to load can be retried', async () => {
  const missing = record(() => Response.json({ message: 'Call not found' }, { status: 404 }))
  await settle()
  expect(missing.model.isGone.value).toBe(true)
  const deleted = record()
  await settle()
  deleted.live.emit({ type: 'call.deleted', id: 2, data: { id: 5 } })
  expect(deleted.model.isGone.value).toBe(true)
  const broken = record(() => new Response('', { status: 500 }))
  await settle()
  expect([broken.model.isGone.value, Boolean(broken.model.error.value)]).toEqual([false, true])
  broken.server.on('GET /user/calls/5/timeline', timeline('completed'))
  broken.live.resume()
  await settle()
  expect([broken.model.error.value, broken.model.timeline.value?.call.id]).toEqual([undefined, 5])
})

test('only recordings from this server are played here, under any of its host names', () => {
  const name = 'a'.repeat(43)
  expect(ownRecording(`https://parley.example.com/recordings/${name}.wav`)).toBe(
    `/recordings/${name}.wav`,
  )
  for (const url of [
    `https://example.com/recordings/${name}.mp3`,
    'https://example.com/recordings/../api',
    'no address',
  ])
    expect(ownRecording(url)).toBeUndefined()
})

/** An audio element controlled by the test. */
function player() {
  const said = (recordedAt?: number) => ({
    speaker: 'customer' as const,
    name: undefined,
    content: 'x',
    after: undefined,
    recordedAt,
    timing: undefined,
  })
  const lines = [said(1), said(3), said(), said(6)]
  const audio = {
    paused: true as boolean,
    currentTime: 0,
    duration: 9,
    playbackRate: 1,
    async play() {
      audio.paused = false
    },
    pause() {
      audio.paused = true
    },
  } satisfies Audio
  const model = createPlayerModel(() => lines)
  model.attach(audio)
  model.handleEvent()
  return { model, audio, lines }
}

test('the current turn is the last one that has started', () => {
  const { model, audio } = player()
  const heard = (seconds: number) => {
    audio.currentTime = seconds
    model.handleEvent()
    return model.current.value
  }
  expect([0, 0.96, 2.9, 3, 5, 8].map(heard)).toEqual([-1, 0, 0, 1, 1, 3])
})

test('keys move by turn or by five seconds, never past either end', () => {
  const { model, audio } = player()
  model.next()
  expect([audio.currentTime, audio.paused]).toEqual([1, false])
  model.previous()
  expect(audio.currentTime).toBe(1)
  model.forward()
  model.forward()
  expect(audio.currentTime).toBe(9)
  model.back()
  model.back()
  model.back()
  expect(audio.currentTime).toBe(0)
})

test('a recording plays, pauses, changes speed, and reports when it is unavailable', () => {
  const { model, audio, lines } = player()
  model.toggle()
  model.handleEvent()
  expect([audio.paused, model.isPlaying.value, model.length.value]).toEqual([false, true, 9])
  model.toggle()
  model.setSpeed(1.5)
  expect([audio.paused, audio.playbackRate]).toEqual([true, 1.5])
  model.playFrom(lines[2])
  expect(audio.paused).toBe(true)
  model.fail()
  expect([model.hasFailed.value, model.isPlaying.value]).toEqual([true, false])
})
