/** Where on the way of a webhook the process is killed. */
interface CrashPoint {
  /**
   * Database trigger of that one connection, moment of the worker, or arrival of the request at the receiver before it
   * is answered.
   */
  readonly at: 'committed' | 'taken' | 'leaving' | 'arrived' | { readonly trigger: string }
}

/** In the order in which they come. */
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
