import { z } from 'zod'
import type { Kept } from './kept.ts'

/** Times of the app's own restarts, ms since 1970. */
export const Relaunches = z.array(z.number()).max(10)

const MAX_RELAUNCHES = 3
const WINDOW_MS = 5 * 60_000

/** Limits automatic restarts after a crash, counted across processes, so that they cannot loop forever. */
export function mayRelaunch(kept: Kept<number[]>, now: number): boolean {
  const recent = (kept.read() ?? []).filter((at) => now - at < WINDOW_MS && at <= now)
  // Without a stored count, a loop could not be detected.
  return recent.length < MAX_RELAUNCHES && kept.write([...recent, now])
}
