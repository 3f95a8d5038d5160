import { z } from 'zod'
import { Activity, Actor } from './activities.ts'

/** A call in progress in a conversation. */
export const OngoingCall = z.object({
  id: z.int(),
  since: z.iso.datetime().describe('Time at which it was answered.'),
})
export type OngoingCall = z.output<typeof OngoingCall>

/** The call in progress in a conversation, if there is one. */
export const CallOrNot = OngoingCall.nullable().describe(
  'The call in progress; null if there is none.',
)

/** Words spoken on a call, before they are written to the transcript. */
export const CallWords = z.object({
  call_id: z.int(),
  speaker: z.enum(['customer', 'assistant', 'operator']),
  text: z.string().nullable().describe('Text spoken so far; null once it is in the transcript.'),
})
export type CallWords = z.output<typeof CallWords>

/** An operator's action on a call. */
export const CallActivity = Activity.omit({ after_seq: true }).extend({
  kind: z
    .string()
    .describe(
      '`call_listened`, `call_taken`, `call_given_back`, `call_transferred` (`data.number` is the number called), `whisper` (`data.content` is the hint to the assistant), `speech_failed` when speech recognition stopped working (`data.service` is the service that failed, or null), or of a warm transfer `transfer_asked`, `transfer_accepted` and `transfer_failed` (`data.number` is the number called, `data.call_id` the second call, `data.reason` one of `busy`, `no-answer`, `machine`, `declined`, `failed`).',
    ),
})
export type CallActivity = z.output<typeof CallActivity>

/** Operators who are on a call. */
export const CallCompany = z.object({
  listeners: z.array(Actor).describe('Listening operators, in order of joining.'),
  speaker: Actor.nullable().describe(
    'The operator who has taken the call and speaks; null if the assistant does.',
  ),
})
export type CallCompany = z.output<typeof CallCompany>
