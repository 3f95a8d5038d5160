import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../widget/api.ts'
import { createOutbox } from '../../widget/outbox.ts'
import type { Entry } from '../../widget/storage.ts'
import { createStorage } from '../../widget/storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const entry = (client_id: string): Entry => ({
  client_id,
  content: `text of ${client_id}`,
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'sending',
})

/** An outbox whose server answers from a script, then always well. */
function outboxWith(...answers: (ApiError | 'ok')[]) {
  const delivered: string[] = []
  const times: number[] = []
  const storage = createStorage('a')
  const outbox = createOutbox({
    storage,
    onChange: () => {},
    async deliver({ client_id }) {
      times.push(Date.now())
      const answer = answers.shift() ?? 'ok'
      if (answer !== 'ok') throw answer
      delivered.push(client_id)
    },
  })
  const states = () => outbox.entries().map(({ client_id, status }) => `${client_id} ${status}`)
  return { outbox, storage, delivered, times, states }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('what arrives leaves the outbox', async () => {
  const { outbox, delivered, states } = outboxWith()
  outbox.add(entry('a'))
  expect(states()).toEqual(['a sending'])
  await settle()
  expect(delivered).toEqual(['a'])
  expect(states()).toEqual([])
})

test('messages leave one after another, in order, past a pause of the network', async () => {
  const { outbox, delivered, states } = outboxWith(new ApiError(0), new ApiError(503))
  outbox.add(entry('a'))
  outbox.add(entry('b'))
  await settle()
  expect(states()).toEqual(['a waiting', 'b sending'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(delivered).toEqual(['a', 'b'])
})

test('the waits grow, and end', async () => {
  const { outbox, times } = outboxWith(...Array.from({ length: 12 }, () => new ApiError(0)))
  outbox.add(entry('a'))
  await vi.advanceTimersByTimeAsync(600_000)
  const waits = times.slice(1).map((time, index) => time - times[index]!)
  expect(waits[0]).toBeGreaterThanOrEqual(1000)
  expect(waits[0]).toBeLessThan(1500)
  expect(waits[1]).toBeGreaterThanOrEqual(2000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
  expect(times).toHaveLength(13)
})

test('the server’s wish for a pause is granted', async () => {
  const { outbox, times } = outboxWith(new ApiError(429, 'Too many', 42_000))
  outbox.add(entry('a'))
  await vi.advanceTimersByTimeAsync(41_000)
  expect(times).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(times).toHaveLength(2)
})

test('a message that is refused stays with its reason and holds nobody up', async () => {
  const { outbox, delivered } = outboxWith(new ApiError(422, 'The content field is required.'))
  outbox.add(entry('a'))
  outbox.add(entry('b'))
  await settle()
  expect(delivered).toEqual(['b'])
  expect(outbox.entries()).toMatchObject([
    { client_id: 'a', status: 'refused', reason: 'The content field is required.' },
  ])
  expect(outbox.take('a')?.content).toBe('text of a')
  expect(outbox.entries()).toEqual([])
})

test('trying again does not wait, and keeps the id that the server knows it by', async () => {
  const { outbox, delivered, states } = outboxWith(new ApiError(0))
  outbox.add(entry('a'))
  await settle()
  expect(states()).toEqual(['a waiting'])
  outbox.retry('a')
  await settle()
  expect(delivered).toEqual(['a'])
})

test('a page that is opened again sends what was left', async () => {
  const before = outboxWith(new ApiError(0))
  before.outbox.add(entry('a'))
  await settle()
  before.outbox.stop()
  const after = outboxWith()
  after.outbox.drain()
  await settle()
  expect(after.delivered).toEqual(['a'])
})

test('two tabs do not send at the same time', async () => {
  let running = 0
  let most = 0
  const queue: Promise<unknown>[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request(_name: string, _options: object, task: () => Promise<unknown>) {
        const turn = Promise.all(queue).then(task)
        queue.push(turn)
        return turn
      },
    },
  })
  const delivered: string[] = []
  const tab = () =>
    createOutbox({
      storage: createStorage('a'),
      onChange: () => {},
      async deliver({ client_id }) {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 100))
        running -= 1
        delivered.push(client_id)
      },
    })
  const [one, other] = [tab(), tab()]
  one.add(entry('a'))
  other.add(entry('b'))
  await vi.advanceTimersByTimeAsync(5000)
  vi.unstubAllGlobals()
  expect(most).toBe(1)
  expect(delivered.toSorted()).toEqual(['a', 'b'])
})
