import { expect, test } from 'vitest'
import { webhookQueries } from '../../server/features/webhooks/queries.ts'
import { LIMITS } from '../../server/limits.ts'
import { createClock } from '../support/clock.ts'
import { type Receiver, startReceiver, status } from '../support/receiver.ts'
import { allowing, startServer } from '../support/server.ts'
import { attempted, deliveryOf, fillOutbox, hookServer, send } from '../support/webhooks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** A receiver that counts concurrent requests, and responds when told to. */
async function slowReceiver() {
  const open: (() => void)[] = []
  const receiver = await startReceiver((res) => void open.push(() => res.end('{}')))
  return { ...receiver, open }
}

const orderOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  requests.map(({ body }) => JSON.parse(body).number as number)

test('a host gets two deliveries at once, oldest first, whatever the URL', async () => {
  const receiver = await slowReceiver()
  const { server } = await hookServer(receiver)
  for (let number = 0; number < 5; number += 1)
    await send(server, `${receiver.url}?${number}`, { number })
  for (let done = 0; done < 4; done += 1) {
    await expect.poll(() => receiver.requests.length).toBe(Math.min(done + 2, 5))
    receiver.open[done]!()
  }
  receiver.open[4]!()
  await expect.poll(() => orderOf(receiver)).toEqual([0, 1, 2, 3, 4])
})

test('of 5,000 due after a long sleep, twenty a second are sent, oldest first, each once', async () => {
  const receivers = await Promise.all(Array.from({ length: 4 }, () => startReceiver()))
  const { server, clock } = await hookServer(...receivers)
  const times: number[] = []
  const order: number[] = []
  for (const receiver of receivers)
    receiver.answer((res, { body }) => {
      times.push(clock.outside.now().getTime())
      order.push(JSON.parse(body).number)
      res.end('{}')
    })
  const fellAsleep = clock.outside.now().getTime()
  await server.context.write((tx) => {
    for (let number = 0; number < 5000; number += 1)
      fillOutbox(tx, server, receivers[number % 4]!.url, {
        number,
        at: fellAsleep + MINUTE + number,
      })
  })
  await clock.jump(8 * HOUR)
  for (let sent = 20; sent <= 200; sent += 20) {
    await expect.poll(() => order.length).toBe(sent)
    await clock.advance(SECOND - 1)
    expect(order).toHaveLength(sent)
    await clock.advance(1)
  }
  await expect.poll(() => order.length).toBe(220)
  // Those of the same second may overtake each other in transit.
  for (let second = 0; second < 11; second += 1)
    expect(order.slice(20 * second, 20 * (second + 1)).sort((a, b) => a - b)).toEqual(
      range(20 * second, 20 * (second + 1)),
    )
  for (const at of times)
    expect(times.filter((other) => other >= at && other < at + SECOND).length).toBe(20)
})

test('a dead host with a backlog does not hold up the others', async () => {
  const dead = await startReceiver(() => undefined)
  const alive = await Promise.all(Array.from({ length: 9 }, () => startReceiver()))
  const { server, clock } = await hookServer(dead, ...alive)
  for (let count = 0; count < 300; count += 1) await send(server, dead.url)
  await expect.poll(() => dead.requests.length).toBe(2)
  const waits: number[] = []
  for (let round = 0; round < 11; round += 1) {
    const begun = clock.outside.now().getTime()
    const ids = await Promise.all(alive.map(({ url }) => send(server, url)))
    while (ids.some((id) => deliveryOf(server, id).status !== 'delivered')) await clock.advance(50)
    for (const id of ids) waits.push(deliveryOf(server, id).last_attempt_at! - begun)
    await clock.advance(SECOND)
  }
  expect(waits).toHaveLength(99)
  expect(Math.max(...waits)).toBeLessThan(2 * SECOND)
  // Two hung for 15 seconds; after that, single requests check whether it is back.
  expect(dead.requests.length).toBeLessThanOrEqual(3)
})

test('a busy host that responds does not hold up the others', async () => {
  const [busy, other] = [await startReceiver(), await startReceiver()]
  const { server, clock } = await hookServer(busy, other)
  for (let count = 0; count < 200; count += 1) await send(server, busy.url)
  await expect.poll(() => busy.requests.length).toBe(20)
  const id = await send(server, other.url)
  await clock.advance(SECOND)
  await attempted(server, id)
  expect(busy.requests.length).toBeLessThanOrEqual(40)
})

