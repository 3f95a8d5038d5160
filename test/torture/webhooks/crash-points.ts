/** A point in the processing of a webhook at which the process is killed. */
interface CrashPoint {
  /**
   * A database trigger on that one connection, a point in the worker, or the arrival of the request at the
   * receiver before its response.
   */
  readonly at: 'committed' | 'taken' | 'leaving' | 'arrived' | { readonly trigger: string }
}

/** In order of occurrence. */
export const CRASH_POINTS = {
  'before the event is committed': {
    at: { trigger: 'AFTER INSERT ON main.webhook_deliveries' },
  },
  'after the commit, before anybody looks': { at: 'committed' },
  'taken up by the worker': { at: 'taken' },
  'before the request leaves': { at: 'leaving' },
  'arrived, before its answer': { at: 'arrived' },
  'after the 2xx, before it is marked': {
    at: {
      trigger: "BEFORE UPDATE OF attempts ON main.webhook_deliveries WHEN NEW.status = 'delivered'",
    },
  },
} as const satisfies Record<string, CrashPoint>

export type CrashPointName = keyof typeof CRASH_POINTS

export const CRASH_POINT_NAMES = Object.keys(CRASH_POINTS) as CrashPointName[]
