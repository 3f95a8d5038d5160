import { openReceiver, status } from '../../support/receiver.ts'
import { deliveryOf, send } from '../../support/webhooks.ts'
import { type Figure, mustBe } from '../part.ts'
import { hookAt, openScene, runFor, settle } from './scene.ts'

const HOUR = 3_600_000
const DAYS = 48 * HOUR

/** The longest delay of the schedule including its jitter, ms. */
const LONGEST = 24 * HOUR

const DELIVERIES = 20

/** E11: the clock jumps two days ahead and back, again and again, while something waits. */
export async function jumpFigures(seed: number, rounds: number): Promise<Figure[]> {
  const receiver = await openReceiver(status(500))
  await using scene = await openScene({ seed, network: { allowPrivate: [receiver.host] } })
  const { clock } = scene
  let [skipped, doubled, late, longest] = [0, 0, 0, 0]

  /** Counts the attempts at each of several deliveries while something happens. */
  async function each(ids: readonly number[], happen: () => Promise<void>): Promise<void> {
    const before = ids.map((id) => deliveryOf(scene, id).attempts)
    await happen()
    for (const [index, id] of ids.entries()) {
      const made = deliveryOf(scene, id).attempts - before[index]!
      if (made === 0) skipped += 1
      if (made > 1) doubled += 1
    }
  }

  try {
    for (let round = 0; round < rounds; round += 1) {
      receiver.answer(status(500))
      const ids = await Promise.all(
        Array.from({ length: DELIVERIES }, (_, number) =>
          send(scene, hookAt(number, receiver.port), { number }),
        ),
      )
      await settle(scene)
      await each(ids, async () => {
        await clock.jump(DAYS)
        await settle(scene)
      })
      await clock.jump(-DAYS)
      const fresh = await send(scene, hookAt('fresh', receiver.port))
      await settle(scene)
      if (deliveryOf(scene, fresh).attempts === 0) late += 1
      const now = clock.outside.now().getTime()
      for (const id of ids)
        longest = Math.max(longest, deliveryOf(scene, id).next_attempt_at! - now)
      receiver.answer(status(200))
      await each(ids, () => runFor(scene, LONGEST))
    }
    const attempts = 2 * DELIVERIES * rounds
    const sum = receiver.requests.length
    return [
      mustBe(`of ${attempts} attempts over ${rounds} jumps of +2 and −2 days: skipped`, skipped, 0),
      mustBe(`the same: made twice (${sum} requests in all)`, doubled, 0),
      mustBe('new ones that did not go at once after the clock was set back', late, 0),
      {
        name: 'longest wait after the clock was set back',
        value: `${(longest / HOUR).toFixed(2)} h`,
        holds: longest <= LONGEST,
      },
    ]
  } finally {
    await receiver.close()
  }
}
