import { expect, onTestFinished, test } from 'vitest'
import { realOutside } from '../../server/context.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDb } from '../../server/db/open.ts'
import { createStorage } from '../../server/db/storage.ts'
import { createJobQueue } from '../../server/jobs/queue.ts'
import { type JobHandler, startWorker } from '../../server/jobs/worker.ts'
import { createLog } from '../../server/log.ts'

/** A queue and its worker on a clock that the test moves. */
function setUp(handlers: Record<string, JobHandler>) {
  const db = openDb(':memory:')
  migrate(db)
  let time = Date.parse('2026-01-01T00:00:00Z')
  const now = () => new Date(time)
  const jobs = createJobQueue(db, now)
  const { sleep } = realOutside
  const log = createLog('silent')
  const storage = createStorage({ dataDir: '', inMemory: true, walBytes: 0, reserveBytes: 0 })
  const start = () => startWorker({ jobs, handlers, now, sleep, log, atOnce: 4, storage })
  const worker = start()
  onTestFinished(async () => {
    await worker.stop()
    db.close()
  })
  return {
    db,
    jobs,
    worker,
    start,
    /** Moves the clock and lets what is due run. */
    async advance(ms: number) {
      time += ms
      jobs.add({ kind: 'wake', payload: {} })
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}

const wake = () => undefined

test('a job runs once and is gone', async () => {
  const seen: unknown[] = []
  const { jobs } = setUp({ note: (payload) => void seen.push(payload) })
  await jobs.ended(jobs.add({ kind: 'note', payload: { n: 1 } }))
  expect(seen).toEqual([{ n: 1 }])
  expect(jobs.count('note')).toBe(0)
})

test('jobs of one lane run one after another, in order, and others beside them', async () => {
  const log: string[] = []
  const { jobs } = setUp({
    work: async (payload) => {
      const { name } = payload as { name: string }
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      log.push(`${name} ends`)
    },
  })
  const ended = ['a', 'b'].map((name) =>
    jobs.ended(jobs.add({ kind: 'work', payload: { name }, lane: 'one' })),
  )
  ended.push(jobs.ended(jobs.add({ kind: 'work', payload: { name: 'c' }, lane: 'two' })))
  await Promise.all(ended)
  expect(log.indexOf('b begins')).toBeGreaterThan(log.indexOf('a ends'))
  expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'))
})

test('a job that fails is tried again later, and given up after five times', async () => {
  let attempts = 0
  const { jobs, db, advance } = setUp({
    wake,
    fail: () => {
      attempts += 1
      throw new Error('no luck')
    },
  })
  jobs.add({ kind: 'fail', payload: {} })
  await advance(0)
  expect(attempts).toBe(1)
  await advance(500)
  expect(attempts).toBe(1)
  for (const delay of [1000, 10_000, 60_000, 600_000]) await advance(delay)
  expect(attempts).toBe(5)
  await advance(86_400_000)
  expect(attempts).toBe(5)
  expect(db.prepare("SELECT status, last_error FROM jobs WHERE kind = 'fail'").get()).toEqual({
    status: 'dead',
    last_error: 'Error: no luck',
  })
})

test('a job waits for its time', async () => {
  let runs = 0
  const { jobs, advance } = setUp({ wake, later: () => void (runs += 1) })
  jobs.add({ kind: 'later', payload: {}, runAt: new Date('2026-01-01T00:10:00Z') })
  await advance(599_000)
  expect(runs).toBe(0)
  await advance(1000)
  expect(runs).toBe(1)
})

test('a job may say when it is to run again, as often as it likes; that is no failure', async () => {
  let runs = 0
  const { jobs, advance } = setUp({
    wake,
    recur: () => {
      runs += 1
      if (runs < 8) return new Date(Date.parse('2026-01-01T00:00:00Z') + runs * 60_000)
      if (runs === 8) throw new Error('The first failure')
      return undefined
    },
  })
  jobs.add({ kind: 'recur', payload: {} })
  await advance(0)
  for (let minute = 1; minute < 8; minute += 1) {
    expect(runs).toBe(minute)
    await advance(59_999)
    expect(runs).toBe(minute)
    await advance(1)
  }
  expect(runs).toBe(8)
  await advance(1000)
  expect([runs, jobs.count('recur')]).toEqual([9, 0])
})

test('a job that a stop cut off runs again after the next start', async () => {
  let runs = 0
  const { jobs, worker, start } = setUp({
    long: (_, signal) =>
      new Promise<void>((resolve) => {
        runs += 1
        if (runs > 1) resolve()
        else signal.addEventListener('abort', () => resolve())
      }),
  })
  jobs.add({ kind: 'long', payload: {} })
  await expect.poll(() => runs).toBe(1)
  await worker.stop()
  expect(jobs.count('long')).toBe(1)
  const next = start()
  await expect.poll(() => jobs.count('long')).toBe(0)
  expect(runs).toBe(2)
  await next.stop()
})
