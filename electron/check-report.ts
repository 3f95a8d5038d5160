import { z } from 'zod'

/** Outcome of one probe; `skipped` where this machine or this kind of start has nothing to probe, for the reason in `detail`. */
const Finding = z.strictObject({
  probe: z.string(),
  verdict: z.enum(['ok', 'failed', 'skipped']),
  detail: z.string(),
})
export type Finding = z.output<typeof Finding>

/** Facts and findings of one start of the app. */
const CheckedStart = z.strictObject({
  /** Versions and the like, by name. */
  facts: z.record(z.string(), z.string()),
  url: z.string(),
  /** Processes of the app that have to be gone when it has ended. */
  pids: z.array(z.int()),
  /** Fingerprint of the session's cookies. */
  cookies: z.string(),
  /** The probe that is under way: the one that the app has died of, where it has. */
  underWay: z.string().optional(),
  findings: z.array(Finding),
})
export type CheckedStart = z.output<typeof CheckedStart>

/** Report that an app writes about itself (`PARLEY_CHECK`), one part for each of its starts. */
export const CheckReport = z.strictObject({ starts: z.array(CheckedStart) })
export type CheckReport = z.output<typeof CheckReport>
