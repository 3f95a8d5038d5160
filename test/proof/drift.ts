import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from '../torture/part.ts'
import { startDesk } from './desk.ts'

/** Length of the call, minutes. */
const MINUTES = Number(process.env['PARLEY_PROOF_MINUTES'] ?? 10)

/** Maximum change in the number of buffered frames between the first seconds and the end: 100 ms. */
const MOST_DRIFT = 5

const SETTLED_MS = 5000
const FRAME_MS = 20

/**
 * Interval of the caller's key presses, which count as activity, ms; shorter than the shortest silence that
 * prompts or hangs up on a caller.
 */
const PRESSES_EVERY_MS = 5000

/** One long call with background sound: as much is sent as is played, from the first minute to the last. */
export const driftPart: Part = async ({ folder }) => {
  await using desk = await startDesk(folder, ['hello'])
  await desk.change({
    initial_message: 'Hello.',
    wait_for_customer: true,
    ambient_sound: 'office',
    max_duration: 60 * (MINUTES + 1),
  })
  const caller = await desk.call()
  const begun = performance.now()
  await delay(SETTLED_MS)
  const first = caller.waiting()
  const playedFirst = caller.playedMs(0)
  const settled = performance.now()
  while (performance.now() - begun < MINUTES * 60_000 && !caller.has('ended')) {
    caller.tell({ type: 'digit', digit: '1' })
    await delay(PRESSES_EVERY_MS)
  }
  const elapsed = performance.now() - settled
  const drift = caller.waiting() - first
  const lacking = elapsed - (caller.playedMs(0) - playedFirst)
  const hasEnded = caller.has('ended')
  caller.hangUp()
  caller.end()
  return [
    {
      name: 'minutes of a call',
      value: ((elapsed + SETTLED_MS) / 60_000).toFixed(1),
      holds: !hasEnded,
    },
    {
      name: 'frames that wait to be played, more than at the beginning',
      value: `${drift} (${((drift * FRAME_MS * 1000) / elapsed).toFixed(2)} per thousand)`,
      holds: Math.abs(drift) <= MOST_DRIFT,
    },
    {
      name: 'nothing to play, ms in all',
      value: lacking.toFixed(0),
      holds: Math.abs(lacking) < 500,
    },
  ]
}
