import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { goodRequests, runBytes, wrongAnswer } from '../../generated/bytes.ts'
import { createChance } from '../../generated/chance.ts'
import { wrongQueries } from '../../generated/queries.ts'
import { credentialsFor } from '../../generated/run.ts'
import { startWorld } from '../../generated/start-world.ts'
import { runWild } from '../../generated/wild.ts'
import { PATIENT_MS, sendBytes } from '../../generated/wire.ts'
import { everyNth, sample } from '../../support/sample.ts'
import { KEY } from '../../support/server.ts'

/*
 * Arbitrary input. The seed is fixed, so that a failure here is reproducible everywhere; `npm run torture --
 * api` sends much more with another seed each time.
 */

const SEED = 20_260_101

/** Bytes on the heap after garbage collection. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('valid requests succeed', async () => {
  // A connection that stays open ends the wait for its response only when it is idle.
  const { server } = await startWorld({ limits: { keepAliveMs: 100 } })
  const good = goodRequests(new URL(server.url).host, KEY)
  const answers = await Promise.all(
    good.map((request) => sendBytes(server.url, request, PATIENT_MS)),
  )
  for (const [index, answer] of answers.entries()) {
    expect([String(good[index]), wrongAnswer(answer)]).toEqual([String(good[index]), undefined])
    expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /)
  }
}, 60_000)

test('corrupted requests get no 5xx and nothing but JSON, and leave nothing behind', async () => {
  const { server, wire } = await startWorld()
  const chance = createChance(SEED)
  await runBytes(server.url, KEY, 200, chance)
  const before = heap()
  expect(await runBytes(server.url, KEY, sample(40, 2000), chance)).toEqual([])
  expect((await wire.send('GET', '/health')).status).toBe(200)
  expect(heap() - before).toBeLessThan(10_000_000)
}, 60_000)

test('random calls of endpoints get no 5xx and nothing but JSON that satisfies its contract', async () => {
  const { statuses, wrong } = await runWild(
    await startWorld(),
    sample(100, 2500),
    createChance(SEED),
  )
  expect(wrong).toEqual([])
  // Part of it is valid: the rest of a call that has one invalid thing.
  expect(statuses.get(200)).toBeGreaterThan(sample(8, 200))
  expect(statuses.get(422)).toBeGreaterThan(sample(15, 500))
}, 60_000)

test('every query with one invalid value is 422 and names its field', async () => {
  const world = await startWorld()
  const queries = everyNth(8, [...wrongQueries()])
  expect(queries.length).toBeGreaterThan(100)
  for (const { endpoint, target, field } of queries) {
    const { status, text } = await world.wire.send(endpoint.method.toUpperCase(), target, {
      headers: credentialsFor(world, endpoint),
    })
    const { errors = {} } = JSON.parse(text)
    expect([target, status, Object.keys(errors)]).toEqual([target, 422, [field]])
  }
})

test('an unsupported Expect header is rejected in JSON, and a body after 100-continue is read', async () => {
  const { server } = await startWorld()
  const { host } = new URL(server.url)
  const ask = (expectation: string) =>
    sendBytes(
      server.url,
      `POST /api/user/api-keys HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nExpect: ${expectation}\r\nConnection: close\r\nContent-Length: 12\r\n\r\n{"name":"k"}`,
      PATIENT_MS,
    )
  expect(await ask('magic')).toMatch(/^HTTP\/1\.1 417 [\s\S]*\{"message":"Expectation Failed\."\}/)
  expect(await ask('100-continue')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
})

test('HEAD of a stream ends, and makes nobody online', async () => {
  const { wire, visitor, server } = await startWorld()
  for (const [target, headers] of [
    ['/api/user/stream', {}],
    ['/api/widget/stream', { authorization: `Bearer ${visitor.token}` }],
  ] as const) {
    const answer = await wire.send('HEAD', target, { headers })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  }
  const { hub, db } = server.context
  const id = db.prepare('SELECT id FROM visitors WHERE uuid = ?').pluck().get(visitor.id)
  expect(hub.isOnline(id as number)).toBe(false)
})

test('a request without a Host is a JSON 421', async () => {
  const { server } = await startWorld()
  for (const version of ['1.0', '1.1']) {
    const answer = await sendBytes(
      server.url,
      `GET /health HTTP/${version}\r\nConnection: close\r\n\r\n`,
      PATIENT_MS,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 421 [\s\S]*\{"message":"Misdirected request\."\}$/)
  }
})
