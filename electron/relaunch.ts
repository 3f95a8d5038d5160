import { z } from 'zod'
import type { Kept } from './kept.ts'

/** When the app has started itself again, ms since 1970. */
export const Relaunches = z.array(z.number()).max(10)

const MOST = 3
const WITHIN_MS = 5 * 60_000

/** Whether the app may start itself again after a bug of its own; counted over all its lives, so that it cannot go round for ever. */
export function mayRelaunch(kept: Kept<number[]>, now: number): boolean {
  const recent = (kept.read() ?? []).filter((at) => now - at < WITHIN_MS && at <= now)
  // Where nobody can count, nobody may go round for ever.
  return recent.length < MOST && kept.write([...recent, now])
}
