import { openReceiver } from '../../support/receiver.ts'
import { fillOutbox } from '../../support/webhooks.ts'
import { type Figure, mustBe } from '../part.ts'
import { hookAt, openScene, until } from './scene.ts'

const SECOND = 1000
const HOUR = 3_600_000
const A_SECOND = 20
const HOSTS = 4

/** Response time of a receiver, ms, long enough for several requests to overlap. */
const TAKES_MS = 3

/** E10: the machine sleeps for eight hours, and everything has become due. */
export async function asleepFigures(seed: number, due: number): Promise<Figure[]> {
  const times: number[] = []
  const order: number[] = []
  const open = new Map<string, number>()
  let [most, answered] = [0, 0]
  const receiver = await openReceiver((res, { headers, body }) => {
    const host = headers.host!
    const atHost = (open.get(host) ?? 0) + 1
    open.set(host, atHost)
    most = Math.max(most, atHost)
    times.push(scene.clock.outside.now().getTime())
    order.push((JSON.parse(body) as { number: number }).number)
    setTimeout(() => {
      open.set(host, open.get(host)! - 1)
      answered += 1
      res.end('{}')
    }, TAKES_MS)
  })
  await using scene = await openScene({ seed, network: { allowPrivate: [receiver.host] } })
  const { clock, context } = scene
  try {
    const begun = clock.outside.now().getTime()
    const step = Math.floor((7 * HOUR) / due)
    await context.write((tx) => {
      for (let number = 0; number < due; number += 1)
        fillOutbox(tx, scene, hookAt(number % HOSTS, receiver.port), {
          number,
          at: begun + HOUR / 2 + number * step,
        })
    })
    await clock.jump(8 * HOUR)
    const awake = clock.outside.now().getTime()
    for (let sent = A_SECOND; sent <= due; sent += A_SECOND) {
      if (!(await until(() => answered >= sent))) break
      await clock.advance(SECOND)
    }
    const lasted = ((times.at(-1) ?? awake) - awake) / SECOND
    return [
      mustBe(
        `of ${due} due after 8 h of sleep: sent, each once`,
        `${order.length}, ${new Set(order).size}`,
        `${due}, ${due}`,
      ),
      atMost('begun within any second', mostWithinSecond(times), A_SECOND),
      atMost('at one host at once', most, 2),
      mustBe('sent a second or more before one that was due earlier', superseded(order), 0),
      {
        name: 'the last of them after so many seconds (20 a second)',
        value: String(lasted),
        holds: lasted <= due / A_SECOND,
      },
    ]
  } finally {
    await receiver.close()
  }
}

const atMost = (name: string, value: number, limit: number): Figure => ({
  name: `${name}, at most ${limit}`,
  value: String(value),
  holds: value <= limit,
})

function mostWithinSecond(times: readonly number[]): number {
  let [most, first] = [0, 0]
  for (const [index, at] of times.entries()) {
    while (times[first]! <= at - SECOND) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** Those of the same second may overtake each other in transit. */
function superseded(order: readonly number[]): number {
  let [wrong, highest] = [0, -1]
  for (let second = 0; second * A_SECOND < order.length; second += 1) {
    const within = order.slice(second * A_SECOND, (second + 1) * A_SECOND)
    wrong += within.filter((number) => number < highest).length
    highest = Math.max(highest, ...within)
  }
  return wrong
}
