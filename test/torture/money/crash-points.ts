/** Where in the sending of a message the process is killed. */
interface CrashPoint {
  /**
   * A moment on the way to the provider, before the connection or once the request is there; or what the database is about
   * to do: then a trigger of that one connection kills.
   */
  readonly at: 'leaving' | 'arrived' | { readonly trigger: string }
}

/** In the order in which they come. */
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
