import { z } from 'zod'

/**
 * Outcome of one probe; `skipped` if it does not apply to this machine or this kind of start, with the reason in
 * `detail`.
 */
const Finding = z.strictObject({
  probe: z.string(),
  verdict: z.enum(['ok', 'failed', 'skipped']),
  detail: z.string(),
})
export type Finding = z.output<typeof Finding>

/** Facts and findings of one start of the app. */
const CheckedStart = z.strictObject({
  /** Versions and similar facts, by name. */
  facts: z.record(z.string(), z.string()),
  url: z.string(),
  /** Pids of the app's processes, which must not outlive it. */
  pids: z.array(z.int()),
  /** Fingerprint of the session's cookies. */
  cookies: z.string(),
  /** The probe in progress: if the app died, the one it died of. */
  underWay: z.string().optional(),
  findings: z.array(Finding),
})
export type CheckedStart = z.output<typeof CheckedStart>

/** Report of an app's self-check (`PARLEY_CHECK`), one part per start. */
export const CheckReport = z.strictObject({ starts: z.array(CheckedStart) })
export type CheckReport = z.output<typeof CheckReport>
