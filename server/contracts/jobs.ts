import { z } from 'zod'
import { PlayedCall } from './played-calls.ts'

const OfDocument = z.object({ document_id: z.int() })

/** A job without a payload that schedules its own next run. */
const Recurring = z.object({})

/** One step of a simulated call; `at` is its simulated time, ms since 1970. */
const Step = z.object({ callId: z.int(), at: z.int() })

/** Every job kind with its payload, as stored in the jobs table. `server/wiring.ts` names the handler of each. */
export const jobs = {
  /**
   * Answers the unanswered messages of a conversation, continues the answer named by `continues`, or comes back to the tool call
   * named by `settles`.
   */
  'conversation.answer': z.object({
    conversation_id: z.int(),
    continues: z.int().optional(),
    settles: z.int().optional(),
  }),
  /** Makes a tool call that was approved, and has the assistant answer with the outcome of one that was decided or expired. */
  'tool_call.settle': z.object({ call_id: z.int() }),
  /** Gives up a tool call that no person has decided in time. */
  'tool_call.expire': z.object({ call_id: z.int() }),
  /** Extracts data from a period of a conversation once it has ended, and completes its webhook. */
  'conversation.extract': z.object({
    conversation_id: z.int(),
    /** ms since 1970. */
    ended_at: z.int(),
    /** Sequence number of the last message of the period. */
    up_to: z.int(),
    /** The webhook delivery waiting for the result. */
    delivery_id: z.int().optional(),
  }),
  /** Ends idle conversations. */
  'conversation.end_idle': Recurring,
  /** Runs a bulk operation. */
  'inbox.bulk': z.object({ operation_id: z.int() }),
  /** Finds the groups of an account's unanswered questions that have none. */
  'questions.group': z.object({ user_id: z.int() }),
  /** Checks the rules for an event in a conversation; added by triggers (`rule_events`). */
  'rules.run': z.object({ event_id: z.int() }),
  /** Checks the rules about conversations that have waited for so long. */
  'rules.check_waits': Recurring,
  /** Computes when a reply is due; added by triggers (`reply_clocks`). */
  'reply_clock.set': z.object({ clock_id: z.int() }),
  /** Announces replies that are due soon or overdue, as long as clocks are running. */
  'reply_clocks.check': z.object({}),
  /** Sends a notification to a browser by web push; added by a trigger (`push_subscriptions`). */
  'push.send': z.object({ subscription_id: z.int(), notification_id: z.int() }),
  /** Reopens snoozed conversations when they are due. */
  'inbox.wake': Recurring,
  /** Asks the provider to place a call. */
  'call.dial': z.object({ call_id: z.int() }),
  /** Plays the next step of a Sandbox call. */
  'call.simulate': z.discriminatedUnion('stage', [
    Step.extend({ stage: z.literal('ring') }),
    Step.extend({ stage: z.literal('outcome') }),
    Step.extend({
      stage: z.literal('talk'),
      turn: z.int(),
      /** Answer time, ms since 1970. */
      answeredAt: z.int(),
      /** State of the call so far; absent if it has just been answered. */
      call: PlayedCall.optional(),
    }),
    Step.extend({ stage: z.literal('hang_up'), by: z.enum(['customer', 'assistant', 'limit']) }),
    /** Stale reports, sent long after the call. */
    Step.extend({ stage: z.literal('echo') }),
  ]),
  /** Polls the provider for the state of a telephone call; one job per call, added before dialling. */
  'call.follow': z.object({ call_id: z.int() }),
  /** Post-call work. The recording's name is fixed in advance, so a second run writes the same file. */
  'call.finish': z.object({ call_id: z.int(), recording: z.string() }),
  /** A campaign's turn to call somebody; one job waits for every campaign in progress. */
  'campaign.run': z.object({ campaign_id: z.int() }),
  /** Goes on with an import of calls whose process has ended. */
  'call.import': z.object({ import_id: z.int() }),
  /** Goes on with a merge of labels whose process has ended. */
  'label.merge': z.object({ label_id: z.int() }),
  /** Goes on with an import of leads whose process has ended. */
  'lead.import': z.object({ import_id: z.int() }),
  /** Polls for the delivery state of a text message; one job per message, added with its record. */
  'sms.follow': z.object({ sms_id: z.int() }),
  /** Sends a message of a conversation by SMS; added by triggers on `messages`. */
  'sms.reply': z.object({ message_id: z.int() }),
  /** Sends a message of a messenger conversation to its customer; added by triggers on `messages`. */
  'messenger.reply': z.object({ message_id: z.int() }),
  /** Asks for the receipts of a message to a customer; one job per message, added with its record. */
  'messenger.follow': z.object({ id: z.int() }),
  /** Asks for the review of a template; one job per template, added with it. */
  'messenger.review': z.object({ template_id: z.int() }),
  /** Reads a sender and its templates from its service, now and then; one job per connected number. */
  'messenger.sync': z.object({ sender_id: z.int() }),
  /** Adds the messages of a customer that a service has handed over to their conversation. */
  'messenger.take': z.object({ sender_id: z.int(), customer: z.string() }),
  /** Sends a visitor the replies of a conversation that they have not seen; added by triggers (`email_due`). */
  'email.follow_up': z.object({ conversation_id: z.int() }),
  /** Emails an operator about visitors who wait while nobody is at the desk; added by a trigger on `conversations`. */
  'email.operator': z.object({ operator_id: z.int() }),
  /** Sends an operator the link that confirms their new address; tried until then, ms since 1970. */
  'email.confirm': z.object({ operator_id: z.int(), language: z.string(), until: z.int() }),
  /** Processes a document. */
  'document.process': OfDocument,
  /** Removes the passages of a deleted document, and the file that waited to be read. */
  'document.sweep': OfDocument,
  /** Crawls a website, one page at a time. */
  'document.crawl': OfDocument.extend({ run: z.int() }),
  /** Crawls a website again at its scheduled time, ms since 1970. */
  'document.crawl_again': OfDocument.extend({ at: z.int() }),
  /** Creates embeddings for passages that have none or one of another model. */
  'knowledge.embed': Recurring,
  /** Goes on with the erasure of a visitor that was cut off. */
  'contacts.erase': z.object({ visitor_id: z.int() }),
  /**
   * Wipes remnants of erased contacts from the search indexes and the database file; `since` is the time of the erasure, ms since
   * 1970, missing in jobs of before 2026-11-27.
   */
  'contacts.wipe': z.object({ since: z.int().optional() }),
  /** Erases data past its retention period (`retention_days`). */
  'retention.erase': Recurring,
  /** Deletes unreferenced files. */
  'attachments.sweep': Recurring,
  /** Makes scheduled backups. */
  'backups.make': Recurring,
  /** Renews phone numbers bought by the month, and gives back released and unpaid ones. */
  'numbers.renew': Recurring,
  /** Deletes old events. */
  'events.prune': Recurring,
} as const satisfies Record<string, z.ZodType>

export type JobKind = keyof typeof jobs

type JobPayloads = { [kind in JobKind]: z.output<(typeof jobs)[kind]> }
export type JobPayload<kind extends JobKind> = JobPayloads[kind]

type RecurringKind = {
  [kind in JobKind]: JobPayloads[kind] extends Record<string, never> ? kind : never
}[JobKind]

/** The kinds that are always queued. */
export const recurringJobs = (Object.keys(jobs) as JobKind[]).filter(
  (kind): kind is RecurringKind => jobs[kind] === Recurring,
)
