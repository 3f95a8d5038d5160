import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeartbeat } from '../../server/realtime/heartbeat.ts'
import type { Stream } from '../../server/realtime/stream.ts'

const stream = () => ({}) as Stream

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('every stream is served once per interval, and never all of them together', () => {
  const served = new Map<Stream, number>()
  let most = 0
  const heartbeat = createHeartbeat(3000, (streams) => {
    const all = [...streams]
    most = Math.max(most, all.length)
    for (const one of all) served.set(one, (served.get(one) ?? 0) + 1)
  })
  const streams = Array.from({ length: 10_000 }, stream)
  for (const one of streams) heartbeat.add(one)
  vi.advanceTimersByTime(9000)
  expect(streams.every((one) => served.get(one) === 3)).toBe(true)
  expect(most).toBeLessThan(400)
})

test('a stream that has left is not served, and the timer stops with the last one', () => {
  const beat = vi.fn()
  const heartbeat = createHeartbeat(1000, beat)
  const [first, second] = [heartbeat.add(stream()), heartbeat.add(stream())]
  first()
  first()
  vi.advanceTimersByTime(1000)
  expect(beat.mock.calls.flatMap(([streams]) => [...streams])).toHaveLength(1)
  second()
  expect(vi.getTimerCount()).toBe(0)
})
