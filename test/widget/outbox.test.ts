import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../widget/api-error.ts'
import { createOutbox } from '../../widget/outbox.ts'
import { createShelf, type Entry, type Shelf } from '../../widget/shelf.ts'
import { createStorage } from '../../widget/storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const entry = (client_id: string): Entry => ({
  client_id,
  content: `text of ${client_id}`,
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'sending',
})

/** An outbox whose server answers from a script, then always succeeds. */
function outboxWith(answers: (ApiError | 'ok')[] = [], shelf: Shelf = createShelf('parley:a')) {
  const delivered: string[] = []
  const times: number[] = []
  const outbox = createOutbox({
    storage: createStorage('a'),
    shelf,
    onChange: () => {},
    async deliver({ client_id }) {
      times.push(Date.now())
      const answer = answers.shift() ?? 'ok'
      if (answer !== 'ok') throw answer
      delivered.push(client_id)
    },
  })
  const states = () => outbox.list().map(({ client_id, status }) => `${client_id} ${status}`)
  return { outbox, shelf, delivered, times, states }
}

/** Storage shared by two tabs, which numbers its entries as a database does. */
function sharedShelf(): Shelf {
  const kept = new Map<number, Entry>()
  let last = 0
  return {
    all: async () => [...kept.values()],
    async put(entry) {
      const order = entry.order ?? ++last
      kept.set(order, { ...entry, order })
    },
    async remove({ order }) {
      kept.delete(order!)
    },
    clear: async () => kept.clear(),
    close() {},
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const failures = (count: number) => Array.from({ length: count }, () => new ApiError(0))

test('delivered messages leave the outbox and its storage', async () => {
  const { outbox, shelf, delivered, states } = outboxWith()
  outbox.add(entry('a'))
  expect(states()).toEqual(['a sending'])
  await settle()
  expect(delivered).toEqual(['a'])
  expect(states()).toEqual([])
  expect(await shelf.all()).toEqual([])
})

test('messages are sent one after another, in order, across a network outage', async () => {
  const { outbox, delivered, states } = outboxWith([new ApiError(0), new ApiError(503)])
  outbox.add(entry('a'))
  outbox.add(entry('b'))
  await settle()
  expect(states().toSorted()).toEqual(['a waiting', 'b sending'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(delivered).toEqual(['a', 'b'])
})

test('the delays grow, and end with the eighth attempt', async () => {
  const { outbox, times, states } = outboxWith(failures(20))
  outbox.add(entry('a'))
  await vi.advanceTimersByTimeAsync(600_000)
  const waits = times.slice(1).map((time, index) => time - times[index]!)
  expect(waits[0]).toBeGreaterThanOrEqual(1000)
  expect(waits[0]).toBeLessThan(1500)
  expect(waits[1]).toBeGreaterThanOrEqual(2000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
  expect(times).toHaveLength(8)
  expect(states()).toEqual(['a waiting'])
})

test('after the last attempt, a sign of life starts over', async () => {
  const { outbox, times, delivered } = outboxWith(failures(9))
  outbox.add(entry('a'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  outbox.hurry()
  await settle()
  expect(times).toHaveLength(9)
  await vi.advanceTimersByTimeAsync(2000)
  expect(delivered).toEqual(['a'])
})

test('a failure caused by the page rather than the server is logged to the console', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fault = new TypeError('files.entries() is not iterable')
  const { outbox, delivered } = outboxWith([new ApiError(503), fault as ApiError])
  outbox.add(entry('a'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(delivered).toEqual(['a'])
  expect(error.mock.calls).toEqual([['Parley:', fault]])
  error.mockRestore()
})

test('the server’s Retry-After is respected', async () => {
  const { outbox, times } = outboxWith([new ApiError(429, 'Too many', 42_000)])
  outbox.add(entry('a'))
  await vi.advanceTimersByTimeAsync(41_000)
  expect(times).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(times).toHaveLength(2)
})

test.each([400, 403, 413, 422])(
  'a message refused with %d keeps its reason and blocks no other',
  async (status) => {
    const { outbox, delivered } = outboxWith([new ApiError(status, 'Not like this.')])
    outbox.add(entry('a'))
    outbox.add(entry('b'))
    await settle()
    expect(delivered).toEqual(['b'])
    expect(outbox.list()).toMatchObject([
      { client_id: 'a', status: 'refused', reason: 'Not like this.' },
    ])
    expect((await outbox.take('a'))?.content).toBe('text of a')
    expect(outbox.list()).toEqual([])
  },
)

test('a temporary refusal is retried', async () => {
  const passing = [409, 408, 429, 500, 502, 503].map((status) => new ApiError(status, 'Later'))
  const { outbox, delivered, states } = outboxWith(passing)
  outbox.add(entry('a'))
  await settle()
  expect(states()).toEqual(['a waiting'])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(delivered).toEqual(['a'])
})

test('a manual retry does not wait, and keeps the id the server knows', async () => {
  const { outbox, delivered, states } = outboxWith([new ApiError(0)])
  outbox.add(entry('a'))
  await settle()
  expect(states()).toEqual(['a waiting'])
  outbox.retry('a')
  await settle()
  expect(delivered).toEqual(['a'])
})

test('a reopened page sends what was left', async () => {
  const before = outboxWith([new ApiError(0)])
  before.outbox.add(entry('a'))
  await settle()
  before.outbox.stop()
  const after = outboxWith([], before.shelf)
  after.outbox.hurry()
  await settle()
  expect(after.delivered).toEqual(['a'])
})

test('a stopped outbox sends nothing more', async () => {
  const { outbox, times } = outboxWith(failures(3))
  outbox.add(entry('a'))
  await settle()
  outbox.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(times).toHaveLength(1)
})

test('a cleared message is gone, even while being sent', async () => {
  const { outbox, shelf } = outboxWith(failures(1))
  outbox.add(entry('a'))
  await outbox.clear()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([outbox.list(), await shelf.all()]).toEqual([[], []])
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
  const shelf = sharedShelf()
  const tab = () =>
    createOutbox({
      storage: createStorage('a'),
      shelf,
      onChange: () => {},
      async deliver({ client_id }) {
        running += 1
        most = Math.max(most, running)
        // On the test's fake clock.
        await new Promise<void>((resolve) => void setTimeout(resolve, 100))
        running -= 1
        delivered.push(client_id)
      },
    })
  const [one, other] = [tab(), tab()]
  one.add(entry('a'))
  other.add(entry('b'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(most).toBe(1)
  expect(delivered.toSorted()).toEqual(['a', 'b'])
})
