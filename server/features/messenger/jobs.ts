import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { takeArrivals } from './arrivals/take.ts'
import { followMessage } from './follow.ts'
import { replyToCustomer } from './reply.ts'
import { reviewTemplate } from './templates/review.ts'
import { syncWhenDue } from './templates/sync.ts'

/** The jobs of the messaging channel: taking messages, sending replies, following receipts, and templates. */
export function messengerJobs(context: Context & { readonly turns: Turns }) {
  return {
    'messenger.reply': ({ message_id }, signal) => replyToCustomer(context, message_id, signal),
    'messenger.follow': ({ id }, signal) => followMessage(context, id, signal),
    'messenger.review': ({ template_id }, signal) => reviewTemplate(context, template_id, signal),
    'messenger.sync': ({ sender_id }, signal) => syncWhenDue(context, sender_id, signal),
    'messenger.take': (payload, signal) => takeArrivals(context, payload, signal),
  } satisfies Partial<JobHandlers>
}
