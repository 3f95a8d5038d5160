import type { ServerResponse } from 'node:http'
import { openReceiver, type Received } from '../../support/receiver.ts'
import { verified } from '../../support/webhooks.ts'

/** The receiver's record of one event, by the name of its conversation. */
interface Event {
  /** The ids under which it arrived. */
  readonly ids: Set<string>
  arrivals: number
  accepted: number
}

interface Options {
  readonly random: () => number
  /** The clock of the sender. */
  readonly now: () => Date
}

/** Share of events that are rejected the first time they arrive. */
const TURNED_AWAY = 1 / 12

/** A receiver outside Parley, over real HTTP, unaffected by a crash of Parley; it verifies everything. */
export async function openOutside({ random, now }: Options) {
  const events = new Map<string, Event>()
  const accepted = new Set<string>()
  const seen = new Set<string>()
  let secret: string | undefined
  let forged = 0
  let arrivals = 0
  let onArrival: ((id: string, nth: number) => boolean) | undefined

  function take(res: ServerResponse, request: Received): void {
    const id = String(request.headers['webhook-id'])
    arrivals += 1
    seen.add(id)
    const event = eventOf(request)
    event.ids.add(id)
    event.arrivals += 1
    if (onArrival?.(id, arrivals)) return
    const isTurnedAway = event.arrivals === 1 && random() < TURNED_AWAY
    if (!isTurnedAway) {
      event.accepted += 1
      accepted.add(id)
    }
    res.writeHead(isTurnedAway ? 500 : 200)
    res.end()
  }

  function eventOf(request: Received): Event {
    const { conversation_id: name } = JSON.parse(request.body) as { conversation_id: string }
    try {
      verified(request, secret!, now())
    } catch {
      forged += 1
    }
    const event = events.get(name) ?? { ids: new Set(), arrivals: 0, accepted: 0 }
    events.set(name, event)
    return event
  }

  const receiver = await openReceiver(take)
  return {
    port: receiver.port,
    events,
    /** True when a webhook has arrived; `hasAccepted`, when it was answered with a 2xx during this process. */
    hasSeen: (id: string) => seen.has(id),
    hasAccepted: (id: string) => accepted.has(id),
    /** Requests with a wrong signature or timestamp. */
    forged: () => forged,
    /** Requests during this process. */
    arrivals: () => arrivals,
    /** Resolves once everything sent by a killed process has been read. */
    isAlone: receiver.isAlone,
    trust(value: string): void {
      secret = value
    },
    /** Resets the counters for a new process; the watcher returns whether to leave a request unanswered. */
    watch(watcher?: (id: string, nth: number) => boolean): void {
      arrivals = 0
      accepted.clear()
      onArrival = watcher
    },
    [Symbol.asyncDispose]: receiver.close,
  }
}

export type OutsideReceiver = Awaited<ReturnType<typeof openOutside>>
