import type { Context } from '../context.ts'

/** Timeout relative to the sender's own: slightly shorter, so that a connection that never opened is reported as such. */
const SHARE = 0.9

/** Timeout of a call that sends a message, ms. */
export const sendTimeout = ({ config }: Pick<Context, 'config'>): number =>
  Math.round(config.limits.smsSendMs * SHARE)
