/*
 * Preloaded into our server: checks every few milliseconds that the event loop turns, and reports to the
 * bench on request what happened since the last report.
 */

/** A server's event loop as observed by its probe. */
export interface Delays {
  /** Delay of each check, ms. */
  readonly late: readonly number[]
  /** The longest processor time of the main thread between two checks, ms. */
  readonly longestWork: number
}

const EVERY_MS = 5

let late: number[] = []
let longestWork = 0
let lookedAt = performance.now()
let worked = workedMs()

setInterval(() => {
  const now = performance.now()
  const work = workedMs()
  late.push(Math.max(0, now - lookedAt - EVERY_MS))
  longestWork = Math.max(longestWork, work - worked)
  lookedAt = now
  worked = work
}, EVERY_MS).unref()

process.on('message', () => {
  process.send!({ late, longestWork } satisfies Delays)
  late = []
  longestWork = 0
})
process.channel?.unref()

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
