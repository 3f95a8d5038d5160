/** A point in sending a message at which the process is killed. */
interface CrashPoint {
  /**
   * A moment on the way to the provider, before connecting or once the request has arrived; or a database
   * operation, in which case a trigger on that one connection kills the process.
   */
  readonly at: 'leaving' | 'arrived' | { readonly trigger: string }
}

/** In order of occurrence. */
export const CRASH_POINTS: Readonly<Record<string, CrashPoint>> = {
  'before the hold': { at: { trigger: 'BEFORE INSERT ON main.sms_messages' } },
  'within the hold': { at: { trigger: 'AFTER INSERT ON main.idempotency_keys' } },
  'after the hold': { at: { trigger: 'BEFORE UPDATE OF is_attempted ON main.sms_messages' } },
  'before the request leaves': { at: 'leaving' },
  'after the request was sent': { at: 'arrived' },
  'after the answer of the provider': {
    at: { trigger: 'BEFORE UPDATE OF status ON main.sms_messages' },
  },
  'after the settling': { at: { trigger: 'BEFORE UPDATE OF status ON main.idempotency_keys' } },
}

export const CRASH_POINT_NAMES = Object.keys(CRASH_POINTS)
