import { listWebhookDeliveries, replayFailedWebhooks } from '#contracts/webhooks.ts'
import { openReceiver, status } from '../../support/receiver.ts'
import { send } from '../../support/webhooks.ts'
import { type Figure, mustBe } from '../part.ts'
import { hookAt, openScene, runFor, type Scene, settle } from './scene.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays between attempts, ms (docs/spec/decisions.md, section 6). */
const STEPS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR)]
const WHOLE = STEPS.reduce((sum, step) => sum + step, 0)

/** Events per second: below the rate limit, which would cause delays. */
const A_SECOND = 4

/** Maximum stall of the machine without the clock being advanced, ms. */
const PATIENCE_MS = 10_000

/** An attempt as logged, and when the delivery was scheduled to be retried. */
interface Step {
  readonly delivery: number
  readonly started_at: number
  readonly planned: number | null
}

/** E6: every attempt of many failing addresses on time, then the end, and a resend. */
export async function scheduleFigures(seed: number, endpoints: number): Promise<Figure[]> {
  const receiver = await openReceiver(status(500))
  await using scene = await openScene({ seed, network: { allowPrivate: [receiver.host] } })
  try {
    watchPlans(scene)
    for (let number = 0; number < endpoints; number += 1) {
      await send(scene, hookAt(number, receiver.port), { number })
      await runFor(scene, SECOND / A_SECOND, PATIENCE_MS)
    }
    await runFor(scene, 1.2 * WHOLE, PATIENCE_MS)
    const figures = [...onTime(stepsOf(scene), endpoints), await visible(scene, endpoints)]
    receiver.answer(status(200))
    const ids = () => new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size
    const { replayed } = await scene.call(replayFailedWebhooks, { body: {} })
    await settle(scene)
    const { total } = await scene.call(listWebhookDeliveries, { query: { status: 'delivered' } })
    return [
      ...figures,
      mustBe(
        'sent again by hand, delivered after that, ids in all',
        `${replayed}, ${total}, ${ids()}`,
        `${endpoints}, ${endpoints}, ${endpoints}`,
      ),
    ]
  } finally {
    await receiver.close()
  }
}

/** Records each attempt's plan for the next one. */
function watchPlans({ context: { db } }: Scene): void {
  db.exec(`
    CREATE TEMP TABLE plans (delivery INTEGER, attempt INTEGER, planned INTEGER);
    CREATE TEMP TRIGGER watch_plans AFTER UPDATE OF attempts ON main.webhook_deliveries BEGIN
      INSERT INTO plans VALUES (NEW.id, NEW.attempts, NEW.next_attempt_at);
    END;
  `)
}

const stepsOf = ({ context: { db } }: Scene): Step[] =>
  db
    .prepare<[], Step>(`
      SELECT delivery_id AS delivery, started_at, planned
      FROM webhook_attempts JOIN plans ON delivery = delivery_id AND attempt = number ORDER BY delivery_id, number
    `)
    .all()

function onTime(steps: readonly Step[], endpoints: number): Figure[] {
  const all = [...Map.groupBy(steps, ({ delivery }) => delivery).values()]
  const pairs = all.flatMap((one) =>
    one.slice(1).map((step, index) => ({ step, before: one[index]!, wanted: STEPS[index] ?? 0 })),
  )
  const deviation = Math.max(
    ...pairs.map(({ before, wanted }) =>
      Math.abs((before.planned! - before.started_at) / wanted - 1),
    ),
  )
  const late = Math.max(...pairs.map(({ step, before }) => step.started_at - before.planned!))
  const whole = all.map((one) => one.at(-1)!.started_at - one[0]!.started_at)
  const hours = (ms: number) => (ms / HOUR).toFixed(1)
  return [
    mustBe(
      `attempts of ${endpoints} addresses that fail for ever`,
      all.filter(({ length }) => length === STEPS.length + 1).length * (STEPS.length + 1),
      endpoints * (STEPS.length + 1),
    ),
    {
      name: 'largest deviation from the schedule of what an attempt plans (its jitter), at most 10 %',
      value: `${(100 * deviation).toFixed(2)} %`,
      // A plan is in whole milliseconds.
      holds: deviation <= 0.1001,
    },
    {
      name: 'latest attempt after its plan, by the moved clock, at most 1 s',
      value: `${late} ms`,
      holds: late <= SECOND,
    },
    {
      name: `from the first attempt to the tenth (${hours(WHOLE)} h ± 10 %)`,
      value: `${hours(Math.min(...whole))} to ${hours(Math.max(...whole))} h`,
      holds: whole.every((ms) => Math.abs(ms / WHOLE - 1) <= 0.1),
    },
  ]
}

async function visible({ call }: Scene, endpoints: number): Promise<Figure> {
  const { total } = await call(listWebhookDeliveries, { query: { status: 'dead' } })
  return mustBe('then dead, and listed as such', total, endpoints)
}
