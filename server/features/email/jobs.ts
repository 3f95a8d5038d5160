import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import { askForConfirmation } from './address-confirmations/job.ts'
import { watchDepartures } from './departures.ts'
import { followUp } from './follow-up.ts'
import { emailOperator } from './operator-emails/alert.ts'

/** The jobs of email: what a visitor has not seen, and who waits for an operator. */
export function emailJobs(context: Context) {
  const departures = watchDepartures(context)
  return {
    'email.follow_up': ({ conversation_id }, signal) =>
      followUp({ ...context, departures }, conversation_id, signal),
    'email.confirm': (payload, signal) => askForConfirmation(context, payload, signal),
    'email.operator': ({ operator_id }, signal) => emailOperator(context, operator_id, signal),
  } satisfies Partial<JobHandlers>
}
