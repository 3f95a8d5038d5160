import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import { followMessage } from './follow.ts'
import { replyToCustomer } from './reply.ts'
import { reviewTemplate } from './templates/review.ts'

/** The jobs of the messaging channel: sending replies, following receipts, and the review of templates. */
export function messengerJobs(context: Context) {
  return {
    'messenger.reply': ({ message_id }, signal) => replyToCustomer(context, message_id, signal),
    'messenger.follow': ({ id }, signal) => followMessage(context, id, signal),
    'messenger.review': ({ template_id }) => reviewTemplate(context, template_id),
  } satisfies Partial<JobHandlers>
}
