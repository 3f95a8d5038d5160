import { z } from 'zod'
import { JsonObject } from './scalars.ts'

/** Operator who performed an action. */
export const Actor = z.object({ id: z.int(), name: z.string() })
export type Actor = z.output<typeof Actor>

/** The kinds of activities and their data, as a sentence lists them. */
const KINDS = [
  '`mode` when the answering mode changed (`data.mode` is the new one)',
  '`ended` (`data.by` is `visitor` or `silence` unless an operator ended it)',
  '`reopened`',
  '`blocked` and `unblocked` (`data.reason` and `data.ends_at` as in `GET /user/blocks`)',
  '`assigned` and `team_assigned` to `data.to`, or to nobody',
  '`labels`',
  '`snoozed`',
  '`awake`',
  '`needs_person` (`data.reason` is `asked`, `failed`, `unknown`, or `approval` for a call of the tool `data.tool`)',
  '`rule_notified` when a rule notified `data.to` (everyone if empty)',
  '`whisper` (`data.content` is the hint to the assistant, on a call or for the rest of an answer that is held)',
  '`answer_edited` when an operator replaced the rest of an answer before the visitor saw it (`data.message_id` is the message, `data.draft` what the assistant had written)',
  '`answer_discarded` when an operator discarded the rest of an answer that they could see before the visitor, or took over meanwhile (`data.draft` is what the assistant had written)',
  '`call_listened`',
  '`call_taken` and `call_given_back` when an operator started to listen to a call, took it over from the assistant, and handed it back',
  '`email_sent`',
  '`email_not_sent` and `email_unknown` when replies that the visitor had not seen went to `data.address`, could not be sent, or may have been sent (`data.reason` says why)',
  '`email_received` when a message came by email (`data.email_id` is the email)',
  '`email_ignored` when an email that names the conversation became no message',
  '`email_bounced` when one could not be delivered (`data.reason` says why)',
  '`email_link_opened` when the visitor opened the chat on another device with the private link of an email',
  '`sms_not_sent` and `messenger_not_sent` when a text message or a message of the messaging channel was not sent (`data.reason` says why)',
  '`sms_stopped`',
  '`sms_started`',
  '`messenger_stopped` and `messenger_started` when the customer wrote STOP or START',
  '`messenger_edited` when the message before is a new version of an earlier one',
  '`speech_failed` when speech recognition stopped working (`data.service` is the service that failed, or null)',
]

/** An event in a conversation other than a message; never shown to visitors. */
export const Activity = z.object({
  id: z.int(),
  kind: z
    .string()
    .describe(
      `Kind of activity: ${KINDS.join(', ')}. \`data.rule\` is the name of the rule that did it, if one did.`,
    ),
  by: Actor.nullable().describe('The operator who did it; null if it was not an operator.'),
  after_seq: z.int().describe('Sequence number of the message after which it happened.'),
  data: JsonObject,
  created_at: z.iso.datetime(),
})
export type Activity = z.output<typeof Activity>
