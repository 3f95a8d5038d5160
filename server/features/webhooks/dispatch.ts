import { startDueWork } from '../../jobs/due-work.ts'
import type { Attempt } from './attempt.ts'
import { type Deliverer, deliverWebhook, type OnAnswer } from './deliver.ts'
import { type DueDelivery, dueQueries } from './due-queries.ts'
import { createPace } from './pace.ts'
import { recordDeliveries } from './record.ts'

/** Statuses of an overloaded host. */
const OVERLOADED = [429, 502, 503, 504]

/**
 * Sends due deliveries, oldest first, at a rate that receivers can handle (docs/decisions/028). `stop` aborts those in
 * progress; the next start retries them.
 */
export function startDeliveries(context: Deliverer, onAnswer: OnAnswer) {
  const { db, write, events, now, log, storage } = context
  const due = dueQueries(db)
  const pace = createPace(context)
  const underWay = new Set<number>()

  function startNext(stopping: AbortSignal): Promise<void> | undefined {
    if (stopping.aborted || pace.opensAt() !== undefined) return undefined
    const next = due.oldest({
      now: now().getTime(),
      busy: JSON.stringify(pace.busyHosts()),
      underWay: JSON.stringify([...underWay]),
    })
    if (!next) return undefined
    pace.begin(next.host)
    underWay.add(next.id)
    return deliver(next, stopping).finally(() => underWay.delete(next.id))
  }

  async function deliver({ id, host }: DueDelivery, stopping: AbortSignal): Promise<void> {
    try {
      const made = await deliverWebhook(context, id, stopping, onAnswer)
      pace.end(host, made && isOverloaded(made))
    } catch (error) {
      storage.note(error)
      log.error({ err: error, delivery: id }, 'a webhook could not be sent')
      // It is still due, but must not be retried immediately.
      pace.end(host, true)
    }
  }

  return startDueWork(context, {
    name: 'webhooks',
    async startDue(_, stopping) {
      // Otherwise deliveries could wait indefinitely after the clock was set back.
      await write((tx) => recordDeliveries(tx, context, due.pullBack(tx, now())))
      const started: Promise<void>[] = []
      for (let next = startNext(stopping); next; next = startNext(stopping)) started.push(next)
      return started
    },
    nextAt() {
      const times = [pace.opensAt(), pace.resumesAt(), due.nextAt(now())]
      const waits = times.filter((at) => at !== undefined)
      return waits.length === 0 ? undefined : Math.min(...waits)
    },
    onAdded: (listener) =>
      events.onRecorded((type) => {
        if (type.startsWith('delivery.')) listener()
      }),
  })
}

/** Reports whether a host is overloaded or unreachable. */
function isOverloaded({ status, isBlocked, error }: Attempt): boolean {
  if (isBlocked || error === null) return false
  return status === undefined || OVERLOADED.includes(status)
}
