import { beforeEach, expect, test, vi } from 'vitest'
import { createLive, type LiveEvent } from '../../renderer/app/live.ts'

/** An EventSource whose server side is the test. */
class FakeSource extends EventTarget {
  readonly CLOSED = 2
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  cut(isFinal = false) {
    this.readyState = isFinal ? 2 : 0
    this.onerror?.()
  }
  say(type: string, data: object, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }))
  }
  close() {
    this.readyState = 2
  }
}

function follow() {
  const sources: FakeSource[] = []
  const onRefused = vi.fn()
  const events: LiveEvent[] = []
  const resumed = vi.fn()
  const live = createLive({
    connect: (url) => {
      const source = new FakeSource(url)
      sources.push(source)
      return source as unknown as EventSource
    },
    onRefused,
  })
  live.subscribe((event) => events.push(event))
  live.onResume(resumed)
  live.start(7)
  return { live, sources, events, resumed, onRefused, last: () => sources.at(-1)! }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('the stream starts after the cursor that the inbox returned', () => {
  const { last } = follow()
  expect(last().url).toBe('/api/user/stream?after=7')
})

test('transient events have no id, although the browser repeats the previous one', () => {
  const { last, events } = follow()
  last().say('message.created', { conversation_id: 'c', message: {} }, '8')
  last().say('typing', { conversation_id: 'c', author: 'visitor', active: true }, '8')
  expect(events.map(({ id }) => id)).toEqual([8, undefined])
})

test('a short interruption is not reported; a longer one is, until it is over', () => {
  const { live, last, resumed } = follow()
  last().open()
  expect(resumed).not.toHaveBeenCalled()
  last().cut()
  vi.advanceTimersByTime(1900)
  expect(live.isLost.value).toBe(false)
  vi.advanceTimersByTime(200)
  expect(live.isLost.value).toBe(true)
  last().open()
  expect(live.isLost.value).toBe(false)
  expect(resumed).toHaveBeenCalledOnce()
})

test('a refused stream reopens after the last event seen, with growing delays', () => {
  const { last, sources, onRefused } = follow()
  last().open()
  last().say('message.created', { conversation_id: 'c', message: {} }, '12')
  last().cut(true)
  expect(onRefused).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1300)
  expect(sources).toHaveLength(2)
  expect(last().url).toBe('/api/user/stream?after=12')
  last().cut(true)
  vi.advanceTimersByTime(1300)
  expect(sources).toHaveLength(2)
  vi.advanceTimersByTime(1300)
  expect(sources).toHaveLength(3)
})

test('silence means a dead connection, and a ping a live one', () => {
  const { last, sources, resumed } = follow()
  last().open()
  for (let ping = 0; ping < 10; ping++) {
    vi.advanceTimersByTime(15_000)
    last().say('ping', {})
  }
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(36_000)
  expect(sources).toHaveLength(2)
  last().open()
  expect(resumed).toHaveBeenCalledOnce()
})

test('after sleep the connection is checked at once', () => {
  const { live, last, sources } = follow()
  last().open()
  live.check()
  expect(sources).toHaveLength(1)
  vi.setSystemTime(Date.now() + 60_000)
  live.check()
  expect(sources).toHaveLength(2)
})

test('a stopped stream stays stopped', () => {
  const { live, last, sources } = follow()
  last().open()
  last().cut(true)
  live.stop()
  vi.advanceTimersByTime(120_000)
  expect(sources).toHaveLength(1)
  expect(live.isLost.value).toBe(false)
})

test('a network loss is noticed within seconds, and one where the server still responds is not reported', () => {
  const { live, last, sources } = follow()
  last().open()
  live.probe()
  expect(sources).toHaveLength(2)
  last().open()
  vi.advanceTimersByTime(5000)
  expect(live.isLost.value).toBe(false)

  vi.advanceTimersByTime(15_000)
  live.probe()
  vi.advanceTimersByTime(2100)
  expect(live.isLost.value).toBe(true)
  live.check()
  last().open()
  expect(live.isLost.value).toBe(false)
})

test('many requests failing together probe once', () => {
  const { live, last, sources } = follow()
  last().open()
  for (let count = 0; count < 5; count++) live.probe()
  last().open()
  live.probe()
  expect(sources).toHaveLength(2)
})
