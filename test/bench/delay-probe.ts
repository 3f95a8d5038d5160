/*
 * Loaded into a server of ours ahead of it: looks every few milliseconds whether the event loop turns, and tells the
 * bench, when it asks, what was seen since it last did.
 */

/** The event loop of a server as its probe saw it. */
export interface Delays {
  /** How much later than due each look came, ms. */
  readonly late: readonly number[]
  /** Processor time of the main thread between two looks, the longest, ms. */
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
