import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import { watchDepartures } from './departures.ts'
import { followUp } from './follow-up.ts'

/** The job of email: what a visitor has not seen. */
export function emailJobs(context: Context) {
  const departures = watchDepartures(context)
  return {
    'email.follow_up': ({ conversation_id }, signal) =>
      followUp({ ...context, departures }, conversation_id, signal),
  } satisfies Partial<JobHandlers>
}