test('the oldest goes first, whichever host it is for', async () => {
  const receivers = await Promise.all(Array.from({ length: 3 }, () => startReceiver()))
  const [first, second, third] = receivers.sort((a, b) => (a.host < b.host ? 1 : -1))
  const order: string[] = []
  for (const { answer, host } of receivers)
    answer((res) => {
      order.push(host)
      res.end('{}')
    })
  const clock = createClock()
  const server = await startServer({
    ...allowing(...receivers.map(({ host }) => host)),
    outside: clock.outside,
    limits: { webhookStartsPerSecond: 1 },
  })
  const wanted = [first!, third!, second!, first!, second!, third!]
  for (const { url } of wanted) {
    await send(server, url)
    await clock.advance(1)
  }
  for (let sent = 1; sent <= wanted.length; sent += 1) {
    await expect.poll(() => order.length).toBe(sent)
    await clock.advance(SECOND)
  }
  expect(order).toEqual(wanted.map(({ host }) => host))
})

test.each([429, 502, 503, 504])(
  'a host that answers %i is paused for twice as long each time, until it recovers',
  async (code) => {
    const receiver = await startReceiver(status(code))
    const { server, clock } = await hookServer(receiver)
    for (let number = 0; number < 12; number += 1) await send(server, receiver.url, { number })
    const asked = () => expect.poll(() => receiver.requests.length)
    await asked().toBe(2)
    // Two failed at once: two seconds, then four.
    await clock.advance(2 * SECOND - 1)
    await asked().toBe(2)
    await clock.advance(1)
    await asked().toBe(3)
    await clock.advance(4 * SECOND - 1)
    await asked().toBe(3)
    receiver.answer(status(200))
    await clock.advance(1)
    await expect.poll(() => receiver.requests.length).toBe(14)
    const [first, second, third, ...others] = orderOf(receiver)
    expect([first, second, third]).toEqual([0, 1, 2])
    expect([...others].sort((a, b) => a - b)).toEqual([0, 1, ...range(3, 12)])
  },
)

test('a plain error throttles nobody', async () => {
  const receiver = await startReceiver(status(500))
  const { server } = await hookServer(receiver)
  for (let number = 0; number < 8; number += 1) await send(server, receiver.url, { number })
  await expect.poll(() => orderOf(receiver)).toEqual(range(0, 8))
})

test('when the clock jumps two days ahead nothing is skipped, and nothing attempted twice', async () => {
  const receiver = await startReceiver(status(500))
  const { server, clock } = await hookServer(receiver)
  const ids = await Promise.all(range(0, 6).map((number) => send(server, receiver.url, { number })))
  for (const id of ids) await attempted(server, id)
  await clock.jump(48 * HOUR)
  for (const id of ids) await attempted(server, id, 2)
  await clock.advance(MINUTE)
  expect(receiver.requests).toHaveLength(12)
  for (const id of ids) {
    const { status: state, next_attempt_at } = deliveryOf(server, id)
    expect(state).toBe('pending')
    const wait = next_attempt_at! - clock.outside.now().getTime()
    expect(wait).toBeLessThanOrEqual(5.5 * MINUTE)
  }
})

test('when the clock is set back two days nothing waits longer than a day, and new ones go at once', async () => {
  const receiver = await startReceiver(status(500))
  const { server, clock } = await hookServer(receiver)
  const ids = await Promise.all(
    range(0, 30).map((number) => send(server, receiver.url, { number })),
  )
  await expect.poll(() => receiver.requests.length).toBe(20)
  await clock.advance(SECOND)
  for (const id of ids) await attempted(server, id)
  await clock.jump(-48 * HOUR)
  receiver.answer(status(200))
  await attempted(server, await send(server, receiver.url, { number: 99 }))
  const now = clock.outside.now().getTime()
  for (const id of ids) {
    const wait = webhookQueries(server.context.db).find(id)!.next_attempt_at! - now
    expect(wait).toBeGreaterThanOrEqual(21.6 * HOUR)
    expect(wait).toBeLessThanOrEqual(24 * HOUR)
  }
  await clock.jump(24 * HOUR)
  for (let count = 0; count < 3; count += 1) await clock.advance(SECOND)
  for (const id of ids) expect((await attempted(server, id, 2)).status).toBe('delivered')
  expect(receiver.requests).toHaveLength(61)
})

test('the documented limits for receivers', () => {
  expect([LIMITS.webhookStartsPerSecond, LIMITS.webhooksAtHost]).toEqual([20, 2])
})
