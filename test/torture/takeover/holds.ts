import { type HoldTrial, tryHold } from '../../support/hold-trial.ts'
import { delayAnswers } from '../../support/holds.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { clientsOf } from '../../support/server.ts'
import { type Figure, mustBe } from '../part.ts'

interface Options {
  readonly url: string
  readonly holds: number
  readonly atOnce: number
  /** Holds whose time is measured, one after the other. */
  readonly timed: number
}

/** Time limit for a hold, ms. */
const SLOWEST = 50

/** Holds that come after the last token are repeated, up to a limit. */
const MOST_TRIES = 2

/** Delay of watched answers, s: long enough that most holds keep something back. */
const DELAY = 0.1

/** Holds answers again and again on a running server, and reports what reached their visitors afterwards. */
export async function holdFigures({ url, holds, atOnce, timed }: Options): Promise<Figure[]> {
  const server = clientsOf(url)
  await useHostedModel(server)
  await delayAnswers(server, DELAY)
  const held: HoldTrial[] = []
  let begun = 0

  async function work(count: number): Promise<void> {
    while (held.length < count && begun < holds * MOST_TRIES) {
      const trial = await tryHold(server, begun++)
      if (trial) held.push(trial)
    }
  }
  await work(timed)
  const times = held.map(({ ms }) => ms).sort((one, other) => one - other)
  await Promise.all(Array.from({ length: atOnce }, () => work(holds)))

  const all = held.slice(0, holds)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const back = all.filter(({ rest }) => rest !== '').length
  return [
    mustBe(`holds (of ${begun} tried)`, all.length, holds),
    mustBe(
      'AI tokens before the visitor after the hold',
      `${all.filter(({ late }) => late !== 0).length} of ${all.length}`,
      `0 of ${holds}`,
    ),
    {
      name: 'holds that kept something back',
      value: `${back} of ${all.length}`,
      holds: back > all.length / 2,
    },
    {
      name: `hold latency, from the operator’s request to its response, ${times.length} one after the other`,
      value: `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`,
      holds: at(0.95) < SLOWEST,
    },
  ]
}
