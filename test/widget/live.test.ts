import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../widget/api-error.ts'
import { followLive } from '../../widget/live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A server with one stream at a time, or an error in its place. */
function followed(refusals: ApiError[] = []) {
  const opened: number[] = []
  const links: boolean[] = []
  const events: string[] = []
  const refused: number[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const live = followLive({
    async connect(signal) {
      opened.push(Date.now())
      const refusal = refusals.shift()
      if (refusal) throw refusal
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return { body } as Response
    },
    onEvent: ({ data }) => events.push(data),
    onChange: (isUp) => links.push(isUp),
    onRefusal: ({ status }) => refused.push(status),
  })
  return {
    live,
    opened,
    links,
    events,
    refused,
    say: (text: string) => stream!.enqueue(new TextEncoder().encode(text)),
    cut: () => stream!.error(new TypeError('network')),
    end: () => stream!.close(),
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('events are delivered as they arrive', async () => {
  const { say, events, links } = followed()
  await pass(0)
  say('event: ping\ndata: 1\n')
  await pass(0)
  expect(events).toEqual([])
  say('\n')
  await pass(0)
  expect(events).toEqual(['1'])
  expect(links).toEqual([true])
})

test('a lost connection is reported and retried within a second', async () => {
  const { cut, opened, links } = followed()
  await pass(0)
  cut()
  await pass(400)
  expect(opened).toHaveLength(1)
  expect(links).toEqual([true, false])
  await pass(600)
  expect(opened).toHaveLength(2)
  expect(links).toEqual([true, false, true])
})

test('a silent stream is distrusted after 3.5 seconds and dropped after 10', async () => {
  const { say, opened, links } = followed()
  await pass(3400)
  say(': beat\n\n')
  await pass(3400)
  expect(links).toEqual([true])
  await pass(700)
  expect(links).toEqual([true, false])
  expect(opened).toHaveLength(1)
  await pass(7000)
  expect(links).toEqual([true, false, true])
  expect(opened).toHaveLength(2)
})

test('a stream that was silent and resumes is trusted again', async () => {
  const { say, opened, links } = followed()
  await pass(6000)
  expect(links).toEqual([true, false])
  say(': beat\n\n')
  await pass(0)
  expect(links).toEqual([true, false, true])
  expect(opened).toHaveLength(1)
})

test('repeated failures back off, up to 15 seconds', async () => {
  const { opened } = followed(Array.from({ length: 10 }, () => new ApiError(0)))
  await pass(200_000)
  const waits = opened.slice(1).map((time, index) => time - opened[index]!)
  expect(waits[0]).toBeGreaterThanOrEqual(500)
  expect(waits[0]).toBeLessThanOrEqual(750)
  expect(waits.slice(0, 10).every((wait, index) => index === 0 || wait >= 1000)).toBe(true)
  expect(Math.max(...waits.slice(0, 10))).toBeLessThanOrEqual(15_000)
})

test('a server that asks for a pause gets one', async () => {
  const { opened, refused } = followed([new ApiError(429, 'Too many', 30_000)])
  await pass(29_000)
  expect(opened).toHaveLength(1)
  expect(refused).toEqual([429])
  await pass(2000)
  expect(opened).toHaveLength(2)
})

test('a network that comes back ends the wait', async () => {
  const { live, opened } = followed([new ApiError(0), new ApiError(0), new ApiError(0)])
  await pass(3000)
  const before = opened.length
  live.wake()
  await pass(0)
  expect(opened).toHaveLength(before + 1)
})

test('after sleep, a stream that was silent is not trusted', async () => {
  const { live, opened } = followed()
  await pass(3000)
  live.wake()
  await pass(0)
  expect(opened).toHaveLength(1)
  await pass(1500)
  live.wake()
  await pass(750)
  expect(opened).toHaveLength(2)
})

test('a server that stays down is retried sixty times, then only when something changes', async () => {
  const { live, opened } = followed(Array.from({ length: 70 }, () => new ApiError(0)))
  await pass(3_600_000)
  expect(opened).toHaveLength(60)
  live.wake()
  await pass(0)
  expect(opened).toHaveLength(61)
})

test('a stopped connection does not reconnect', async () => {
  const { live, opened, end } = followed()
  await pass(0)
  end()
  live.stop()
  await pass(100_000)
  expect(opened).toHaveLength(1)
})
