import type { Context } from '../context.ts'

/** Delay before a recurring job runs again after a failure, ms. */
const AFTER_FAILURE_MS = 60_000

/** A job that schedules its own next run, if there is one, and is never given up. */
export function recurring(
  { now, log }: Pick<Context, 'now' | 'log'>,
  work: (signal: AbortSignal) => Date | undefined | Promise<Date | undefined>,
) {
  return async (_payload: object, signal: AbortSignal): Promise<Date | undefined> => {
    try {
      return await work(signal)
    } catch (error) {
      if (signal.aborted) throw error
      log.error({ err: error }, 'a recurring job failed')
      return new Date(now().getTime() + AFTER_FAILURE_MS)
    }
  }
}
