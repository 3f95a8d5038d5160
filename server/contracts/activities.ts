import { z } from 'zod'
import { JsonObject } from './scalars.ts'

/** Operator who performed an action. */
export const Actor = z.object({ id: z.int(), name: z.string() })
export type Actor = z.output<typeof Actor>

/** An event in a conversation other than a message; never shown to visitors. */
export const Activity = z.object({
  id: z.int(),
  kind: z
    .string()
    .describe(
      'What happened: `mode` when the dial was turned (`data.mode` is what it was set to), `ended` (`data.by` is `visitor` or `silence` unless it was the desk), `reopened`, `assigned`, `labels`, `snoozed`, `awake`, `needs_person`, `whisper` (`data.content` is what the assistant on a call was told), `call_listened`, `call_taken` and `call_given_back` when somebody began to listen to a call, spoke in place of the assistant, and no longer did, `speech_failed` when nothing heard the caller any more (`data.service` is the service that failed, or null).',
    ),
  by: Actor.nullable().describe('Who did it; null when nobody at the desk did.'),
  after_seq: z.int().describe('It happened after the message with this sequence number.'),
  data: JsonObject,
  created_at: z.iso.datetime(),
})
export type Activity = z.output<typeof Activity>
