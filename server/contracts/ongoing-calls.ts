import { z } from 'zod'
import { Activity, Actor } from './activities.ts'

/** A call in progress in a conversation. */
export const OngoingCall = z.object({
  id: z.int(),
  since: z.iso.datetime().describe('When it was answered.'),
})
export type OngoingCall = z.output<typeof OngoingCall>

/** Words spoken on a call, before they are written to the transcript. */
export const CallWords = z.object({
  call_id: z.int(),
  speaker: z.enum(['customer', 'assistant', 'operator']),
  text: z.string().nullable().describe('As far as it was said; null: it is written down now.'),
})
export type CallWords = z.output<typeof CallWords>

/** An operator's action on a call. */
export const CallActivity = Activity.omit({ after_seq: true }).extend({
  kind: z
    .string()
    .describe(
      '`call_listened`, `call_taken`, `call_given_back`, `call_transferred` (`data.number` is who was called), `whisper` (`data.content` is what the assistant was told), `speech_failed` when nothing heard the caller any more (`data.service` is the service that failed, or null), or of a warm transfer `transfer_asked`, `transfer_accepted` and `transfer_failed` (`data.number` is who was called, `data.call_id` the second call, `data.reason` one of `busy`, `no-answer`, `machine`, `declined`, `failed`).',
    ),
})
export type CallActivity = z.output<typeof CallActivity>

/** Operators who are on a call. */
export const CallCompany = z.object({
  listeners: z.array(Actor).describe('Who listens, in the order in which they came.'),
  speaker: Actor.nullable().describe('Who has taken the call and speaks; null: the assistant.'),
})
export type CallCompany = z.output<typeof CallCompany>
