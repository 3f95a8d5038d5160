import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { jobs as kinds, recurringJobs } from '#contracts/jobs.ts'
import { realOutside } from '../../server/context.ts'
import { openInMemory } from '../../server/db/in-memory.ts'
import { createStorage } from '../../server/db/storage.ts'
import { createWrite } from '../../server/db/write.ts'
import { planRecurring } from '../../server/jobs/plan-recurring.ts'
import { createJobQueue } from '../../server/jobs/queue.ts'
import { type JobHandlers, startWorker } from '../../server/jobs/worker.ts'
import { createLog } from '../../server/log.ts'
import { turns } from '../support/clock.ts'

const idle = () => undefined

/** The product's job kinds, each doing nothing. */
const IDLE = Object.fromEntries(
  Object.keys(kinds).map((kind) => [kind, idle]),
) as unknown as JobHandlers

/** A queue and its worker on a clock that the test advances. */
async function setUp(handlers: Partial<JobHandlers>) {
  const db = openInMemory()
  let time = Date.parse('2026-01-01T00:00:00Z')
  const now = () => new Date(time)
  const jobs = createJobQueue(db, now)
  const write = createWrite(db)
  const { sleep } = realOutside
  const log = createLog('silent')
  const storage = createStorage({ dataDir: '', inMemory: true, walBytes: 0, reserveBytes: 0 })
  const all = { ...IDLE, ...handlers }
  const start = () =>
    startWorker({ jobs, write, handlers: all, now, sleep, log, atOnce: 4, storage })
  const worker = await start()
  onTestFinished(async () => {
    await worker.stop()
    db.close()
  })
  return {
    db,
    jobs,
    write,
    worker,
    start,
    /** Advances the clock and runs what is due. */
    async advance(ms: number) {
      time += ms
      await write((tx) => jobs.add(tx, { kind: 'inbox.wake', payload: {} }))
      await turns()
    },
  }
}

test('a job runs once and is deleted', async () => {
  const seen: unknown[] = []
  const { jobs, write } = await setUp({ 'sms.follow': (payload) => void seen.push(payload) })
  await jobs.ended(
    await write((tx) => jobs.add(tx, { kind: 'sms.follow', payload: { sms_id: 1 } })),
  )
  expect(seen).toEqual([{ sms_id: 1 }])
  expect(jobs.count('sms.follow')).toBe(0)
})

test('waiting for a job that has already ended returns at once', async () => {
  const { jobs, write } = await setUp({ 'sms.follow': () => undefined })
  const id = await write((tx) => jobs.add(tx, { kind: 'sms.follow', payload: { sms_id: 1 } }))
  await expect.poll(() => jobs.count('sms.follow')).toBe(0)
  await jobs.ended(id)
})

test('a queue sleeps while the first job of a lane waits, however many are due behind it', async () => {
  const later = new Date('2026-01-01T01:00:00Z')
  const seen: number[] = []
  let isFirst = true
  const { advance, jobs, write } = await setUp({
    'document.sweep'({ document_id }) {
      if (isFirst) {
        isFirst = false
        return later
      }
      seen.push(document_id)
      return undefined
    },
  })
  await write((tx) => {
    for (const document_id of [1, 2])
      jobs.add(tx, { kind: 'document.sweep', payload: { document_id }, lane: 'one' })
  })
  await expect.poll(jobs.nextAt).toBe(later.getTime())
  expect(seen).toEqual([])
  await advance(3_600_000)
  await expect.poll(() => seen).toEqual([1, 2])
})

test('jobs in one lane run one after another, in order, and in parallel with other lanes', async () => {
  const log: string[] = []
  const { jobs, write } = await setUp({
    'document.sweep': async ({ document_id: name }) => {
      log.push(`${name} begins`)
      await turns()
      log.push(`${name} ends`)
    },
  })
  const ended = [1, 2].map(async (document_id) =>
    jobs.ended(
      await write((tx) =>
        jobs.add(tx, { kind: 'document.sweep', payload: { document_id }, lane: 'one' }),
      ),
    ),
  )
  ended.push(
    jobs.ended(
      await write((tx) =>
        jobs.add(tx, { kind: 'document.sweep', payload: { document_id: 3 }, lane: 'two' }),
      ),
    ),
  )
  await Promise.all(ended)
  expect(log.indexOf('2 begins')).toBeGreaterThan(log.indexOf('1 ends'))
  expect(log.indexOf('3 begins')).toBeLessThan(log.indexOf('1 ends'))
})

