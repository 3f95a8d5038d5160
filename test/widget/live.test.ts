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

test('events are given out as they come', async () => {
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

test('a cut is followed by another try within a second, and says so', async () => {
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

test('a stream that says nothing is not believed after 3.5 seconds, and left after 10', async () => {
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

test('a stream that was quiet and speaks again is believed', async () => {
  const { say, opened, links } = followed()
  await pass(6000)
  expect(links).toEqual([true, false])
  say(': beat\n\n')
  await pass(0)
  expect(links).toEqual([true, false, true])
  expect(opened).toHaveLength(1)
})

test('failures are followed by longer and longer waits, 15 seconds at most', async () => {
  const { opened } = followed(Array.from({ length: 10 }, () => new ApiError(0)))
  await pass(200_000)
  const waits = opened.slice(1).map((time, index) => time - opened[index]!)
  expect(waits[0]).toBeGreaterThanOrEqual(500)
  expect(waits[0]).toBeLessThanOrEqual(750)
  expect(waits.slice(0, 10).every((wait, index) => index === 0 || wait >= 1000)).toBe(true)
  expect(Math.max(...waits.slice(0, 10))).toBeLessThanOrEqual(15_000)
})

test('a server that wants to be left alone is', async () => {
  const { opened, refused } = followed([new ApiError(429, 'Too many', 30_000)])
  await pass(29_000)
  expect(opened).toHaveLength(1)
  expect(refused).toEqual([429])
  await pass(2000)
  expect(opened).toHaveLength(2)
})

test('a network that is back ends the wait', async () => {
  const { live, opened } = followed([new ApiError(0), new ApiError(0), new ApiError(0)])
  await pass(3000)
  const before = opened.length
  live.wake()
  await pass(0)
  expect(opened).toHaveLength(before + 1)
})

test('after a sleep a stream that was silent is not trusted', async () => {
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

test('a server that stays away is asked sixty times, then only when something changes', async () => {
  const { live, opened } = followed(Array.from({ length: 70 }, () => new ApiError(0)))
  await pass(3_600_000)
  expect(opened).toHaveLength(60)
  live.wake()
  await pass(0)
  expect(opened).toHaveLength(61)
})

test('who has stopped does not come back', async () => {
  const { live, opened, end } = followed()
  await pass(0)
  end()
  live.stop()
  await pass(100_000)
  expect(opened).toHaveLength(1)
})
