import type { Attempt } from './attempt.ts'
import { type Deliverer, deliverWebhook, type OnAnswer } from './deliver.ts'
import { type DueDelivery, dueQueries } from './due-queries.ts'
import { createPace } from './pace.ts'
import { recordDeliveries } from './record.ts'

/** Longest it sleeps, so that a moved clock cannot put it to sleep for good. */
const LONGEST_SLEEP_MS = 30_000

/** Between two looks whether there is room on the disk again, ms. */
const FULL_SLEEP_MS = 2000

/** Answers of a host that has too much to do. */
const OVERLOADED = [429, 502, 503, 504]

/**
 * Sends what is due in the outbox, oldest first and not faster than receivers can take (docs/decisions/028). `stop` cuts
 * off what is under way; the next start tries it again.
 */
export function startDeliveries(context: Deliverer, onAnswer: OnAnswer) {
  const { db, events, now, sleep, log, storage } = context
  const due = dueQueries(db)
  const pace = createPace(context)
  const stopping = new AbortController()
  const underWay = new Map<number, Promise<void>>()
  let nap = new AbortController()
  let woken = false

  function wake(): void {
    if (woken || stopping.signal.aborted) return
    woken = true
    // After the current turn, so that what a transaction wrote is committed.
    setImmediate(work)
  }

  function work(): void {
    woken = false
    if (stopping.signal.aborted) return
    // What could not be noted as sent would be sent again and again.
    if (storage.trouble()) {
      sleepFor(FULL_SLEEP_MS)
      return
    }
    try {
      pullBack()
      while (startNext());
      sleepFor(untilNext())
    } catch (error) {
      log.error({ err: error }, 'webhooks could not be looked for')
      sleepFor(storage.note(error) ? FULL_SLEEP_MS : LONGEST_SLEEP_MS)
    }
  }

  /** A clock that was set back would let deliveries wait for ever. */
  function pullBack(): void {
    db.transaction(() => recordDeliveries(context, due.pullBack(now())))()
  }

  function startNext(): boolean {
    if (pace.opensAt() !== undefined) return false
    const next = due.oldest({
      now: now().getTime(),
      busy: JSON.stringify(pace.busyHosts()),
      underWay: JSON.stringify([...underWay.keys()]),
    })
    if (!next) return false
    pace.begin(next.host)
    const done = deliver(next).finally(() => {
      underWay.delete(next.id)
      wake()
    })
    underWay.set(next.id, done)
    return true
  }

  async function deliver({ id, host }: DueDelivery): Promise<void> {
    try {
      const made = await deliverWebhook(context, id, stopping.signal, onAnswer)
      pace.end(host, made && isOverloaded(made))
    } catch (error) {
      storage.note(error)
      log.error({ err: error, delivery: id }, 'a webhook could not be sent')
      // It is still due: not again at once.
      pace.end(host, true)
    }
  }

  function untilNext(): number {
    const times = [pace.opensAt(), pace.resumesAt(), due.nextAt(now())].filter(
      (at) => at !== undefined,
    )
    return Math.min(...times.map((at) => at - now().getTime()), LONGEST_SLEEP_MS)
  }

  function sleepFor(ms: number): void {
    nap.abort()
    nap = new AbortController()
    sleep(Math.max(ms, 1), nap.signal).then(wake, () => undefined)
  }

  const deaf = events.onRecorded((type) => {
    if (type.startsWith('delivery.')) wake()
  })
  wake()

  return {
    async stop(): Promise<void> {
      deaf()
      nap.abort()
      stopping.abort(new Error('The server is stopping'))
      await Promise.allSettled(underWay.values())
    },
  }
}

/** Reports whether a host is overloaded or unreachable. */
function isOverloaded({ status, isBlocked, error }: Attempt): boolean {
  if (isBlocked || error === null) return false
  return status === undefined || OVERLOADED.includes(status)
}
