import type { Server } from 'node:http'
import type { RunningHandlers } from './running-handlers.ts'

interface DrainOptions {
  readonly http: Server
  readonly running: RunningHandlers
  /** Closes connections that have never sent a request. */
  readonly closeUnused: () => void
  /** Maximum wait for requests in progress, ms. */
  readonly drainMs: number
  /** Abandons operations that can be stored as unknown and answered. */
  readonly abandon: () => void
}

/** Interval at which a stopping server closes idle connections, ms. */
const SWEEP_MS = 50

/** Time to store and answer operations that were abandoned, and then to send refusals, ms. */
const GRACE_MS = 1000

/**
 * Waits until `closed`, a closed listener's last connection, and the last handler have ended. What takes longer than
 * `drainMs` is abandoned, what goes on nevertheless is refused, and what is still connected then is cut off.
 */
export async function drain(
  closed: Promise<void>,
  { http, running, closeUnused, drainMs, abandon }: DrainOptions,
): Promise<void> {
  // A busy connection becomes idle only once its response has been sent.
  const sweep = setInterval(() => {
    http.closeIdleConnections()
    closeUnused()
  }, SWEEP_MS)
  const drained = closed.then(running.ended)
  if (!(await endsWithin(drained, drainMs))) abandon()
  if (!(await endsWithin(drained, GRACE_MS))) running.giveUp()
  if (!(await endsWithin(drained, GRACE_MS))) http.closeAllConnections()
  await closed
  clearInterval(sweep)
}

/** Reports whether work ends within a time, ms. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const isOver = await Promise.race([work.then(() => true), late.promise])
  clearTimeout(timer)
  return isOver
}