test('a failed job is retried later, and given up after five attempts', async () => {
  let attempts = 0
  const { jobs, write, db, advance } = await setUp({
    'events.prune': () => {
      attempts += 1
      throw new Error('no luck')
    },
  })
  await write((tx) => jobs.add(tx, { kind: 'events.prune', payload: {} }))
  await advance(0)
  expect(attempts).toBe(1)
  await advance(500)
  expect(attempts).toBe(1)
  for (const delay of [1000, 10_000, 60_000, 600_000]) await advance(delay)
  expect(attempts).toBe(5)
  await advance(86_400_000)
  expect(attempts).toBe(5)
  expect(
    db.prepare("SELECT status, last_error FROM jobs WHERE kind = 'events.prune'").get(),
  ).toEqual({
    status: 'dead',
    last_error: 'Error: no luck',
  })
})

test('a job waits for its due time', async () => {
  let runs = 0
  const { jobs, write, advance } = await setUp({ 'knowledge.embed': () => void (runs += 1) })
  await write((tx) =>
    jobs.add(tx, { kind: 'knowledge.embed', payload: {}, runAt: new Date('2026-01-01T00:10:00Z') }),
  )
  await advance(599_000)
  expect(runs).toBe(0)
  await advance(1000)
  expect(runs).toBe(1)
})

test('a job may reschedule itself as often as it likes, which is not a failure', async () => {
  let runs = 0
  const { jobs, write, advance } = await setUp({
    'retention.erase': () => {
      runs += 1
      if (runs < 8) return new Date(Date.parse('2026-01-01T00:00:00Z') + runs * 60_000)
      if (runs === 8) throw new Error('The first failure')
      return undefined
    },
  })
  await write((tx) => jobs.add(tx, { kind: 'retention.erase', payload: {} }))
  await advance(0)
  for (let minute = 1; minute < 8; minute += 1) {
    expect(runs).toBe(minute)
    await advance(59_999)
    expect(runs).toBe(minute)
    await advance(1)
  }
  expect(runs).toBe(8)
  await advance(1000)
  expect([runs, jobs.count('retention.erase')]).toEqual([9, 0])
})

test('every recurring job is queued once, however often the server starts', async () => {
  const db = openInMemory()
  onTestFinished(() => void db.close())
  const jobs = createJobQueue(db, () => new Date(0))
  for (let start = 0; start < 2; start += 1) await planRecurring(jobs, createWrite(db))
  const queued = db.prepare('SELECT kind FROM jobs ORDER BY kind').pluck().all()
  expect(queued).toEqual(recurringJobs.toSorted())
  expect(queued).toContain('events.prune')
})

test('a job interrupted by a stop runs again after the next start', async () => {
  let runs = 0
  const { jobs, write, worker, start } = await setUp({
    'backups.make': (_, signal) =>
      new Promise<void>((resolve) => {
        runs += 1
        if (runs > 1) resolve()
        else signal.addEventListener('abort', () => resolve())
      }),
  })
  await write((tx) => jobs.add(tx, { kind: 'backups.make', payload: {} }))
  await expect.poll(() => runs).toBe(1)
  await worker.stop()
  expect(jobs.count('backups.make')).toBe(1)
  const next = await start()
  await expect.poll(() => jobs.count('backups.make')).toBe(0)
  expect(runs).toBe(2)
  await next.stop()
})

test.each([
  {
    kind: 'sms.follow',
    payload: '{"sms_id":"1"}',
    error: /payload of a job sms.follow is broken.*sms_id/s,
  },
  { kind: 'sms.follow', payload: 'null', error: /payload of a job sms.follow is broken/ },
  { kind: 'sms.foretell', payload: '{}', error: /no jobs of kind sms.foretell/ },
  { kind: 'toString', payload: '{}', error: /no jobs of kind toString/ },
])(
  '$kind with $payload is dead-lettered at once, with the reason',
  async ({ kind, payload, error }) => {
    let runs = 0
    const { db, advance } = await setUp({ 'sms.follow': () => void (runs += 1) })
    db.prepare('INSERT INTO jobs (kind, payload, run_at, created_at) VALUES (?, ?, 0, 0)').run(
      kind,
      payload,
    )
    await advance(0)
    const select = db.prepare<[string], object>(
      'SELECT status, attempts, last_error FROM jobs WHERE kind = ?',
    )
    expect(select.get(kind)).toEqual({
      status: 'dead',
      attempts: 1,
      last_error: expect.stringMatching(error),
    })
    expect(runs).toBe(0)
  },
)

test('the compiler ties kinds to payloads', async () => {
  const { jobs } = await setUp({})
  expectTypeOf(jobs.add<'sms.follow'>)
    .parameter(1)
    .toHaveProperty('payload')
    .toEqualTypeOf<{
      sms_id: number
    }>()
  expectTypeOf<Parameters<typeof jobs.count>[0]>().toEqualTypeOf<keyof JobHandlers>()
  expectTypeOf<'sms.foretell'>().not.toExtend<keyof JobHandlers>()
})
