import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import { expect, test } from 'vitest'
import type { Plane } from '../../server/contracts/endpoint.ts'
import { dismissNotice, listNotices } from '../../server/contracts/notices.ts'
import { UNLIMITED } from '../../server/http/allowance.ts'
import type { AnswerCache } from '../../server/http/answer-cache.ts'
import type { Gate } from '../../server/http/gate.ts'
import { createHandle } from '../../server/http/handle.ts'
import { createPace, type Pace } from '../../server/http/pace.ts'
import { createPaths } from '../../server/http/paths.ts'
import { createRunningHandlers } from '../../server/http/running-handlers.ts'

const KB = 1024

/** A pace on a clock that only work advances, and a record of the work done in each event-loop turn. */
function createScene() {
  let time = 0
  let turn = 0
  const done: { readonly name: string; readonly turn: number }[] = []
  const pace: Pace = createPace({ clock: () => time })

  async function work(name: string, { ms = 0, bytes = 0, plane = 'visitor' as Plane } = {}) {
    await pace.enter(plane, bytes)
    time += ms
    done.push({ name, turn })
  }

  /** Lets the event loop turn until all of the work is done. */
  async function untilDone(all: readonly Promise<void>[]): Promise<void> {
    let isOver = false
    const over = Promise.all(all).then(() => {
      isOver = true
    })
    while (!isOver) {
      await nextTurn()
      turn += 1
    }
    await over
  }

  /** Names of the work that was done, turn by turn. */
  const byTurn = () =>
    [...Map.groupBy(done, (one) => one.turn).values()].map((ones) => ones.map(({ name }) => name))
  return { pace, work, untilDone, byTurn }
}

test('work that fits into the current event-loop turn is done at once', () => {
  const { pace } = createScene()
  expect(pace.enter('visitor', 200)).toBeUndefined()
  expect(pace.enter('operator', 200)).toBeUndefined()
})

test('work that exceeds a turn waits for later ones', async () => {
  const { work, untilDone, byTurn } = createScene()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  await work('first', { ms: 9 })
  await untilDone(names.map((name) => work(name, { ms: 4 })))
  expect(byTurn()).toEqual([['first'], ['a', 'b'], ['c', 'd'], ['e', 'f']])
})

test('the event loop handles new arrivals between one turn of work and the next', async () => {
  const { pace } = createScene()
  const order: string[] = []
  expect(pace.enter('visitor', 1000 * KB)).toBeUndefined()
  const waiting = pace.enter('visitor', 0)!.then(() => void order.push('waited'))
  // Data read from a socket in the next turn arrives before that turn ends.
  await nextTurn()
  order.push('arrived')
  await waiting
  expect(order).toEqual(['arrived', 'waited'])
})

test('large bodies do not share a turn, and one larger than a turn has its own', async () => {
  const { work, untilDone, byTurn } = createScene()
  const sizes = { a: 60, b: 60, c: 60, whole: 5000, d: 1 }
  await untilDone(Object.entries(sizes).map(([name, size]) => work(name, { bytes: size * KB })))
  expect(byTurn()).toEqual([['a', 'b'], ['c'], ['whole'], ['d']])
})

test('no later arrival overtakes those that wait', async () => {
  const { pace, work, untilDone, byTurn } = createScene()
  await work('first', { ms: 9 })
  const waiting = work('waits', { ms: 9 })
  await nextTurn()
  // The turn is over, and nothing has been admitted yet.
  expect(pace.enter('visitor', 0)).toBeInstanceOf(Promise)
  await untilDone([waiting, work('late', { ms: 9 })])
  expect(byTurn().flat()).toEqual(['first', 'waits', 'late'])
})

test('waiting operators and visitors are admitted alternately', async () => {
  const { work, untilDone, byTurn } = createScene()
  await work('first', { ms: 9 })
  const visitors = ['v1', 'v2', 'v3', 'v4'].map((name) => work(name, { ms: 9 }))
  const operators = ['o1', 'o2'].map((name) => work(name, { ms: 9, plane: 'operator' }))
  await untilDone([...visitors, ...operators])
  expect(byTurn().flat()).toEqual(['first', 'o1', 'v1', 'o2', 'v2', 'v3', 'v4'])
})

test('a writing request waits for its turn, and a reading one does not', async () => {
  const turn = Promise.withResolvers<void>()
  const entered: [Plane, number | undefined][] = []
  const paths = createPaths<RequestHandler>()
  const handle = createHandle({
    paths,
    gate: { admit: () => undefined, spend: () => UNLIMITED } as unknown as Gate,
    readBody: () => Promise.resolve({}),
    pace: {
      enter(plane, bytes) {
        entered.push([plane, bytes])
        return turn.promise
      },
    },
    origin: () => 'http://127.0.0.1',
    checkReplies: true,
    answers: { keeper: () => () => undefined } as unknown as AnswerCache,
    mounted: new Set(),
    trouble: () => undefined,
    pendingCommit: () => undefined,
    running: createRunningHandlers(),
  })
  const called: string[] = []
  handle(listNotices, () => {
    called.push('list')
    return { data: [] }
  })
  handle(dismissNotice, () => {
    called.push('dismiss')
    return { message: 'Gone' }
  })
  const call = (method: string, path: string) => {
    const match = paths.find(method, path)
    if (!match?.found) throw new Error(`Nothing answers ${method} ${path}`)
    const { handler, params } = match.found
    const req = { headers: { 'content-length': '17' }, params, query: {}, originalUrl: path }
    const res = {
      once: () => undefined,
      locals: {},
      writeHead: () => undefined,
      end: () => undefined,
    }
    return handler(req as unknown as Request, res as unknown as Response, () => undefined)
  }
  const dismissing = call('DELETE', '/user/notices/1')
  await call('GET', '/user/notices')
  await nextTurn()
  expect(called).toEqual(['list'])
  turn.resolve()
  await dismissing
  expect(called).toEqual(['list', 'dismiss'])
  expect(entered).toEqual([['operator', 17]])
})
