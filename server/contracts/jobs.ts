import { z } from 'zod'
import { PlayedCall } from './played-calls.ts'

const OfDocument = z.object({ document_id: z.int() })

/** A job that plans its own next run and needs to know nothing. */
const Recurring = z.object({})

/** One step of a simulated call; `at` is the moment it stands for, ms since 1970. */
const Step = z.object({ callId: z.int(), at: z.int() })

/** Every kind of job with its payload, as the jobs table keeps it. `server/wiring.ts` names the handler of each. */
export const jobs = {
  /** Answers what is unanswered in a conversation, or goes on with the answer that `continues` names. */
  'conversation.answer': z.object({ conversation_id: z.int(), continues: z.int().optional() }),
  /** Reads a period of a conversation once it has ended, and completes the webhook of its end. */
  'conversation.extract': z.object({
    conversation_id: z.int(),
    /** ms since 1970. */
    ended_at: z.int(),
    /** Sequence number of the last message of the period. */
    up_to: z.int(),
    /** The webhook that waits for it. */
    delivery_id: z.int().optional(),
  }),
  /** Ends conversations that have been silent for too long. */
  'conversation.end_idle': Recurring,
  /** Works on an operation on many conversations. */
  'inbox.bulk': z.object({ operation_id: z.int() }),
  /** Brings snoozed conversations back. */
  'inbox.wake': Recurring,
  /** Has the provider begin a call. */
  'call.dial': z.object({ call_id: z.int() }),
  /** Plays the next step of a call in the Sandbox. */
  'call.simulate': z.discriminatedUnion('stage', [
    Step.extend({ stage: z.literal('ring') }),
    Step.extend({ stage: z.literal('outcome') }),
    Step.extend({
      stage: z.literal('talk'),
      turn: z.int(),
      /** When it was answered, ms since 1970. */
      answeredAt: z.int(),
      /** The call so far; it has just been answered where that is missing. */
      call: PlayedCall.optional(),
    }),
    Step.extend({ stage: z.literal('hang_up'), by: z.enum(['customer', 'assistant', 'limit']) }),
    /** Reports that are long out of date. */
    Step.extend({ stage: z.literal('echo') }),
  ]),
  /** Finds out what became of a call at a provider of telephone calls; there is one for each, from before it is dialled. */
  'call.follow': z.object({ call_id: z.int() }),
  /** Does the post-call work. The recording is named before, so that a second run writes the same file. */
  'call.finish': z.object({ call_id: z.int(), recording: z.string() }),
  /** Finds out what became of a text message; there is one for each, from its record on. */
  'sms.follow': z.object({ sms_id: z.int() }),
  /** Sends what was said in a conversation by text message; triggers on `messages` add it. */
  'sms.reply': z.object({ message_id: z.int() }),
  /** Reads a document. */
  'document.process': OfDocument,
  /** Removes the passages of a deleted document. */
  'document.sweep': OfDocument,
  /** Reads one page of a website after the other. */
  'document.crawl': OfDocument.extend({ run: z.int() }),
  /** Asks for a website again at the time of its schedule, ms since 1970. */
  'document.crawl_again': OfDocument.extend({ at: z.int() }),
  /** Makes vectors of passages, wherever some are missing or of another model. */
  'knowledge.embed': Recurring,
  /** Wipes what erased contacts may have left between the rows, by `latest` (ms since 1970) whoever is connected. */
  'contacts.wipe': z.object({ latest: z.int() }),
  /** Erases what is kept no longer (`retention_days`). */
  'retention.erase': Recurring,
  /** Deletes files that nobody needs. */
  'attachments.sweep': Recurring,
  /** Makes backups when it is time. */
  'backups.make': Recurring,
  /** Forgets old events. */
  'events.prune': Recurring,
} as const satisfies Record<string, z.ZodType>

export type JobKind = keyof typeof jobs

type JobPayloads = { [kind in JobKind]: z.output<(typeof jobs)[kind]> }
export type JobPayload<kind extends JobKind> = JobPayloads[kind]

type RecurringKind = {
  [kind in JobKind]: JobPayloads[kind] extends Record<string, never> ? kind : never
}[JobKind]

/** The kinds that are always in the queue. */
export const recurringJobs = (Object.keys(jobs) as JobKind[]).filter(
  (kind): kind is RecurringKind => jobs[kind] === Recurring,
)
